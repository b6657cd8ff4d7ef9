/**
 * Accounts of the double-entry ledger. The lines of each posting add up to zero (spec: completions 7). Payments come from `buyer`, and
 * payouts go to `bank`, both outside the service. `escrow` is money held for an order or a hold, `seller` is money owed to the seller, and
 * `fees` is revenue. `debt` is negative while the service has advanced money for a chargeback. `carrier` is money that the service paid to
 * carriers. `postage` is negative while the service has advanced the cost of a label.
 */
export const LEDGER_ACCOUNTS = ['buyer', 'escrow', 'seller', 'fees', 'bank', 'debt', 'carrier', 'postage'] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** The order or hold to which money belongs. */
export type MoneySubject = { orderId: string; holdId?: undefined } | { holdId: string; orderId?: undefined }

/** The record that a payment is for. The ledger divides the payment for a purchase among its orders. */
export type PaymentSubject = (MoneySubject & { purchaseId?: undefined }) | { purchaseId: string; orderId?: undefined; holdId?: undefined }

/** A line of a ledger posting. A positive amount enters the account. */
export type LedgerLine = { account: LedgerAccount; amountCents: number } & MoneySubject

/** Records the payment for an order or for the deposit of a hold. */
export const received = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'buyer', 'escrow', amountCents)

/** Moves a deposit from its hold to the order that it partly pays for. */
export const depositUsed = (holdId: string, orderId: string, amountCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -amountCents, holdId },
  { account: 'escrow', amountCents, orderId },
]

/** Moves shipping money between two orders of one purchase. The money stays in escrow. */
export const shippingMoved = (fromId: string, toId: string, amountCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -amountCents, orderId: fromId },
  { account: 'escrow', amountCents, orderId: toId },
]

/** Records a refund from escrow to the buyer. */
export const givenBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'escrow', 'buyer', amountCents)

/** Moves money from escrow to the seller, minus the fee. For a completed sale, or for a deposit that is forfeited to the seller. */
export const earned = (subject: MoneySubject, heldCents: number, feeCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -heldCents, ...subject },
  { account: 'seller', amountCents: heldCents - feeCents, ...subject },
  { account: 'fees', amountCents: feeCents, ...subject },
]

/** Records the purchase of a shipping label, for which the service advances the cost. */
export const postagePaid = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'postage', 'carrier', amountCents)

/** Records the carrier's refund for a voided label. */
export const postageReturned = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'carrier', 'postage', amountCents)

/** Repays the service, from the seller's share, for a label whose cost the service advanced. */
export const postageEarned = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'seller', 'postage', amountCents)

/**
 * Repays the cost that the service advanced for the label of order `ofId`. The money comes from the seller's share of a later order,
 * `fromId`.
 */
export const postageRecovered = (fromId: string, ofId: string, amountCents: number): LedgerLine[] => [
  { account: 'seller', amountCents: -amountCents, orderId: fromId },
  { account: 'postage', amountCents, orderId: ofId },
]

/** Records a payout to the seller. */
export const paidOut = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'seller', 'bank', amountCents)

/** Moves the money of a failed refund back to escrow. */
export const refundReturned = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'buyer', 'escrow', amountCents)

/** Records a chargeback, which the service advances. A negative amount means that the bank returned the money. */
export const chargedBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => transferred(subject, 'debt', 'buyer', amountCents)

/** Repays the service for a chargeback that it advanced, from escrow, the seller's balance and the fees. */
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
 * Covers a chargeback that the service has advanced, using refunds of the same payment that were due but not sent. Takes the refund of the
 * unused part of a deposit from the hold's escrow, and all other refunds from the order's escrow.
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
 * Records money recovered from a seller. `debtCents` repays the service's advance for a chargeback; `sellerCents` becomes payable to the
 * seller again.
 */
export const reversed = (subject: MoneySubject, { debtCents, sellerCents }: { debtCents: number; sellerCents: number }): LedgerLine[] => [
  { account: 'bank', amountCents: -debtCents - sellerCents, ...subject },
  { account: 'debt', amountCents: debtCents, ...subject },
  { account: 'seller', amountCents: sellerCents, ...subject },
]

/** After a bank decision in the seller's favor, makes the money that the chargeback took from the seller payable again. */
export const payableAgain = (subject: MoneySubject, amountCents: number): LedgerLine[] =>
  transferred(subject, 'debt', 'seller', amountCents)

/** Returns true if all amounts are whole cents and add up to zero. */
export const balances = (lines: readonly LedgerLine[]): boolean =>
  lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0

const transferred = (subject: MoneySubject, from: LedgerAccount, to: LedgerAccount, amountCents: number): LedgerLine[] => [
  { account: from, amountCents: -amountCents, ...subject },
  { account: to, amountCents, ...subject },
]
