import { dollarsFromCents } from '#core/money.ts'
import type { PayoutAccount } from './accounts.ts'
import type { PayoutRow } from './payouts/queries.ts'
import { payoutLines } from './payouts/rules.ts'

export const presentPayoutAccount = ({ provider, ready, url }: PayoutAccount) => ({
  object: 'payout_account' as const,
  provider,
  ready,
  url,
})

/** Builds the API view of a payout. `ready` is true if the seller's account can receive payouts. */
export const presentPayout = (row: PayoutRow, ready: boolean) => ({
  object: 'payout' as const,
  id: row.id,
  amount: dollarsFromCents(row.amount_cents),
  lines: payoutLines(row).map(({ kind, cents }) => ({ kind, amount: dollarsFromCents(cents) })),
  status: row.status === 'sent' ? ('sent' as const) : ('waiting' as const),
  why: row.status === 'sent' ? null : whyWaiting(row, ready),
  order: row.order_id,
  hold: row.hold_id,
  listing: { title: row.listing_title },
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
})

function whyWaiting({ tries, status }: PayoutRow, ready: boolean): string {
  if (status === 'held') return 'This payout was returned from your account. Our team is reviewing it.'
  if (!ready) return 'Your payout account is not set up. Set it up with POST /payouts/account.'
  return tries > 0 ? 'The payment provider has not accepted this payout yet. We try again automatically.' : 'This payout is on its way.'
}
