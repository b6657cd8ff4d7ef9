/**
 * The double-entry ledger (completions 7): every cent that comes, waits and goes is two or more lines that sum to zero.
 * `buyer` and `bank` stand for the world outside: what buyers gave and what sellers got. `escrow` is held for an order or
 * a hold, `seller` is owed, `fees` are the service's own. `debt` is what the service put up for a payment that a buyer's bank took
 * back: below nothing until it is got from elsewhere.
 */
export const LEDGER_ACCOUNTS = ['buyer', 'escrow', 'seller', 'fees', 'bank', 'debt'] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** What a line is about: one order or one hold. */
export type MoneySubject = { orderId: string; holdId?: undefined } | { holdId: string; orderId?: undefined }

/** One line of a posting; positive is money that comes into the account. */
export type LedgerLine = { account: LedgerAccount; amountCents: number } & MoneySubject

/** A buyer's payment arrived: of an order, or the deposit of a hold. */
export const received = (subject: MoneySubject, amountCents: number): LedgerLine[] => moved(subject, 'buyer', 'escrow', amountCents)

/** A deposit becomes part of what is paid for an order. */
export const depositUsed = (holdId: string, orderId: string, amountCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -amountCents, holdId },
  { account: 'escrow', amountCents, orderId },
]

/** Money went back to the buyer, out of what is held. */
export const givenBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => moved(subject, 'escrow', 'buyer', amountCents)

/** A sale is done, or a deposit is kept: what is held is the seller's now, less the fee. */
export const earned = (subject: MoneySubject, heldCents: number, feeCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -heldCents, ...subject },
  { account: 'seller', amountCents: heldCents - feeCents, ...subject },
  { account: 'fees', amountCents: feeCents, ...subject },
]

/** What was owed to a seller was sent to them. */
export const paidOut = (subject: MoneySubject, amountCents: number): LedgerLine[] => moved(subject, 'seller', 'bank', amountCents)

/** A refund that was sent came back: the money is held again. */
export const cameBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => moved(subject, 'buyer', 'escrow', amountCents)

/** A buyer's bank took a payment back, out of the service's own pocket; below nothing: the bank gave it back again. */
export const chargedBack = (subject: MoneySubject, amountCents: number): LedgerLine[] => moved(subject, 'debt', 'buyer', amountCents)

/** What was put up for a bank is got: from what is held, from what a seller is owed, from the fee. */
export const covered = (subject: MoneySubject, from: { escrowCents?: number; sellerCents?: number; feeCents?: number }): LedgerLine[] => {
  const { escrowCents = 0, sellerCents = 0, feeCents = 0 } = from
  return [
    { account: 'escrow', amountCents: -escrowCents, ...subject },
    { account: 'seller', amountCents: -sellerCents, ...subject },
    { account: 'fees', amountCents: -feeCents, ...subject },
    { account: 'debt', amountCents: escrowCents + sellerCents + feeCents, ...subject },
  ]
}

/** Likewise from refunds of a payment that have not left: what an order did not take of a deposit is held for the hold itself. */
export const coveredFrom = (subject: MoneySubject, holdId: string | null, cents: number, ofHoldCents: number): LedgerLine[] => {
  if (subject.holdId !== undefined || holdId === null) return covered(subject, { escrowCents: cents })
  return [
    ...covered(subject, { escrowCents: cents - ofHoldCents }),
    { account: 'escrow', amountCents: -ofHoldCents, holdId },
    { account: 'debt', amountCents: ofHoldCents, ...subject },
  ]
}

/** What a seller had got came back: toward what was put up, and the rest is owed to them again. */
export const reversed = (subject: MoneySubject, { debtCents, sellerCents }: { debtCents: number; sellerCents: number }): LedgerLine[] => [
  { account: 'bank', amountCents: -debtCents - sellerCents, ...subject },
  { account: 'debt', amountCents: debtCents, ...subject },
  { account: 'seller', amountCents: sellerCents, ...subject },
]

/** The bank decided for the seller: what was taken from them is owed to them again. */
export const owedAgain = (subject: MoneySubject, amountCents: number): LedgerLine[] => moved(subject, 'debt', 'seller', amountCents)

/** Whether lines make a posting: whole cents, in sum zero. */
export const balances = (lines: readonly LedgerLine[]): boolean =>
  lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0

const moved = (subject: MoneySubject, from: LedgerAccount, to: LedgerAccount, amountCents: number): LedgerLine[] => [
  { account: from, amountCents: -amountCents, ...subject },
  { account: to, amountCents, ...subject },
]
