/**
 * Amounts, in cents, behind the payout for an order or for a deposit that the seller keeps. For an order, only the deposit is null; for a
 * deposit, all other parts are null.
 */
export type PayoutParts = {
  amount_cents: number
  item_cents: number | null
  shipping_cents: number | null
  refunded_cents: number | null
  fee_cents: number | null
  labels_cents: number | null
  deposit_cents: number | null
}

export const PAYOUT_LINES = ['item', 'shipping', 'deposit', 'refund', 'fee', 'labels', 'other'] as const
export type PayoutLine = { kind: (typeof PAYOUT_LINES)[number]; cents: number }

/**
 * Explains a payout as lines that add up to its amount. `other` is the difference that no other line explains, for example after a
 * chargeback or a partial payout. Lines of zero cents are omitted, except the line for the item.
 */
export function payoutLines(parts: PayoutParts): PayoutLine[] {
  const known: PayoutLine[] =
    parts.deposit_cents === null
      ? [
          { kind: 'item', cents: parts.item_cents! },
          { kind: 'shipping', cents: parts.shipping_cents! },
          { kind: 'refund', cents: -parts.refunded_cents! },
          { kind: 'fee', cents: -parts.fee_cents! },
          { kind: 'labels', cents: -parts.labels_cents! },
        ]
      : [{ kind: 'deposit', cents: parts.deposit_cents }]
  const rest = parts.amount_cents - known.reduce((sum, { cents }) => sum + cents, 0)
  return [...known, { kind: 'other' as const, cents: rest }].filter(({ kind, cents }) => kind === 'item' || cents !== 0)
}
