import { BlockList, isIP } from 'node:net'

/** Parses the list of trusted proxies, which contains IP addresses and CIDR ranges. */
export function proxyList(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/**
 * Returns the client's IP address. Behind trusted proxies, this is the first address from the right in `X-Forwarded-For` that is not a
 * trusted proxy. An invalid entry must come from a client, because a proxy writes only valid addresses. In that case, returns the trusted
 * address to the right of the entry.
 */
export function forwardedFor(socket: string | undefined, header: string | string[] | undefined, trusted: BlockList): string {
  let last = plainAddress(socket ?? '')
  if (header === undefined || !isTrusted(last, trusted)) return last
  // several headers form one list in their order (RFC 9110, 5.3)
  for (const hop of [header].flat().join(',').split(',').toReversed()) {
    const address = addressIn(hop)
    if (address === null) return last
    if (!isTrusted(address, trusted)) return address
    last = address
  }
  return last
}

/**
 * Parses one entry of `X-Forwarded-For`, which may have a port and, for IPv6, brackets. Returns null when the entry is not an IP address.
 */
function addressIn(hop: string): string | null {
  const text = hop.trim()
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? plainAddress(bracketed) : null
  const address = dotted ?? text
  return isIP(address) === 0 ? null : plainAddress(address)
}

/** Removes the prefix `::ffff:`, which a dual-stack socket puts before an IPv4 address. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** True when the address belongs to a trusted proxy. */
export const isTrusted = (address: string, trusted: BlockList): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
