import { inTransaction, type Context } from '#platform/context/index.ts'
import { kyselyOn, openPools } from '#platform/db/index.ts'
import { recordAll } from '#platform/events/index.ts'
import { newId } from '#platform/context/ids.ts'
import { sendToAny } from '#test/app.ts'
import { signUp } from './requests.ts'
import type { Stage } from './stage.ts'

/**
 * Seller accounts for the benchmark. `accounts` is the number of accounts that a method uses, and `from` is the index of the first account.
 */
export type Sellers = {
  listen(url: string, accounts: number, from?: number): Promise<void>
  /** Records events, evenly distributed over the accounts. */
  happen(events: number, accounts: number, from?: number): Promise<void>
  end(): Promise<void>
}

/** Number of events per transaction. The benchmark records events directly, with the same function as the service. */
const BATCH = 1_000

export async function openSellers(stage: Stage, port: number, count: number): Promise<Sellers> {
  const pools = openPools(stage.connection, { sizes: { requests: 4, jobs: 1 } })
  const ctx = { db: kyselyOn(pools.requests), now: () => new Date(), newId } as unknown as Context
  const all: { id: string; key: string }[] = []
  for (let n = 0; n < count; n++) {
    const key = await signUp(port, `Seller ${n}`)
    all.push({ id: (await sendToAny(port, 'GET', '/v1/me', { key })).body.id, key })
  }
  let next = 0
  return {
    async listen(url, accounts, from = 0) {
      for (const { key } of all.slice(from, from + accounts)) {
        const { status } = await sendToAny(port, 'PUT', '/v1/webhooks', { key, json: { url, events: ['order.completed'] } })
        if (status >= 300) throw new Error(`no webhook: ${status}`)
      }
    },
    async happen(events, accounts, from = 0) {
      for (let done = 0; done < events; done += BATCH) {
        const some = Array.from({ length: Math.min(BATCH, events - done) }, () => ({
          accountId: all[from + (next++ % accounts)]!.id,
          type: 'order.completed' as const,
          object: { object: 'order', id: `ord_${next}`, note: 'As long as an order is. '.repeat(30) },
        }))
        await inTransaction(ctx, (tx) => recordAll(tx, some))
      }
    },
    end: () => pools.end(),
  }
}
