import type { ChargebackStage } from '#admin/disputes/rules.ts'

/** What of the money needs a person: the operator's list. */
export const MONEY_CASE_KINDS = [
  'chargeback',
  'refund_failed',
  'transfer_failed',
  'transfer_reversed',
  'payout_failed',
  'account_stopped',
  'mismatch',
] as const
export type MoneyCaseKind = (typeof MONEY_CASE_KINDS)[number]

/** How the operator ends a case: the money is sent once more, was paid by hand, or the case was only looked at. */
export const CASE_ENDS = ['again', 'by_hand', 'seen'] as const
export type CaseEnd = (typeof CASE_ENDS)[number]

/** Which ends a case has. A chargeback is ended by the bank, and an account by its owner. */
export const ENDS_OF: Readonly<Record<MoneyCaseKind, readonly CaseEnd[]>> = {
  chargeback: [],
  refund_failed: ['again', 'by_hand'],
  transfer_failed: ['again', 'by_hand'],
  transfer_reversed: ['again', 'by_hand'],
  payout_failed: ['seen'],
  account_stopped: [],
  mismatch: ['seen'],
}

/** Who owes what of a case to whom. Null where nothing is owed. */
export type Owed = { by: 'service' | 'seller' | 'provider'; to: 'service' | 'seller' | 'buyer'; cents: number } | null

/**
 * What is owed: `sent` says whether the seller has been paid for what a bank took back, so that it is theirs to give back; else the
 * service has put it up. A failed refund is the buyer's; a reversed or failed transfer and what waits for an account are the seller's.
 */
export function owedOf(of: {
  kind: MoneyCaseKind
  closed: boolean
  amountCents: number
  stage: ChargebackStage | null
  takenCents: number
  coveredCents: number
  sent: boolean
}): Owed {
  if (of.kind === 'chargeback') {
    const cents = of.takenCents - of.coveredCents
    if (cents <= 0) return cents < 0 ? { by: 'service', to: 'seller', cents: -cents } : null
    return of.sent ? { by: 'seller', to: 'service', cents } : null
  }
  if (of.closed || of.amountCents === 0 || of.kind === 'mismatch') return null
  if (of.kind === 'refund_failed') return { by: 'service', to: 'buyer', cents: of.amountCents }
  return { by: of.kind === 'payout_failed' ? 'provider' : 'service', to: 'seller', cents: of.amountCents }
}
