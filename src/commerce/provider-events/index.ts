import type { VerifiedEvent, ProviderUpdate } from '#platform/payments/index.ts'
import type { Context, Tx } from '#platform/context/index.ts'
import { REAL } from '#core/tenant.ts'
import { ApiError } from '#platform/errors/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { applyAccount } from '#commerce/payments/accounts.ts'
import { applyCharge } from '#commerce/sale/apply-charge.ts'
import { applyChargeback } from './chargebacks.ts'
import { provider } from '#commerce/payments/provider.ts'
import * as queries from './queries.ts'
import { reportMismatch, findPayment } from '#commerce/payments/record.ts'
import { isRetried } from './retry-later.ts'
import { applyPayoutFailed, applyRefund, applyTransfer } from './refund.ts'

/**
 * A verified event. `news` is the current state at the provider, or null if there is nothing to apply because, for example, the event was
 * already applied.
 */
export type ReceivedEvent = { note: VerifiedEvent; news: ProviderUpdate | null }
export type Outcome = 'used' | 'seen' | 'foreign' | 'mismatch'

/**
 * Verifies a webhook and reads the current state from the provider, outside any transaction. Errors: 400 for an invalid signature or a body
 * that is not an event. 503 while the provider does not respond, in which case the provider resends the event.
 */
export async function receiveProviderEvent(ctx: Context, raw: Uint8Array, signature: string | undefined): Promise<ReceivedEvent> {
  const { name, readEvent, fetchNews } = provider(ctx, REAL)
  try {
    const note = readEvent(raw, signature, ctx.now())
    const needsFetch = note.about !== null && !(await queries.knowsProviderEvent(ctx.db, name, note.id))
    return { note, news: needsFetch ? await fetchNews(note.about!) : null }
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    throw new ApiError(error.reason === 'unavailable' ? 'unavailable' : 'invalid_request', error.message, { cause: error })
  }
}

/**
 * Applies a provider event exactly once (spec: reliability I12), and records it in the same transaction. Events about other systems'
 * records are recorded as well, so that the provider stops sending them. Returns false if the event was already recorded.
 */
export async function takeProviderEvent(tx: Tx, { note, news }: ReceivedEvent): Promise<boolean> {
  const { id, type, about, doubt, claims } = note
  const seen = { provider: provider(tx, REAL).name, id, type, ref: about?.ref ?? null, received_at: tx.now() }
  if (!(await queries.insertProviderEvent(tx.db, seen))) return false
  const nothing = about !== null && news === null ? 'the provider knows none of the objects in the event' : null
  const outcome = news ? await applyNews(tx, news, isRetried(note.madeAt, tx.now())) : await leaveOut(tx, claims, doubt ?? nothing)
  await queries.noteProviderEvent(tx.db, seen.provider, id, outcome, doubt ?? nothing)
  return true
}

/**
 * Applies the state that the provider reports to the order, hold, transfer or account. `again` is true if the provider will resend the
 * event after an error. Errors: 503 if the event is too early and will be resent.
 */
export function applyNews(tx: Tx, news: ProviderUpdate, again: boolean): Promise<Outcome> {
  if (news.kind === 'charge') return applyCharge(tx, { id: news.payment, ref: news.ref }, news.charged)
  if (news.kind === 'chargeback') return applyChargeback(tx, news, again)
  if (news.kind === 'refund') return applyRefund(tx, news, again)
  if (news.kind === 'transfer') return applyTransfer(tx, news, again)
  return news.kind === 'account' ? applyAccount(tx, news.account) : applyPayoutFailed(tx, news)
}

async function leaveOut(tx: Tx, claims: { payment: string | null; ref: string }, doubt: string | null): Promise<Outcome> {
  if (doubt === null) return 'seen'
  const named = await findPayment(tx, { id: claims.payment, ref: null })
  const row = named ?? (await findPayment(tx, { id: null, ref: claims.ref }))
  if (!row) return 'foreign'
  await reportMismatch(tx, row, claims.ref, doubt)
  return 'mismatch'
}
