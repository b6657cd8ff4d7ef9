import { feeAfterRefund, sharesOf } from '#commerce/orders/rules/order.ts'

/** Stages of a chargeback. During an inquiry, the bank has not moved any money yet. */
export const CHARGEBACK_STAGES = ['inquiry', 'open', 'won', 'lost'] as const
export type ChargebackStage = (typeof CHARGEBACK_STAGES)[number]

/**
 * Allowed transitions; `from` is null for the payment provider's first report. A bank's decision is final, so a later report does not
 * change the stage.
 */
export const CHARGEBACK_RULES: readonly { from: ChargebackStage | null; to: ChargebackStage; also: string }[] = [
  { from: null, to: 'inquiry', also: 'the operator must answer the bank; payouts to the seller are held' },
  {
    from: null,
    to: 'open',
    also: 'the order becomes a `problem`, or the payout of a completed order becomes `on_hold`; the service reverses transfers that it has already sent',
  },
  { from: null, to: 'won', also: 'no effect' },
  { from: null, to: 'lost', also: 'the effects of `open`, and then those of the change from `open` to `lost`' },
  { from: 'inquiry', to: 'open', also: 'the effects of a new `open` chargeback' },
  { from: 'inquiry', to: 'won', also: 'no effect' },
  { from: 'inquiry', to: 'lost', also: 'the effects of `open`, and then those of the change from `open` to `lost`' },
  { from: 'open', to: 'won', also: 'the order continues if only the bank complained; the seller gets back the reversed amount' },
  {
    from: 'open',
    to: 'lost',
    also: 'the amount counts as a refund; it is taken from held money, from the seller’s unpaid share, or from a reversed transfer',
  },
]

/** Returns true if a report changes the stage of a chargeback. Repeated and late reports do not change the stage. */
export const isStageChange = (from: ChargebackStage | null, to: ChargebackStage): boolean =>
  CHARGEBACK_RULES.some((rule) => rule.from === from && rule.to === to)

/**
 * Splits the cost of a further refund for a completed order between the seller's payout and the fee. The refund is `backCents`, or less if
 * less is left to refund. Returns the actual refund, the remaining fee, and both shares of the cost.
 */
export function lossOf(order: { itemCents: number; totalCents: number; refundedCents: number; feeCents: number }, backCents: number) {
  const back = Math.min(backCents, order.totalCents - order.refundedCents)
  const left = { ...order, refundedCents: order.refundedCents + back, feeCents: feeAfterRefund(order, back) }
  const [before, after] = [sharesOf(order), sharesOf(left)]
  return {
    backCents: back,
    feeLeftCents: left.feeCents,
    sellerCents: before.sellerCents - after.sellerCents,
    feeCents: before.feeCents - after.feeCents,
  }
}
