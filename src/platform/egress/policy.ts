import { isIP } from 'node:net'
import { canonicalAddress, classifyAddress, parseCidrs } from './addresses.ts'

export type EgressMode = 'local' | 'public'

export type Policy = {
  mode: EgressMode
  /** In the operator's own list (`OUTBOUND_ALLOW`), so any range and any port is fine. */
  isAllowListed(address: string): boolean
  permitsAddress(address: string): boolean
  permitsPort(address: string, port: number): boolean
}

const PUBLIC_PORTS = new Set([80, 443, 8443])

/**
 * Who may be fetched from (completions 1, the row of outbound fetches): local mode lets loopback in,
 * public mode only globally reachable addresses; `allow` widens both and nothing else does.
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
