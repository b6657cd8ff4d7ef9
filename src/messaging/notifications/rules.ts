/** Kinds of notification emails, in the order of the settings page. Each kind has a switch, which is on by default. */
export const NOTICES = {
  offer_received: 'A buyer makes an offer',
  counter_received: 'A seller counters your offer',
  offer_accepted: 'Your offer is accepted and you can pay',
  offer_ended: 'Your offer is declined or closed',
  question: 'A buyer needs your answer',
  answer: 'A seller sends you a message',
  sold: 'You sell an item',
  ship_reminder: 'You need to ship an order soon',
  order_shipped: 'A seller ships your order',
  problem: 'A problem with an order is reported or answered, or a return changes',
  refund: 'An order is cancelled or refunded',
  payout: 'A payout is sent to you',
  webhook_off: 'Your webhook is switched off after three days of failures',
  approval: 'An agent asks for your approval',
  review: 'You get a review, or a reply to your review',
  search_alert: 'New results for your saved searches, once a day',
  price_drop: 'An item that you like costs less, once a day',
  liked_sold: 'An item that you like is sold, once a day',
  liked_back: 'An item that you like is for sale again, once a day',
  report_closed: 'We review something that you reported',
} as const satisfies Record<string, string>

/** Notifications that no switch suppresses. */
export const ALWAYS_NOTIFIED = {
  measure: 'The operator hides your content, suspends your shop or account, or answers your appeal',
  decision: 'The operator decides a dispute about your order',
  receipt: 'You buy an item without an account',
  money: 'A bank reverses a payment, or a payout or refund to you fails',
} as const satisfies Record<string, string>

/**
 * Emails about the account itself, which no switch suppresses. They are sent to an explicit email address. Emails with a link use its
 * purpose (`LinkPurpose`).
 */
export const ACCOUNT_MAILS = {
  password_changed: 'Your password was changed',
  address_asked: 'A new email address was requested for your account',
  address_changed: 'Your account has a new email address',
  access_ended: 'Earlier access ended when you confirmed your email address',
  key_made: 'Your account has a new key',
  webhook_changed: 'Your webhook was changed',
  payouts_opened: 'A link to your payout account was created',
  new_browser: 'A new browser signed in to your account',
  factor_changed: 'Your two-step verification or a passkey was changed',
} as const satisfies Record<string, string>

export type AccountMailKind = keyof typeof ACCOUNT_MAILS

export type MailKind = NoticeKind | keyof typeof ALWAYS_NOTIFIED

export type NoticeKind = keyof typeof NOTICES

export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]

/** Kinds that are also sent as push notifications. A second switch controls these. */
export const PUSH_KINDS = [
  'offer_received',
  'counter_received',
  'offer_accepted',
  'sold',
  'ship_reminder',
  'problem',
  'refund',
  'approval',
  'search_alert',
  'price_drop',
  'liked_sold',
  'liked_back',
] as const satisfies readonly NoticeKind[]
export type PushKind = (typeof PUSH_KINDS)[number]

export const hasPush = (kind: MailKind): kind is PushKind => (PUSH_KINDS as readonly string[]).includes(kind)

/** Kinds that are sent as daily digests. Their emails contain a link that switches the kind off with one click (RFC 8058). */
export const DIGEST_KINDS = ['search_alert', 'price_drop', 'liked_sold', 'liked_back'] as const satisfies readonly NoticeKind[]
export type DigestKind = (typeof DIGEST_KINDS)[number]

export const isDigest = (kind: string): kind is DigestKind => (DIGEST_KINDS as readonly string[]).includes(kind)
