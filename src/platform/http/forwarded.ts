import { isIP, type BlockList } from 'node:net'

/**
 * Returns the client's IP address. Behind trusted proxies, this is the first address from the right in `X-Forwarded-For` that is not a
 * trusted proxy. Proxies write only valid addresses, so an invalid entry must come from a client. If there is one, returns the trusted
 * address to its right.
 */
export function forwardedFor(socket: string | undefined, header: string | string[] | undefined, trusted: BlockList): string {
  let last = plainAddress(socket ?? '')
  if (header === undefined || !isTrusted(last, trusted)) return last
  // several headers form one list, in the order of the headers (RFC 9110, 5.3)
  for (const hop of [header].flat().join(',').split(',').toReversed()) {
    const address = addressIn(hop)
    if (address === null) return last
    if (!isTrusted(address, trusted)) return address
    last = address
  }
  return last
}

/**
 * Parses one entry of `X-Forwarded-For`, which may include a port and, for IPv6, brackets. Returns null if the entry is not an IP address.
 */
function addressIn(hop: string): string | null {
  const text = hop.trim()
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? plainAddress(bracketed) : null
  const address = dotted ?? text
  return isIP(address) === 0 ? null : plainAddress(address)
}

/** Removes the prefix `::ffff:`, which dual-stack sockets put before IPv4 addresses. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** True if the address belongs to a trusted proxy. */
export const isTrusted = (address: string, trusted: BlockList): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
