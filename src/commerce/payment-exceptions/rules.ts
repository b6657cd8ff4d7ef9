import type { ChargebackStage } from '#admin/disputes/rules.ts'

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

/** Ways in which an operator can close a payment exception: resend the money, record a manual payment, or acknowledge the exception. */
export const CASE_ENDS = ['again', 'by_hand', 'seen'] as const
export type CaseEnd = (typeof CASE_ENDS)[number]

/**
 * For each kind of payment exception, the ways in which an operator can close it. A chargeback closes when the bank decides. The exception
 * `account_stopped` closes when the owner of the payout account resolves the problem.
 */
export const ENDS_OF: Readonly<Record<MoneyCaseKind, readonly CaseEnd[]>> = {
  chargeback: [],
  refund_failed: ['again', 'by_hand'],
  transfer_failed: ['again', 'by_hand'],
  transfer_reversed: ['again', 'by_hand'],
  payout_failed: ['seen'],
  account_stopped: [],
  mismatch: ['seen'],
}

/** Debt that results from a payment exception: debtor, creditor and amount. Null if there is no debt. */
export type Debt = { by: 'service' | 'seller' | 'provider'; to: 'service' | 'seller' | 'buyer'; cents: number } | null

/**
 * Returns the debt that results from a payment exception. For a chargeback after the payout was sent (`sent`), the seller owes the
 * uncovered part; before that, the service bears the loss. The service owes the buyer a refund that failed. The service owes the seller a
 * transfer that failed or was reversed, and money that waits for a payout account.
 */
export function debtOf(of: {
  kind: MoneyCaseKind
  closed: boolean
  amountCents: number
  stage: ChargebackStage | null
  takenCents: number
  coveredCents: number
  sent: boolean
}): Debt {
  if (of.kind === 'chargeback') {
    const cents = of.takenCents - of.coveredCents
    if (cents <= 0) return cents < 0 ? { by: 'service', to: 'seller', cents: -cents } : null
    return of.sent ? { by: 'seller', to: 'service', cents } : null
  }
  if (of.closed || of.amountCents === 0 || of.kind === 'mismatch') return null
  if (of.kind === 'refund_failed') return { by: 'service', to: 'buyer', cents: of.amountCents }
  return { by: of.kind === 'payout_failed' ? 'provider' : 'service', to: 'seller', cents: of.amountCents }
}
