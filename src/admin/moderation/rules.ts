/**
 * Kinds of moderation action. Listings and reviews are hidden; shops and accounts are suspended. The subject of a `warning` is the report
 * that it answers. A `change` requests a change to a listing. Neither of these two hides anything.
 */
export const MEASURE_KINDS = ['listing', 'shop', 'account', 'review', 'warning', 'change'] as const
export type MeasureKind = (typeof MEASURE_KINDS)[number]

/** Outcomes of an appeal: the operator upholds or lifts the moderation action. */
export const APPEAL_OUTCOMES = ['upheld', 'lifted'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]

/** Outcomes of a report: the operator found nothing wrong, or took action. */
export const REPORT_OUTCOMES = ['dismissed', 'upheld'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

export const DISPUTE_DECISIONS = ['refund', 'part', 'complete'] as const
export type DisputeDecision = (typeof DISPUTE_DECISIONS)[number]

export const AUDIT_VERBS = [
  'listing.hide',
  'listing.show',
  'listing.request',
  'listing.settle',
  'shop.suspend',
  'shop.restore',
  'account.suspend',
  'account.restore',
  'review.hide',
  'review.show',
  'review.reword',
  'report.dismiss',
  'report.warn',
  'report.unwarn',
  'appeal.answer',
  'order.refund',
  'order.part',
  'order.complete',
  'order.return',
  'money.close',
  'operator.grant',
  'operator.revoke',
  'settings.change',
] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

export const MEASURE_VERBS: Readonly<Record<MeasureKind, { take: AuditVerb; lift: AuditVerb }>> = {
  listing: { take: 'listing.hide', lift: 'listing.show' },
  shop: { take: 'shop.suspend', lift: 'shop.restore' },
  account: { take: 'account.suspend', lift: 'account.restore' },
  review: { take: 'review.hide', lift: 'review.show' },
  warning: { take: 'report.warn', lift: 'report.unwarn' },
  change: { take: 'listing.request', lift: 'listing.settle' },
}

/** Maximum number of appeals per moderation action. Answered appeals also count, because an operator had to read each of them. */
export const MAX_APPEALS = 3

export type MeasureToAppeal = { lifted: boolean; open: boolean; appeals: number }

/**
 * Returns null if the affected user can appeal against the moderation action now. Otherwise, returns a message that tells this user why
 * not.
 */
export function appealRefusal({ lifted, open, appeals }: MeasureToAppeal): string | null {
  if (lifted) return 'This action has been lifted, so there is nothing to appeal.'
  if (open) return 'Your appeal is being reviewed. We will notify you of the answer.'
  if (appeals >= MAX_APPEALS) return `You can appeal an action ${MAX_APPEALS} times, and all your appeals have been answered.`
  return null
}
