import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of an IP address, for rate limits (spec: completions 12). For IPv4, also in the form `::ffff:192.0.2.1`, this is the
 * address itself. For IPv6, it is the /64 prefix, because one subscriber controls the whole /64. Returns any other string unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0]!.toLowerCase()
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const [high, low] = [groups[6]!, groups[7]!]
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const [before, after] = [numbersOf(head), numbersOf(tail ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const numbersOf = (text: string): number[] =>
  text
    .split(':')
    .filter(Boolean)
    .flatMap((part) => {
      if (!isIPv4(part)) return [Number.parseInt(part, 16)]
      const [a, b, c, d] = part.split('.').map(Number)
      return [a! * 256 + b!, c! * 256 + d!]
    })
