import { isIPv6 } from 'node:net'
import { canonicalAddress } from '#platform/egress/addresses.ts'

/**
 * Returns the network of an IP address, for rate limits (spec: completions 12). For IPv4, also in the form `::ffff:192.0.2.1`, this is the
 * address itself. For IPv6, it is the /64 prefix, because one subscriber controls the whole /64. Returns any other string unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0]!.toLowerCase()
  const canonical = canonicalAddress(plain) ?? plain
  if (!isIPv6(canonical)) return canonical
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
