import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { limitConcurrency } from '#platform/process/limit-concurrency.ts'
import { EgressError } from './errors.ts'
import type { Policy } from './policy.ts'
import { withDeadline } from './deadline.ts'

/** Resolves a host name to all its IPv4 and IPv6 addresses. Rejects with the errors of `dns.lookup`. */
export type Lookup = (hostname: string) => Promise<string[]>

const DNS_TIMEOUT_MS = 2_000

/**
 * Returns all addresses of the host. Throws EgressError if any of them is refused, so that a name cannot mix public and private addresses.
 */
export async function vettedAddresses(policy: Policy, lookup: Lookup, host: string, port: number): Promise<string[]> {
  const addresses = await addressesOf(lookup, host)
  if (addresses.length === 0) throw new EgressError('dns', 'The host name could not be resolved.')
  if (!addresses.every((address) => policy.permitsAddress(address))) throw privateAddress()
  if (!addresses.every((address) => policy.permitsPort(address, port))) {
    throw new EgressError('bad_url', `Port ${port} is not allowed; use 80, 443 or 8443.`)
  }
  return addresses
}

export function privateAddress(): EgressError {
  return new EgressError('private_address', 'The URL leads to a private address, which is not allowed.')
}

async function addressesOf(lookup: Lookup, host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  // RFC 6761 reserves these names for loopback, but many resolvers do not resolve subdomains of `localhost`
  if (/(^|\.)localhost\.?$/.test(host)) return ['127.0.0.1', '::1']
  return withDeadline(lookup(host), DNS_TIMEOUT_MS, () => new EgressError('dns', 'The host name took too long to resolve.'))
}

/**
 * Creates a lookup that uses the system's resolver, and thus /etc/hosts and container names. Runs at most `atOnce` lookups concurrently,
 * because each lookup occupies one of the four threads that Node also uses for file access.
 */
export function createSystemLookup(atOnce = 2): Lookup {
  const inSlot = limitConcurrency(atOnce)
  return async (hostname) => {
    const found = await inSlot(() => systemLookup(hostname, { all: true, verbatim: true }))
    return found.map((entry) => entry.address)
  }
}
