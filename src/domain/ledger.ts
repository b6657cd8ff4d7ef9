/**
 * The double-entry ledger (completions 7): every cent that comes, waits and goes is two or more lines that sum to zero.
 * `buyer` and `bank` stand for the world outside: what buyers gave and what sellers got. `escrow` is held for an order or
 * a hold, `seller` is owed, `fees` are the service's own.
 */
export type LedgerAccount = 'buyer' | 'escrow' | 'seller' | 'fees' | 'bank'

/** What a line is about: one order or one hold. */
export type LedgerSubject = { orderId: string; holdId?: undefined } | { holdId: string; orderId?: undefined }

/** One line of a posting; positive is money that comes into the account. */
export type LedgerLine = { account: LedgerAccount; amountCents: number } & LedgerSubject

/** A buyer's payment arrived: of an order, or the deposit of a hold. */
export const received = (subject: LedgerSubject, amountCents: number): LedgerLine[] => moved(subject, 'buyer', 'escrow', amountCents)

/** A deposit becomes part of what is paid for an order. */
export const depositUsed = (holdId: string, orderId: string, amountCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -amountCents, holdId },
  { account: 'escrow', amountCents, orderId },
]

/** Money went back to the buyer, out of what is held. */
export const givenBack = (subject: LedgerSubject, amountCents: number): LedgerLine[] => moved(subject, 'escrow', 'buyer', amountCents)

/** A sale is done, or a deposit is kept: what is held is the seller's now, less the fee. */
export const earned = (subject: LedgerSubject, heldCents: number, feeCents: number): LedgerLine[] => [
  { account: 'escrow', amountCents: -heldCents, ...subject },
  { account: 'seller', amountCents: heldCents - feeCents, ...subject },
  { account: 'fees', amountCents: feeCents, ...subject },
]

/** What was owed to a seller was sent to them. */
export const paidOut = (subject: LedgerSubject, amountCents: number): LedgerLine[] => moved(subject, 'seller', 'bank', amountCents)

/** Whether lines make a posting: whole cents, in sum zero. */
export const balances = (lines: readonly LedgerLine[]): boolean =>
  lines.every(({ amountCents }) => Number.isSafeInteger(amountCents)) && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0

const moved = (subject: LedgerSubject, from: LedgerAccount, to: LedgerAccount, amountCents: number): LedgerLine[] => [
  { account: from, amountCents: -amountCents, ...subject },
  { account: to, amountCents, ...subject },
]
