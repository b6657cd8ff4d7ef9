import { feeAfterRefund, sharesOf } from '#commerce/orders/rules/order.ts'

/** Stages of a chargeback. An inquiry has not moved money. */
export const CHARGEBACK_STAGES = ['inquiry', 'open', 'won', 'lost'] as const
export type ChargebackStage = (typeof CHARGEBACK_STAGES)[number]

/** Allowed transitions. `null`: no earlier news. A bank's decision is final, regardless of late news. */
export const CHARGEBACK_RULES: readonly { from: ChargebackStage | null; to: ChargebackStage; also: string }[] = [
  { from: null, to: 'inquiry', also: 'the operator answers the bank; money that is due to the seller waits' },
  { from: null, to: 'open', also: 'the order is a `problem`, a completed one has its payout `on_hold`; what was sent is taken back' },
  { from: null, to: 'won', also: 'nothing moves' },
  { from: null, to: 'lost', also: 'as `open`, and then as below' },
  { from: 'inquiry', to: 'open', also: 'as above' },
  { from: 'inquiry', to: 'won', also: 'nothing moves' },
  { from: 'inquiry', to: 'lost', also: 'as `open`, and then as below' },
  { from: 'open', to: 'won', also: 'the order goes on where only the bank complained; the seller gets again what was taken from them' },
  {
    from: 'open',
    to: 'lost',
    also: 'what the bank took is a refund: out of what is held, is owed to the seller, or is taken back from them',
  },
]

/** True when news changes the stage. Repeated or late news does not. */
export const movesOn = (from: ChargebackStage | null, to: ChargebackStage): boolean =>
  CHARGEBACK_RULES.some((rule) => rule.from === from && rule.to === to)

/** Returns the seller's and the fee's loss when the buyer of a completed order gets `backCents` more. */
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
