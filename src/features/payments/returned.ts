import type { News } from '#adapters/payments/index.ts'
import type { Tx } from '#context.ts'
import { cameBack, reversed, type LedgerSubject } from '#domain/ledger.ts'
import { lockHold } from '#features/holds/access.ts'
import { post } from '#features/ledger/service.ts'
import { openCase } from '#features/money-cases/service.ts'
import { ApiError } from '#lib/errors.ts'
import { lockById } from '#features/orders/access.ts'
import { payAgain, writePayout } from '#features/orders/money/again.ts'
import * as queries from './queries.ts'
import type { MoveRow } from './queries.ts'

type Of<Kind extends News['kind']> = Extract<News, { kind: Kind }>
type Outcome = 'used' | 'seen' | 'foreign' | 'mismatch'

/**
 * A refund that was sent came back: its money is held again, and owed to the buyer until a person finds another way. A failed refund
 * that has not been written as sent is tried again by itself. Locks the order or hold, then the move.
 */
export async function applyRefund(tx: Tx, { ref, move: id, amountCents, currency, failed, reason }: Of<'refund'>): Promise<Outcome> {
  const move = await lockMoveOf(tx, id, 'refund')
  if (!move) return 'foreign'
  if (!failed || move.status !== 'sent') return 'seen'
  if (move.provider_ref !== ref || move.amount_cents !== amountCents || currency !== 'usd')
    return doubt(tx, move, ref, `it is of ${amountCents} cents of ${currency.toUpperCase()}, and ${move.amount_cents} of USD were sent`)
  await queries.failMove(tx.db, move.id)
  await post(tx, cameBack(subjectOf(move), move.amount_cents))
  const again = tx.newId('mov')
  await queries.insertMove(tx.db, {
    ...{ id: again, kind: 'refund', status: 'held', of_move: move.id, payment_id: move.payment_id, account_id: move.account_id },
    ...{ order_id: move.order_id, hold_id: move.hold_id, amount_cents: move.amount_cents },
    ...{ next_try_at: tx.now(), created_at: tx.now() },
  })
  await openCase(tx, { kind: 'refund_failed', ref, ...aboutOf(move), moveId: again, amountCents: move.amount_cents, reason })
  return 'used'
}

/**
 * A transfer was reversed by somebody else than this service: what came back covers what the service put up for it, and the rest is
 * owed to the seller again, held until a person has looked. Locks the order or hold, then the move.
 */
export async function applyTransfer(tx: Tx, news: Of<'transfer'>): Promise<Outcome> {
  const { ref, move: id, amountCents, currency, reversedCents } = news
  const move = await lockMoveOf(tx, id, 'payout')
  if (!move) return 'foreign'
  if (move.provider_ref !== null && move.provider_ref !== ref) return doubt(tx, move, ref, `the money was sent by ${move.provider_ref}`)
  if (move.amount_cents !== amountCents || currency !== 'usd' || reversedCents > amountCents)
    return doubt(tx, move, ref, `it is of ${amountCents} cents of ${currency.toUpperCase()}, and ${move.amount_cents} of USD were sent`)
  if (move.status === 'due') throw new ApiError('unavailable', 'This transfer is not written down as sent yet. Tell of it again.')
  if (move.status !== 'sent') return 'seen'
  const cents = reversedCents - (await queries.reversedByOthers(tx.db, move.id))
  if (cents <= 0) return 'seen'
  await queries.insertMove(tx.db, {
    ...{ id: tx.newId('mov'), kind: 'reversal', status: 'sent', of_move: move.id, provider_ref: `${ref}/${reversedCents}` },
    ...{ account_id: move.account_id, order_id: move.order_id, hold_id: move.hold_id, amount_cents: cents },
    ...{ next_try_at: tx.now(), created_at: tx.now(), sent_at: tx.now() },
  })
  await post(tx, reversed(subjectOf(move), { debtCents: 0, sellerCents: cents }))
  const subject = move.order_id === null ? { holdId: move.hold_id! } : { orderId: move.order_id }
  const again = await payAgain(tx, subject, { of_move: move.id, account_id: move.account_id, amount_cents: cents }, 'held')
  if (move.order_id !== null) await writePayout(tx, move.order_id)
  await openCase(tx, {
    kind: 'transfer_reversed',
    ref: `${ref}/${reversedCents}`,
    ...aboutOf(move),
    moveId: again,
    amountCents: cents,
    reason: null,
  })
  return 'used'
}

/** The seller's bank did not take the money, which stays in their account at the provider: they and the operator hear of it. */
export async function applyPayoutFailed(tx: Tx, { ref, account, amountCents, reason }: Of<'payout_failed'>): Promise<Outcome> {
  const known = await queries.findPayoutAccountByRef(tx.db, tx.payments!.name, account)
  if (!known) return 'foreign'
  const opened = await openCase(tx, { kind: 'payout_failed', ref, accountId: known.account_id, amountCents, reason })
  return opened ? 'used' : 'seen'
}

async function lockMoveOf(tx: Tx, id: string | null, kind: MoveRow['kind']): Promise<MoveRow | null> {
  const found = id === null ? undefined : await queries.findMove(tx.db, id)
  if (found?.kind !== kind) return null
  await (found.order_id === null ? lockHold(tx, found.hold_id!) : lockById(tx, found.order_id))
  return (await queries.lockMove(tx.db, found.id)) ?? null
}

async function doubt(tx: Tx, move: MoveRow, ref: string, reason: string): Promise<'mismatch'> {
  tx.log.warn({ move: move.id, ref, reason }, 'the payment provider tells of money of ours what cannot be')
  await openCase(tx, { kind: 'mismatch', ref, ...aboutOf(move), moveId: move.id, amountCents: move.amount_cents, reason })
  return 'mismatch'
}

const subjectOf = ({ order_id, hold_id }: MoveRow): LedgerSubject => (order_id === null ? { holdId: hold_id! } : { orderId: order_id })

const aboutOf = ({ kind, order_id, hold_id, payment_id, account_id }: MoveRow) => ({
  orderId: order_id,
  holdId: hold_id,
  paymentId: payment_id,
  accountId: kind === 'refund' ? null : account_id,
})
