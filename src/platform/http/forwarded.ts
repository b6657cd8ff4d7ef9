import { BlockList, isIP } from 'node:net'

/** Where trusted proxies stand, from a list of addresses and CIDR ranges. */
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
 * The caller's address: the socket's, unless that is a trusted proxy; then what the proxies wrote, read from the right. The
 * first hop that is no trusted proxy is the caller. A hop that is no address ends the reading: what stands left of it came
 * from the caller, so the last trusted address counts.
 */
export function forwardedFor(socket: string | undefined, header: string | string[] | undefined, trusted: BlockList): string {
  let last = plainAddress(socket ?? '')
  if (header === undefined || !isTrusted(last, trusted)) return last
  // several headers are one, in their order (RFC 9110, 5.3)
  for (const hop of [header].flat().join(',').split(',').toReversed()) {
    const address = addressIn(hop)
    if (address === null) return last
    if (!isTrusted(address, trusted)) return address
    last = address
  }
  return last
}

/** The address in a hop, which some proxies write with a port, and IPv6 ones in brackets; null for anything else. */
function addressIn(hop: string): string | null {
  const text = hop.trim()
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+)(?::\d{1,5})?$/.exec(text) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? plainAddress(bracketed) : null
  const address = dotted ?? text
  return isIP(address) === 0 ? null : plainAddress(address)
}

/** An IPv4 address that a socket of both families shows as IPv6, without its prefix. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether an address is one of the trusted proxies'. */
export const isTrusted = (address: string, trusted: BlockList): boolean =>
  isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
