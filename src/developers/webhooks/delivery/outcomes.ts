import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Context, type Tx, type Core } from '#platform/context/index.ts'
import { healthAfter, retryDelayMs, type Try } from '#developers/webhooks/rules.ts'
import { record } from '#platform/events/index.ts'
import { presentWebhook } from '#developers/webhooks/address/present.ts'
import * as webhooks from '#developers/webhooks/address/queries.ts'
import * as queries from './queries.ts'
import type { Claim } from './queries.ts'

export type Outcome = { claim: Claim; tried: Try }

const AGAIN_MS = 200

/**
 * Writes the outcomes of attempts in batches. Each batch contains the attempts that ended during the previous write. While the database is
 * unavailable, the batch is retried.
 */
export function createOutcomes(ctx: Context) {
  let waiting: Outcome[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await inTransaction(ctx, (tx) => writeDown(tx, batch))
      } catch (error) {
        ctx.log.warn({ err: error }, 'recording delivery results failed and will be retried')
        waiting = [...batch, ...waiting]
        await sleep(AGAIN_MS)
      }
    }
    writing = null
  }

  return {
    add(outcome: Outcome): void {
      waiting.push(outcome)
      writing ??= writeAll()
    },
    /** Resolves once all outcomes added so far are written, but after `timeoutMs` at the latest. */
    async written(timeoutMs: number): Promise<void> {
      await Promise.race([writing, sleep(timeoutMs, undefined, { ref: false })])
    },
  }
}

/** Writes the outcomes. Like all other code, locks webhooks first, in the order of their accounts, and then deliveries. */
async function writeDown(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const byAccount = Map.groupBy(outcomes, ({ claim }) => claim.account_id)
  const rows = await webhooks.lockWebhooks(tx.db, [...byAccount.keys()])
  const seen = rows.flatMap((row) => {
    const tries = byAccount
      .get(row.account_id)!
      .map(({ tried }) => tried)
      // another process may already have written the outcome of a newer attempt
      .filter(({ at }) => row.last_at === null || at >= row.last_at)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const last = tries.at(-1)
    return last ? [{ row, last, ...healthAfter(row.failing_since, tries) }] : []
  })
  await webhooks.setHealth(
    tx.db,
    seen.map(({ row, last, failingSince }) => ({
      account_id: row.account_id,
      at: last.at.toISOString(),
      status: last.status,
      error: last.error,
      failing_since: failingSince?.toISOString() ?? null,
    })),
  )
  await queries.markTries(
    tx.db,
    outcomes.map((outcome) => marked(tx, outcome)),
  )
  for (const { row, switchOff } of seen) if (row.enabled && switchOff) await switchOffWebhook(tx, row.account_id)
}

function marked(ctx: Core, { claim, tried }: Outcome): queries.Marked {
  // adds no random delay with a test clock, because tests advance this clock by exact amounts
  const chance = ctx.config.testClock ? 0 : ctx.randomBytes(1)[0]! / 255
  const delayMs = tried.error === null ? null : retryDelayMs(claim.tries + 1, chance)
  return {
    id: claim.id,
    lease: claim.leased_until.toISOString(),
    delivered: tried.error === null,
    next_try_at: delayMs === null ? null : new Date(tried.at.getTime() + delayMs).toISOString(),
    attempt: { at: tried.at.toISOString(), status: tried.status, error: tried.error, ms: tried.ms },
  }
}

/**
 * Switches the webhook off and records an event for the app (spec: interface, Events, Delivery rules 4). Users can still send pending
 * deliveries manually.
 */
async function switchOffWebhook(tx: Tx, accountId: string): Promise<void> {
  const row = await webhooks.switchOff(tx.db, accountId, tx.now())
  await queries.endWaiting(tx.db, accountId)
  await record(tx, { accountId, type: 'webhook.switched_off', object: presentWebhook(row) })
}
