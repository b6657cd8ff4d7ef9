import type { Person, Tx, Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'

const DAY_MS = 24 * 3600_000

/**
 * Enforces `max_offer`: the maximum that a key can commit with one offer, accepted counteroffer, order or deposit (spec: completions 3 and
 * 12). Errors: 403 `over_limit`, even if the owner would approve the request.
 */
export function requireUnderLimit({ maxOfferCents }: Person, cents: number): void {
  if (maxOfferCents !== null && cents > maxOfferCents)
    throw overLimit(
      `This key can commit at most ${priceText(maxOfferCents)} per action (max_offer); this request commits ${priceText(cents)}.`,
    )
}

/**
 * Checks both spending limits before an approval or execution, without committing the amount (see `commit`). `subject` is the record for
 * which the amount was already committed, if any. Errors: 403 `over_limit`.
 */
export async function requireCanCommit(ctx: Core, actor: Person, cents: number, subject = ''): Promise<void> {
  requireUnderLimit(actor, cents)
  await requireLeftToday(ctx, actor, cents, subject)
}

/**
 * Commits an amount for an offer, order or hold, in the same transaction. Locks the key, so that concurrent requests cannot spend the same
 * money twice. An amount no longer counts once its offer is withdrawn, declined, replaced or expired, or its order is cancelled, expired or
 * refunded. A deal counts once: an accepted counteroffer, order or payment replaces the earlier amount of its deal. Errors: 403
 * `over_limit`.
 */
export async function commit(tx: Tx, actor: Person, subject: string, cents: number): Promise<void> {
  requireUnderLimit(actor, cents)
  if (actor.maxDayCents === null) return
  await queries.lockKey(tx.db, actor.credential)
  await requireLeftToday(tx, actor, cents, subject)
  await queries.writeCommitment(tx.db, { key_id: actor.credential, subject_id: subject, cents, at: tx.now() })
}

/**
 * Checks that this key can approve another key's request that commits an amount. The amount must not exceed the approving key's own limit.
 * Keys with a daily limit cannot approve any amount. Errors: 403 `over_limit`.
 */
export function requireMayApprove(actor: Person, cents: number | null): void {
  if (cents === null) return
  requireUnderLimit(actor, cents)
  if (actor.maxDayCents !== null) throw overLimit('A key with a daily limit (max_day) cannot approve a request with an amount.')
}

async function requireLeftToday(ctx: Core, actor: Person, cents: number, subject: string): Promise<void> {
  if (actor.maxDayCents === null) return
  const now = ctx.now()
  const taken = await queries.committedCents(ctx.db, actor.credential, { except: subject, since: dayBefore(now), now })
  const left = Math.max(0, actor.maxDayCents - taken)
  if (cents > left)
    throw overLimit(
      `This key can commit at most ${priceText(actor.maxDayCents)} in 24 hours (max_day): ${priceText(left)} is left, and this request commits ${priceText(cents)}.`,
    )
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS)

const overLimit = (message: string): ApiError => new ApiError('permission', message, { code: 'over_limit', param: 'amount' })
