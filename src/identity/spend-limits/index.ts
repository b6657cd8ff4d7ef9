import type { Context, Person, Tx } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'

const DAY_MS = 24 * 3600_000

/**
 * `max_offer`: the largest amount that a key commits in one act: an offer, a counter taken, the total of an order, a deposit
 * (completions 3 and 12). Errors: 403 `over_limit`, never an approval.
 */
export function requireUnderLimit({ maxOfferCents }: Person, cents: number): void {
  if (maxOfferCents !== null && cents > maxOfferCents)
    throw overLimit(`This key may commit at most ${priceText(maxOfferCents)} at once (max_offer), and this comes to ${priceText(cents)}.`)
}

/**
 * Before it is asked for or run: refuses what neither cap allows. Only looks: `commit` counts. `subject` is the record that the
 * amount is promised by, where there is one already. Errors: 403 `over_limit`.
 */
export async function requireCanCommit(ctx: Context, actor: Person, cents: number, subject = ''): Promise<void> {
  requireUnderLimit(actor, cents)
  await requireLeftToday(ctx, actor, cents, subject)
}

/**
 * Commits an amount by the offer, order or hold that promises it, in the transaction of that promise: checked and counted under
 * the lock of the key, so that two at once do not both find the last dollar. What counts is what is committed and not released:
 * an offer that was withdrawn, declined, replaced or has expired gives its amount back, and so does an order that was cancelled,
 * expired or refunded. One deal counts once: a counter taken, its order and the payment of it are one amount, the last. Errors:
 * 403 `over_limit`.
 */
export async function commit(tx: Tx, actor: Person, subject: string, cents: number): Promise<void> {
  requireUnderLimit(actor, cents)
  if (actor.maxDayCents === null) return
  await queries.lockKey(tx.db, actor.credential)
  await requireLeftToday(tx, actor, cents, subject)
  await queries.writeCommitment(tx.db, { key_id: actor.credential, subject_id: subject, cents, at: tx.now() })
}

/** Who says yes for another key commits as if it did so itself: a key with a cap for the day never does. Errors: 403 `over_limit`. */
export function requireMayApprove(actor: Person, cents: number | null): void {
  if (cents === null) return
  requireUnderLimit(actor, cents)
  if (actor.maxDayCents !== null) throw overLimit('A key with a cap for the day (max_day) cannot approve what has an amount.')
}

async function requireLeftToday(ctx: Context, actor: Person, cents: number, subject: string): Promise<void> {
  if (actor.maxDayCents === null) return
  const now = ctx.now()
  const taken = await queries.committedCents(ctx.db, actor.credential, { except: subject, since: dayBefore(now), now })
  const left = Math.max(0, actor.maxDayCents - taken)
  if (cents > left)
    throw overLimit(
      `This key may commit at most ${priceText(actor.maxDayCents)} in 24 hours (max_day): ${priceText(left)} is left, and this comes to ${priceText(cents)}.`,
    )
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)

const overLimit = (message: string): ApiError => new ApiError('permission', message, { code: 'over_limit', param: 'amount' })
