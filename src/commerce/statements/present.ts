import { dollarsFromCents } from '#core/money.ts'
import type { BalanceNow, LineRow } from './queries.ts'
import { kindOf, type Balance, type Changes, type Statement } from './rules.ts'

const presentBalance = ({ heldCents, availableCents }: Balance) => ({
  held: dollarsFromCents(heldCents),
  available: dollarsFromCents(availableCents),
})

const amounts = (of: Omit<Changes, keyof Balance>) => ({
  paid: dollarsFromCents(of.paidCents),
  refunded: dollarsFromCents(of.refundedCents),
  fees: dollarsFromCents(of.feesCents),
  labels: dollarsFromCents(of.labelsCents),
  chargebacks: dollarsFromCents(of.chargebacksCents),
  paid_out: dollarsFromCents(of.paidOutCents),
})

export const presentStatement = ({ period, isFinal, payments, opening, changes, closing }: Statement) => ({
  object: 'statement' as const,
  period,
  final: isFinal,
  payments,
  opening: presentBalance(opening),
  ...amounts(changes),
  closing: presentBalance(closing),
})

export const presentLine = (row: LineRow) => ({
  object: 'statement_line' as const,
  at: row.at.toISOString(),
  kind: kindOf(row),
  order: row.order_id,
  hold: row.hold_id,
  listing: { title: row.listing_title },
  ...amounts(row),
  ...presentBalance(row),
})

export const presentBalanceNow = (now: BalanceNow) => ({
  object: 'balance' as const,
  available: dollarsFromCents(now.availableCents),
  pending: dollarsFromCents(now.pendingCents),
  on_hold: dollarsFromCents(now.onHoldCents),
  paid_out: dollarsFromCents(now.paidOutCents),
})
