import { isIP } from 'node:net'
import { canonicalAddress, classifyAddress, parseCidrs } from './addresses.ts'

export type EgressMode = 'local' | 'public'

export type Policy = {
  mode: EgressMode
  /** True for an address on the operator's allow list (`OUTBOUND_ALLOW`). The list may contain any range, and allows every port. */
  isAllowListed(address: string): boolean
  permitsAddress(address: string): boolean
  permitsPort(address: string, port: number): boolean
}

const PUBLIC_PORTS = new Set([80, 443, 8443])

/**
 * Creates the policy for outbound requests (spec: completions 1, outbound fetches). Permits globally reachable addresses, all addresses in
 * `allow` and, in local mode, loopback addresses.
 */
export function createPolicy(mode: EgressMode, allow: readonly string[]): Policy {
  const allowed = parseCidrs(allow)

  function isAllowListed(address: string): boolean {
    const plain = canonicalAddress(address)
    return plain !== null && allowed.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
  }
  function permitsAddress(address: string): boolean {
    const kind = classifyAddress(address)
    return kind === 'public' || (kind === 'loopback' && mode === 'local') || isAllowListed(address)
  }
  function permitsPort(address: string, port: number): boolean {
    return mode === 'local' || PUBLIC_PORTS.has(port) || isAllowListed(address)
  }
  return { mode, isAllowListed, permitsAddress, permitsPort }
}
