import type { MeasureKind } from '#admin/moderation/rules.ts'
import type { Report } from '#web/framework/page/records.ts'

/** Short labels of moderation actions. */
export const DOWN: Readonly<Record<MeasureKind, string>> = {
  listing: 'Listing hidden',
  shop: 'Shop suspended',
  account: 'Account suspended',
  review: 'Review hidden',
  warning: 'Warning',
}

export const REPORT_REASONS: Readonly<Record<Report['reason'], string>> = {
  counterfeit: 'Counterfeit',
  prohibited: 'Prohibited item',
  misleading: 'Misleading',
  offensive: 'Offensive',
  spam: 'Spam',
  threat: 'Threat or harassment',
  fake: 'Fake',
  off_site_payment: 'Payment outside the service',
  private_data: 'Private data',
  other: 'Something else',
}
