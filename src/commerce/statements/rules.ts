/** Period of a statement: a month (`2026-11`) or a year (`2026`) in UTC. `until` is the first instant after the period. */
export type Period = { name: string; from: Date; until: Date }

/** Returns the period that the text names. Returns null for other text, for a period before 2000, and for a period in the future. */
export function periodOf(text: string, now: Date): Period | null {
  const [, year, month] = /^(2\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year === undefined) return null
  const first = month === undefined ? 0 : Number(month) - 1
  const from = new Date(Date.UTC(Number(year), first))
  const until = new Date(Date.UTC(Number(year), month === undefined ? 12 : first + 1))
  return from > now ? null : { name: text, from, until }
}

/** A seller's money in cents: the amount held for unfinished orders and holds, and the amount earned but not paid out yet. */
export type Balance = { heldCents: number; availableCents: number }

/**
 * Changes in a seller's balance, in cents. The balance (held plus available money) increases by the paid amount and decreases by all other
 * amounts.
 */
export type Changes = Balance & {
  paidCents: number
  refundedCents: number
  feesCents: number
  labelsCents: number
  chargebacksCents: number
  paidOutCents: number
}

export type Month = Changes & {
  month: string
  payments: number
}

/**
 * Sales on one day (UTC): the number of paid orders, the number of reported problems, and the payments received, fees earned and refunds in
 * cents.
 */
export type TradeDay = { day: string; orders: number; volumeCents: number; feesCents: number; refundsCents: number; disputes: number }

/** A seller's statement. The closing balance (`closing`) is the opening balance (`opening`) plus the changes in the period. */
export type Statement = {
  period: string
  isFinal: boolean
  payments: number
  opening: Balance
  changes: Changes
  closing: Balance
}

/** Returns the statement for a period. `months` contains the balance changes of all months. */
export function statementOf(months: readonly Month[], { name, until }: Period, now: Date): Statement {
  const opening = sumOf(months.filter(({ month }) => month < name))
  const within = months.filter(({ month }) => month.startsWith(name))
  const changes = sumOf(within)
  return {
    period: name,
    isFinal: until <= now,
    payments: within.reduce((sum, { payments }) => sum + payments, 0),
    opening: { heldCents: opening.heldCents, availableCents: opening.availableCents },
    changes,
    closing: {
      heldCents: opening.heldCents + changes.heldCents,
      availableCents: opening.availableCents + changes.availableCents,
    },
  }
}

/** Balance changes in a month without activity, all of them zero. */
export const NO_CHANGES: Changes = {
  heldCents: 0,
  availableCents: 0,
  paidCents: 0,
  refundedCents: 0,
  feesCents: 0,
  labelsCents: 0,
  chargebacksCents: 0,
  paidOutCents: 0,
}

const NAMES = Object.keys(NO_CHANGES) as (keyof Changes)[]

const sumOf = (all: readonly Changes[]): Changes =>
  all.reduce((sum, one) => Object.fromEntries(NAMES.map((name) => [name, sum[name] + one[name]])) as unknown as Changes, NO_CHANGES)

export const LINE_KINDS = [
  'payment', 'refund', 'refund_returned', 'completed', 'label', 'payout', 'payout_returned', 'chargeback', 'chargeback_returned',
] as const // prettier-ignore
export type LineKind = (typeof LINE_KINDS)[number]

/** Returns the kind of a balance change. If several amounts changed, the first matching rule determines the kind. */
export function kindOf(line: Changes): LineKind {
  if (line.paidCents > 0) return 'payment'
  if (line.refundedCents > 0) return 'refund'
  if (line.refundedCents < 0) return 'refund_returned'
  if (line.paidOutCents > 0) return 'payout'
  if (line.paidOutCents < 0) return 'payout_returned'
  if (line.chargebacksCents > 0) return 'chargeback'
  if (line.chargebacksCents < 0) return 'chargeback_returned'
  return line.labelsCents === 0 ? 'completed' : 'label'
}
