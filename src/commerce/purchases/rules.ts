import { ruleFor, type Rule } from '#core/state-machine.ts'

/** Statuses of a purchase (spec: completions 13.4). After payment, each of its orders continues independently. */
export const PURCHASE_STATUSES = ['awaiting_payment', 'paid', 'expired', 'cancelled'] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

export const PURCHASE_OPERATIONS = ['pay', 'expire', 'cancel'] as const
export type PurchaseOperation = (typeof PURCHASE_OPERATIONS)[number]

export const PURCHASE_ACTORS = ['buyer', 'provider', 'clock'] as const
export type PurchaseActor = (typeof PURCHASE_ACTORS)[number]

export type PurchaseRule = Rule<PurchaseStatus, PurchaseOperation, PurchaseActor>

/** State table of a purchase. The service rejects all other transitions. */
export const PURCHASE_RULES: readonly PurchaseRule[] = [
  { from: 'awaiting_payment', operation: 'pay', by: 'provider', to: 'paid', also: 'every order is paid and every item sold' },
  {
    from: 'awaiting_payment',
    operation: 'expire',
    by: 'clock',
    to: 'expired',
    also: 'it was not paid within 15 minutes; every item is available again',
  },
  { from: 'awaiting_payment', operation: 'cancel', by: 'buyer', to: 'cancelled', also: 'every item is available again' },
]

export type PurchaseFacts = { status: PurchaseStatus; pay_by: Date }

/** Returns a purchase's status at `now`. After `pay_by`, an unpaid purchase counts as expired, even before a job stores the new status. */
export const purchaseStatusAt = ({ status, pay_by: payBy }: PurchaseFacts, now: Date): PurchaseStatus =>
  status === 'awaiting_payment' && payBy <= now ? 'expired' : status

export type PurchaseDecision = { kind: 'move'; to: PurchaseStatus } | { kind: 'refuse'; message: string }

/** Finds the transition for an operation at the time `now`. */
export function decidePurchase(operation: PurchaseOperation, by: PurchaseActor, purchase: PurchaseFacts, now: Date): PurchaseDecision {
  const status = purchaseStatusAt(purchase, now)
  // `expire` checks the stored status, because the status at `now` is already `expired`
  const rule = ruleFor(PURCHASE_RULES, operation === 'expire' ? purchase.status : status, operation, by)
  if (rule && (operation !== 'expire' || purchase.pay_by <= now)) return { kind: 'move', to: rule.to }
  return { kind: 'refuse', message: `This purchase is ${LABELS[status]}: ${REFUSALS[operation]}.` }
}

const LABELS: Readonly<Record<PurchaseStatus, string>> = {
  awaiting_payment: 'waiting for payment',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
}

const REFUSALS: Readonly<Record<PurchaseOperation, string>> = {
  pay: 'there is nothing to pay',
  expire: 'its payment deadline has not passed',
  cancel: 'it cannot be cancelled now. Each paid order can be cancelled separately',
}
