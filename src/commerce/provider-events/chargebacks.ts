import type { ChargebackNews } from '#platform/payments/index.ts'
import type { Tx } from '#platform/context/index.ts'
import { isStageChange, type ChargebackStage } from '#admin/disputes/rules.ts'
import { chargedBack, coveredFrom, type MoneySubject } from '#commerce/ledger/rules.ts'
import { lockHold } from '#commerce/holds/access.ts'
import { disputeHold, loseHold } from '#commerce/holds/chargebacks.ts'
import type { HoldRow } from '#commerce/holds/queries.ts'
import { post } from '#commerce/ledger/index.ts'
import { lockChargeback, saveChargeback, type CaseRow } from '#commerce/payment-exceptions/index.ts'
import { lockById } from '#commerce/orders/access.ts'
import { cancelUnpaid, disputeOrder, loseOrder, winOrder } from '#commerce/orders/chargebacks.ts'
import { leftOfReversal, lowerDueRefunds, undoTakeBack } from '#commerce/payments/transfers/retry.ts'
import { isInTransit } from '#commerce/payouts/claim.ts'
import type { OrderRow } from '#commerce/orders/queries.ts'
import { changePayment, reportMismatch, findPayment, lockPayment, type PaymentRow } from '#commerce/payments/record.ts'
import { leftOfOrder, lockPurchaseParts } from './chargeback-parts.ts'
import { retryLater } from './retry-later.ts'

/** The locked order or hold that a chargeback affects: the paid order or, if there is none, the hold with the deposit. */
type Disputed = { order: OrderRow; hold?: undefined } | { order?: undefined; hold: HoldRow }
type Outcome = 'used' | 'seen' | 'foreign' | 'mismatch'

/**
 * Applies a chargeback (admin/disputes/rules.ts). While the chargeback is open, the service advances the missing money, and the order or
 * hold is paused. If the bank decides for the buyer, the service recovers the money. Idempotent; ignores a state that is older than the
 * stored state. Locks the listing, the order or hold, then the rest. `isRetried` is true when the provider will resend the event. Errors:
 * 503 for an event that is too early and will be resent.
 */
export async function applyChargeback(tx: Tx, news: ChargebackNews, isRetried: boolean): Promise<Outcome> {
  const found = await findPayment(tx, { id: news.payment, ref: null })
  if (!found) return 'foreign'
  if (found.purchase_id !== null) return applyToPurchase(tx, news, found, isRetried)
  const disputed = await lockDisputed(tx, found)
  const payment = await lockPayment(tx, found.id)
  return applyTo(tx, { news, whole: news, disputed, payment, isRetried })
}

/**
 * Splits a chargeback on a purchase into one chargeback per order. Each part's reference combines the dispute's reference and the order's
 * id.
 */
async function applyToPurchase(tx: Tx, news: ChargebackNews, found: PaymentRow, isRetried: boolean): Promise<Outcome> {
  const parts = await lockPurchaseParts(tx, news, found)
  const payment = await lockPayment(tx, found.id)
  const outcomes: Outcome[] = []
  for (const { part, order } of parts) {
    const applied = { news: part, whole: news, disputed: { order }, payment: await lockPayment(tx, payment.id), isRetried }
    const outcome = await applyTo(tx, applied)
    if (outcome === 'mismatch') return outcome
    outcomes.push(outcome)
  }
  return outcomes.includes('used') ? 'used' : 'seen'
}

/** `whole` is the chargeback of the payment, and `news` is the part of it that concerns `disputed`. */
type Applied = { news: ChargebackNews; whole: ChargebackNews; disputed: Disputed; payment: PaymentRow; isRetried: boolean }

async function applyTo(tx: Tx, { news, whole, disputed, payment, isRetried }: Applied): Promise<Outcome> {
  const early = await whyTooEarly(tx, payment, disputed)
  if (early !== null && isRetried) throw retryLater(early)
  const wrong = early ?? doubtOf(payment, whole)
  if (wrong !== null) {
    await reportMismatch(tx, payment, news.ref, wrong)
    return 'mismatch'
  }
  const before = await lockChargeback(tx, news.ref)
  const from = before?.stage ?? null
  if (before && news.entries < before.entries) return 'seen'
  const stage = isStageChange(from, news.stage) ? news.stage : from!
  const subject: MoneySubject = disputed.order ? { orderId: disputed.order.id } : { holdId: disputed.hold.id }
  await post(tx, chargedBack(subject, news.takenCents - (before?.taken_cents ?? 0)))
  const advanced = stage === from ? null : await advanceStage(tx, { payment, disputed, subject, news, from, stage, before })
  await saveChargeback(tx, before, {
    ref: news.ref,
    order_id: subject.orderId ?? null,
    hold_id: subject.holdId ?? null,
    payment_id: payment.id,
    account_id: (disputed.order ?? disputed.hold).seller_id,
    amount_cents: news.amountCents,
    stage,
    taken_cents: news.takenCents,
    covered_cents: (before?.covered_cents ?? 0) + (advanced?.coveredCents ?? 0),
    entries: news.entries,
    reason: news.reason.slice(0, 500),
    due_by: news.dueBy,
    move_id: advanced?.reversal ?? before?.move_id ?? null,
  })
  return 'used'
}

/**
 * Returns the reason why a chargeback cannot be applied yet, or null. There are two reasons: the payment is not recorded yet, or a transfer
 * is being sent and the remaining amount is therefore unknown.
 */
async function whyTooEarly(tx: Tx, { id, status }: PaymentRow, { order, hold }: Disputed): Promise<string | null> {
  if (status !== 'succeeded') return 'the payment is not recorded yet'
  const isLeaving = await isInTransit(tx, { orderId: order?.id, holdId: hold?.id, paymentId: id })
  return isLeaving ? 'a transfer of this money is still being sent' : null
}

/** Returns why a chargeback does not match the recorded payment, or null if it matches. */
function doubtOf(row: PaymentRow, { currency, amountCents, chargeRef }: ChargebackNews): string | null {
  if (currency !== 'usd') return `the currency is ${currency.toUpperCase()}, not USD`
  if (amountCents > row.amount_cents) return `the amount is ${amountCents} cents, but only ${row.amount_cents} cents were paid`
  if (row.provider_ref?.startsWith('pi_') && row.provider_ref !== chargeRef)
    return `it refers to ${chargeRef ?? 'no charge'}, but the payment has ${row.provider_ref}`
  return null
}

/** Locks the order or hold that a payment belongs to. A deposit belongs to the hold until a paid order uses it. */
async function lockDisputed(tx: Tx, { order_id, hold_id }: PaymentRow): Promise<Disputed> {
  if (order_id !== null) return { order: await lockById(tx, order_id) }
  const hold = (await lockHold(tx, hold_id!))!
  const order = hold.order_id === null ? null : await lockById(tx, hold.order_id)
  return order && order.paid_at !== null ? { order } : { hold }
}

type Step = {
  payment: PaymentRow
  disputed: Disputed
  subject: MoneySubject
  news: ChargebackNews
  from: ChargebackStage | null
  stage: ChargebackStage
  before: CaseRow | undefined
}

async function advanceStage(tx: Tx, step: Step): Promise<{ reversal: string | null; coveredCents: number }> {
  const { disputed, subject, news, from, stage, before } = step
  const begins = (stage === 'open' || stage === 'lost') && from !== 'open'
  const reversal = begins ? await begin(tx, disputed, news) : (before?.move_id ?? null)
  if (stage === 'lost') return { reversal, coveredCents: await lose(tx, step, reversal) }
  if (stage !== 'won' || from !== 'open') return { reversal, coveredCents: 0 }
  const taken = before!.covered_cents
  if (reversal !== null) await undoTakeBack(tx, subject, reversal, taken)
  if (disputed.order) await winOrder(tx, disputed.order, news.amountCents)
  return { reversal, coveredCents: -taken }
}

async function begin(tx: Tx, { order, hold }: Disputed, { amountCents, reason }: ChargebackNews): Promise<string | null> {
  if (order) return disputeOrder(tx, order, amountCents, reason)
  const waiting = hold.order_id === null ? null : await lockById(tx, hold.order_id)
  if (waiting?.status === 'awaiting_payment') await cancelUnpaid(tx, waiting)
  return disputeHold(tx, (await lockHold(tx, hold.id))!)
}

/**
 * Applies a lost chargeback. Drops unsent refunds, because the bank has already paid the buyer. Recovers the remaining amount from the
 * seller.
 */
async function lose(tx: Tx, { payment, subject, news, before }: Step, reversal: string | null): Promise<number> {
  const takenBack = (before?.covered_cents ?? 0) + (reversal === null ? 0 : await leftOfReversal(tx, reversal))
  const isPart = payment.purchase_id !== null
  const { cents: dropped, ofHoldCents } = await lowerDueRefunds(tx, payment.id, news.amountCents, isPart ? subject.orderId! : null)
  await post(tx, coveredFrom(subject, payment.hold_id, dropped, ofHoldCents))
  const refunded = payment.refunded_cents - dropped
  const left = payment.amount_cents - payment.refunded_cents - payment.charged_back_cents
  const leftCents = isPart ? Math.min(left, leftOfOrder(await lockById(tx, subject.orderId!))) : left
  const back = Math.min(news.amountCents - dropped, leftCents)
  await changePayment(tx, payment.id, {
    refunded_cents: refunded,
    charged_back_cents: payment.charged_back_cents + dropped + back,
    updated_at: tx.now(),
  })
  const loss = { amountCents: news.amountCents, backCents: back, takenBackCents: takenBack }
  if (subject.orderId !== undefined) return dropped + (await loseOrder(tx, await lockById(tx, subject.orderId), loss))
  return dropped + (await loseHold(tx, (await lockHold(tx, subject.holdId))!, loss))
}
