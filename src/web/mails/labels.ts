import type { LinkPurpose } from '#identity/email-links/rules.ts'
import type { AccountMailKind, MailKind } from '#messaging/notifications/rules.ts'

type AnyKind = MailKind | AccountMailKind | LinkPurpose

/** Button label for each kind of email. */
const LABELS: Readonly<Record<AnyKind, string>> = {
  offer_received: 'See the offer',
  counter_received: 'See the counteroffer',
  offer_accepted: 'Pay now',
  offer_ended: 'See your offers',
  question: 'Answer',
  answer: 'Read the message',
  sold: 'See the order',
  ship_reminder: 'See the order',
  order_shipped: 'Follow the order',
  problem: 'See the problem',
  refund: 'See the order',
  payout: 'See your payouts',
  webhook_off: 'Open the developer page',
  approval: 'Approve or decline',
  review: 'See the review',
  search_alert: 'See your saved searches',
  price_drop: 'See the items you like',
  liked_sold: 'See the items you like',
  liked_back: 'See the items you like',
  report_closed: 'Read about safety',
  measure: 'See the details',
  decision: 'See the order',
  money: 'See the details',
  receipt: 'See your order',
  password_changed: 'Check your settings',
  address_asked: 'Check your settings',
  address_changed: 'Continue',
  access_ended: 'Set a password',
  key_made: 'Check your keys',
  webhook_changed: 'Check your webhook',
  payouts_opened: 'Check your payouts',
  new_browser: 'Check your settings',
  factor_changed: 'Check your settings',
  reset: 'Set a new password',
  verify: 'Verify your email',
  sign_in: 'Sign in',
  guest: 'See your order',
}

export const buttonLabel = (kind: string): string => (Object.hasOwn(LABELS, kind) ? LABELS[kind as AnyKind] : 'Open')
