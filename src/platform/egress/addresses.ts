import { BlockList, isIP } from 'node:net'

export type AddressClass = 'public' | 'loopback' | 'reserved'

/** IPv4 ranges other than ordinary public unicast addresses (IANA special-purpose registry). */
const RESERVED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Reserved ranges inside 2000::/3. All addresses outside 2000::/3 are refused anyway. */
const RESERVED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const reservedV4 = blockList(RESERVED_V4, 'ipv4')
const reservedV6 = blockList(RESERVED_V6, 'ipv6')
const globalV6 = blockList([['2000::', 3]], 'ipv6')
const loopbackV4 = blockList([['127.0.0.0', 8]], 'ipv4')

/**
 * Classifies an IP address by its numeric value, not its spelling. An IPv4 address in `::ffff:` form counts as IPv4. A string that is not
 * an IP address is `reserved`.
 */
export function classifyAddress(address: string): AddressClass {
  const plain = canonicalAddress(address)
  if (plain === null) return 'reserved'
  if (isIP(plain) === 4) {
    if (loopbackV4.check(plain, 'ipv4')) return 'loopback'
    return reservedV4.check(plain, 'ipv4') ? 'reserved' : 'public'
  }
  if (plain === '::1') return 'loopback'
  return globalV6.check(plain, 'ipv6') && !reservedV6.check(plain, 'ipv6') ? 'public' : 'reserved'
}

/**
 * Returns the canonical spelling of an IP address, with `::ffff:a.b.c.d` converted to IPv4. Returns null for an address with a zone, and
 * for a string that is not an IP address.
 */
export function canonicalAddress(address: string): string | null {
  const family = isIP(address)
  if (family === 4) return address
  if (family !== 6 || address.includes('%')) return null
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (!mapped) return canonical
  const bits = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)] as const
  return [bits[0] >> 8, bits[0] & 255, bits[1] >> 8, bits[1] & 255].join('.')
}

/** Parses CIDRs such as `10.0.0.0/8` or `fd00::/8`, and single IP addresses. Throws an Error that names an invalid entry. */
export function parseCidrs(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', prefix, ...rest] = cidr.trim().split('/')
    const family = isIP(address)
    const bits = family === 4 ? 32 : 128
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN
    if (family === 0 || address.includes('%') || rest.length > 0 || !(length <= bits)) {
      throw new Error(`"${cidr}" is not an address range; write it like 10.0.0.0/8 or fd00::/8.`)
    }
    list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function blockList(ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}
