import type { ChargebackNews } from '#adapters/payments/index.ts'
import type { Tx } from '#context.ts'
import { movesOn, type ChargebackStage } from '#domain/chargeback.ts'
import { chargedBack, covered, type LedgerSubject } from '#domain/ledger.ts'
import { lockHold } from '#features/holds/access.ts'
import { disputeHold, loseHold } from '#features/holds/chargebacks.ts'
import type { HoldRow } from '#features/holds/queries.ts'
import { post } from '#features/ledger/service.ts'
import { lockChargeback, saveChargeback, type CaseRow } from '#features/money-cases/service.ts'
import { lockById } from '#features/orders/access.ts'
import { cancelUnpaid, disputeOrder, loseOrder, winOrder } from '#features/orders/chargebacks.ts'
import { lowerDueRefunds, undoTakeBack } from '#features/orders/money/again.ts'
import type { OrderRow } from '#features/orders/queries.ts'
import * as queries from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { distrust } from './record.ts'

/** What is disputed, locked: a paid order, or a deposit that is not part of one. */
type Disputed = { order: OrderRow; hold?: undefined } | { order?: undefined; hold: HoldRow }

/**
 * What a buyer's bank does about a payment (domain/chargeback.ts): what it took is put up by the service, the order or the hold waits,
 * and what the bank decides is got from where the money is. Safe to repeat, and news that is older than what is known does nothing.
 * Locks the listing, the order or hold, then the rest.
 */
export async function applyChargeback(tx: Tx, news: ChargebackNews): Promise<'used' | 'seen' | 'foreign' | 'mismatch'> {
  const found = news.payment === null ? undefined : await queries.findPayment(tx.db, news.payment)
  if (!found) return 'foreign'
  const disputed = await lockDisputed(tx, found)
  const payment = await queries.lockPayment(tx.db, found.id)
  const wrong = doubtOf(payment, news)
  if (wrong !== null) {
    await distrust(tx, payment, news.ref, wrong)
    return 'mismatch'
  }
  const before = await lockChargeback(tx, news.ref)
  const from = before?.stage ?? null
  if (before && news.entries < before.entries) return 'seen'
  const stage = movesOn(from, news.stage) ? news.stage : from!
  const subject: LedgerSubject = disputed.order ? { orderId: disputed.order.id } : { holdId: disputed.hold.id }
  await post(tx, chargedBack(subject, news.takenCents - (before?.taken_cents ?? 0)))
  const moved = stage === from ? null : await moveOn(tx, { payment, disputed, subject, news, from, stage, before })
  await saveChargeback(tx, before, {
    ref: news.ref,
    order_id: subject.orderId ?? null,
    hold_id: subject.holdId ?? null,
    payment_id: payment.id,
    account_id: (disputed.order ?? disputed.hold).seller_id,
    amount_cents: news.amountCents,
    stage,
    taken_cents: news.takenCents,
    covered_cents: (before?.covered_cents ?? 0) + (moved?.coveredCents ?? 0),
    entries: news.entries,
    reason: news.reason.slice(0, 500),
    due_by: news.dueBy,
    move_id: moved?.reversal ?? before?.move_id ?? null,
  })
  return 'used'
}

/** Whether it is about a payment that was made here, as it was made. */
function doubtOf(row: PaymentRow, { currency, amountCents, chargeRef }: ChargebackNews): string | null {
  if (row.status !== 'succeeded') return 'its payment has not arrived here'
  if (currency !== 'usd') return `it is of ${currency.toUpperCase()}, and not of USD`
  if (amountCents > row.amount_cents) return `it is of ${amountCents} cents, and ${row.amount_cents} were paid`
  if (row.provider_ref?.startsWith('pi_') && row.provider_ref !== chargeRef)
    return `it is about ${chargeRef ?? 'no charge'}, and the payment is ${row.provider_ref}`
  return null
}

/** An order that was to be paid with the deposit is cancelled first: it can never be. */
async function lockDisputed(tx: Tx, { order_id, hold_id }: PaymentRow): Promise<Disputed> {
  if (order_id !== null) return { order: await lockById(tx, order_id) }
  const hold = (await lockHold(tx, hold_id!))!
  const order = hold.order_id === null ? null : await lockById(tx, hold.order_id)
  return order && order.paid_at !== null ? { order } : { hold }
}

type Step = {
  payment: PaymentRow
  disputed: Disputed
  subject: LedgerSubject
  news: ChargebackNews
  from: ChargebackStage | null
  stage: ChargebackStage
  before: CaseRow | undefined
}

async function moveOn(tx: Tx, step: Step): Promise<{ reversal: string | null; coveredCents: number }> {
  const { disputed, subject, news, from, stage, before } = step
  const begins = (stage === 'open' || stage === 'lost') && from !== 'open'
  const reversal = begins ? await begin(tx, disputed, news) : (before?.move_id ?? null)
  if (stage === 'lost') return { reversal, coveredCents: await lose(tx, step) }
  if (stage !== 'won' || from !== 'open') return { reversal, coveredCents: 0 }
  const again = reversal === null ? 0 : await undoTakeBack(tx, subject, reversal)
  if (disputed.order) await winOrder(tx, disputed.order, news.amountCents)
  return { reversal, coveredCents: -again }
}

async function begin(tx: Tx, { order, hold }: Disputed, { amountCents, reason }: ChargebackNews): Promise<string | null> {
  if (order) return disputeOrder(tx, order, amountCents, reason)
  const waiting = hold.order_id === null ? null : await lockById(tx, hold.order_id)
  if (waiting?.status === 'awaiting_payment') await cancelUnpaid(tx, waiting)
  return disputeHold(tx, (await lockHold(tx, hold.id))!)
}

/** First what was to go back by us, as the bank has given it; then what of the payment is still here. */
async function lose(tx: Tx, { payment, subject, news }: Step): Promise<number> {
  const dropped = await lowerDueRefunds(tx, payment.id, news.amountCents)
  await post(tx, covered(subject, { escrowCents: dropped }))
  const refunded = payment.refunded_cents - dropped
  const here = Math.max(0, payment.amount_cents - refunded - payment.charged_back_cents - dropped)
  const back = Math.min(news.amountCents - dropped, here)
  await queries.updatePayment(tx.db, payment.id, {
    refunded_cents: refunded,
    charged_back_cents: payment.charged_back_cents + dropped + back,
    updated_at: tx.now(),
  })
  if (subject.orderId !== undefined) return dropped + (await loseOrder(tx, await lockById(tx, subject.orderId), news.amountCents, back))
  return dropped + (await loseHold(tx, (await lockHold(tx, subject.holdId))!, back))
}
