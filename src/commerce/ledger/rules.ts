/**
 * Accounts of the double-entry ledger. The lines of a posting sum to zero (spec: completions 7). Payments come from `buyer`, and payouts go
 * to `bank`; both are outside the service. `escrow` is money held for an order or a hold, `seller` is money owed to the seller, and `fees`
 * is revenue. `debt` is negative while the service has advanced money for a chargeback. `carrier` is money that the service paid to
 * carriers. `postage` is negative while the service has advanced the cost of a label.
 */
export const LEDGER_ACCOUNTS = ['buyer', 'escrow', 'seller', 'fees', 'bank', 'debt', 'carrier', 'postage'] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** The order or the hold that money belongs to. */
export type MoneySubject = { orderId: string; holdId?: undefined } | { holdId: string; orderId?: undefined }

/** The record that a payment is for. For a purchase, the ledger records the payment in one part per order. */
export type PaymentSubject = (MoneySubject & { purchaseId?: undefined }) | { purchaseId: string; orderId?: undefined; holdId?: undefined }

/** A line of a posting. A positive amount is money that enters the account. */
export type LedgerLine = { account: LedgerAccount; amountCents: number } & MoneySubject

/** Records the payment of an order, or of a hold's deposit. */
export const received = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'buyer', 'escrow', amountCents)

/** Moves a deposit from its hold to the order that the deposit helps to pay for. */
export const depositUsed = (holdId: string, orderId: string, amountCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -amountCents, holdId },
  { account: 'escrow', amountCents, orderId },
]

/** Moves shipping between two orders of one purchase, inside escrow. */
export const shippingMoved = (fromId: string, toId: string, amountCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -amountCents, orderId: fromId },
  { account: 'escrow', amountCents, orderId: toId },
]

/** Records a refund from escrow to the buyer. */
export const givenBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'escrow', 'buyer', amountCents)

/** Moves money from escrow to the seller, minus the fee, for a completed sale or for a deposit that the seller keeps. */
export const earned = (subject: MoneySubject, heldCents: number, feeCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -heldCents, ...subject },
  { account: 'seller', amountCents: heldCents - feeCents, ...subject },
  { account: 'fees', amountCents: feeCents, ...subject },
]

/** Records the purchase of a shipping label. The service advances the cost. */
export const postagePaid = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'postage', 'carrier', amountCents)

/** Records the carrier's refund for a voided label. */
export const postageReturned = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'carrier', 'postage', amountCents)

/** Repays the cost that the service advanced for a label, from the seller's share. */
export const postageEarned = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'seller', 'postage', amountCents)

/** Repays the cost that the service advanced for the label of order `ofId`, from the seller's share of the later order `fromId`. */
export const postageRecovered = (fromId: string, ofId: string, amountCents: number): LedgerLine[] => [
  { account: 'seller', amountCents: -amountCents, orderId: fromId },
  { account: 'postage', amountCents, orderId: ofId },
]

/** Records a payout to the seller. */
export const paidOut = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'seller', 'bank', amountCents)

/** Moves the money from a failed refund back to escrow. */
export const refundReturned = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'buyer', 'escrow', amountCents)

/** Records a chargeback. The service advances the amount. A negative amount means that the bank returned the money. */
export const chargedBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'debt', 'buyer', amountCents)

/** Repays the amount that the service advanced for a chargeback, from escrow, the seller's balance and the fees. */
export const covered = (subject: MoneySubject, from: { escrowCents?: number; sellerCents?: number; feeCents?: number }): LedgerLine[] => {
  const { escrowCents = 0, sellerCents = 0, feeCents = 0 } = from
  return [
    { account: 'escrow', amountCents: -escrowCents, ...subject },
    { account: 'seller', amountCents: -sellerCents, ...subject },
    { account: 'fees', amountCents: -feeCents, ...subject },
    { account: 'debt', amountCents: escrowCents + sellerCents + feeCents, ...subject },
  ]
}

/**
 * Repays the advance for a chargeback with the refunds of the same payment that were due but not sent. Takes the refund of the unused part
 * of a deposit from the hold's escrow, and all other refunds from the order's escrow.
 */
export const coveredFrom = (subject: MoneySubject, holdId: string | null, cents: number, ofHoldCents: number): LedgerLine[] => {
  if (subject.holdId !== undefined || holdId === null) return covered(subject, { escrowCents: cents })
  return [
    ...covered(subject, { escrowCents: cents - ofHoldCents }),
    { account: 'escrow', amountCents: -ofHoldCents, holdId },
    { account: 'debt', amountCents: ofHoldCents, ...subject },
  ]
}

/**
 * Records money that was recovered from a seller. `debtCents` repays the advance for a chargeback; `sellerCents` is owed to the seller
 * again.
 */
export const reversed = (subject: MoneySubject, { debtCents, sellerCents }: { debtCents: number; sellerCents: number }): LedgerLine[] => [
  { account: 'bank', amountCents: -debtCents - sellerCents, ...subject },
  { account: 'debt', amountCents: debtCents, ...subject },
  { account: 'seller', amountCents: sellerCents, ...subject },
]

/** After the bank has decided in the seller's favor, makes the amount that a chargeback took from the seller payable again. */
export const payableAgain = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'debt', 'seller', amountCents)

/** Returns true when all lines are whole cents and the sum is zero. */
export const balances = (lines: readonly LedgerLine[]): boolean =>
  lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0

const transferred = (subject: MoneySubject, from: LedgerAccount, to: LedgerAccount, amountCents: number): LedgerLine[] => [
  { account: from, amountCents: -amountCents, ...subject },
  { account: to, amountCents, ...subject },
]
