import type { buildConnector, Client } from 'undici'
import { canonicalAddress } from './addresses.ts'
import { clientFor } from './client.ts'
import type { Policy } from './policy.ts'
import { vettedAddresses, type Lookup } from './resolve.ts'
import type { Target } from './target.ts'

/** Time in ms that a connection may stay idle; servers usually allow 5 s or more. */
const REST_MS = 4_000
const MOST_OF_ORIGIN = 8
const MOST = 200

type Resting = { client: Client; address: string; ending: NodeJS.Timeout }

/** Connection for one call. The server may close a reused connection (`isUsed`) just before the request is written. */
export type PooledConnection = {
  client: Client
  isUsed: boolean
  /** Returns the connection to the pool. Call it only after reading the whole response. */
  giveBack(): void
  destroy(): void
}

export type ConnectionPool = {
  lend(target: Target, options?: { fresh?: boolean }): Promise<PooledConnection>
  close(): void
}

/**
 * Creates a connection pool, grouped by origin. Every call resolves the host name again, and the policy must permit all its addresses. If a
 * pooled connection's address is no longer among them, the connection is closed.
 */
export function createConnectionPool(deps: { connect: buildConnector.connector; policy: Policy; lookup: Lookup }): ConnectionPool {
  const resting = new Map<string, Resting[]>()
  let count = 0

  function take(origin: string): Resting | undefined {
    const of = resting.get(origin)
    const last = of?.pop()
    if (of?.length === 0) resting.delete(origin)
    if (last === undefined) return undefined
    clearTimeout(last.ending)
    count--
    return last
  }

  function rest(origin: string, client: Client, address: string): void {
    const of = resting.get(origin) ?? []
    if (client.destroyed || client.closed || of.length >= MOST_OF_ORIGIN || count >= MOST) return end(client)
    const ending = setTimeout(() => {
      const at = of.findIndex((one) => one.client === client)
      if (at >= 0) {
        of.splice(at, 1)
        count--
        if (of.length === 0) resting.delete(origin)
      }
      end(client)
    }, REST_MS).unref()
    of.push({ client, address, ending })
    resting.set(origin, of)
    count++
  }

  function open(origin: string): PooledConnection {
    let address = ''
    const client = clientFor(origin, (options, callback) =>
      deps.connect(options, (...result: Parameters<typeof callback>) => {
        address = addressOf(result[1]?.remoteAddress)
        callback(...result)
      }),
    )
    return { client, isUsed: false, giveBack: () => rest(origin, client, address), destroy: () => end(client) }
  }

  return {
    async lend({ url: { origin }, host, port }, { fresh = false } = {}) {
      if (fresh || !resting.has(origin)) return open(origin)
      const permitted = (await vettedAddresses(deps.policy, deps.lookup, host, port)).map(addressOf)
      for (let idle = take(origin); idle; idle = take(origin)) {
        const { client, address } = idle
        if (client.destroyed || client.closed || !permitted.includes(address)) {
          end(client)
          continue
        }
        return { client, isUsed: true, giveBack: () => rest(origin, client, address), destroy: () => end(client) }
      }
      return open(origin)
    },
    close() {
      for (const origin of [...resting.keys()]) for (let idle = take(origin); idle; idle = take(origin)) end(idle.client)
    },
  }
}

const addressOf = (address: string | undefined): string => canonicalAddress(address ?? '') ?? ''

function end(client: Client): void {
  client.destroy().catch(() => {})
}
