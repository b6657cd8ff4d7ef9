/** Kinds of notification mails, each with a switch that is on by default, in the order of the settings page. */
export const NOTICES = {
  offer_received: 'Somebody makes an offer',
  counter_received: 'A seller answers your offer with another price',
  offer_accepted: 'Your offer is accepted and waits for payment',
  offer_ended: 'Your offer is turned down, or what it was for is gone',
  question: 'A buyer waits for your answer',
  answer: 'A seller answers you',
  sold: 'Something of yours is sold',
  ship_reminder: 'A sold thing has to be sent soon',
  order_shipped: 'Something you bought is on its way',
  problem: 'Somebody reports a problem with an order, or answers one',
  refund: 'An order is cancelled or refunded',
  payout: 'Money is sent to you',
  webhook_off: 'Your webhook is switched off after failing for days',
  approval: 'An agent asks for your approval',
  review: 'Somebody reviews an order, or answers your review',
  search_alert: 'New finds for your saved searches, once a day',
  report_closed: 'Something you reported was looked at',
} as const satisfies Record<string, string>

/** Notifications that no switch suppresses. */
export const ALWAYS_TOLD = {
  measure: 'The operator hides or suspends something of yours, or answers your appeal',
  decision: 'The operator decides about an order of yours',
  money: 'A bank takes money back, or money of yours cannot be sent',
} as const satisfies Record<string, string>

/**
 * Mails about the account itself, which no switch suppresses, sent to an explicit address. Mails with a link use its purpose
 * (`LinkPurpose`).
 */
export const ACCOUNT_MAILS = {
  password_changed: 'Your password was changed',
  address_asked: 'Somebody asked for another address for your account',
  address_changed: 'Your account has another address',
  access_ended: 'Proving your address ended what was made before',
  key_made: 'Your account has a new key',
  webhook_changed: 'Your webhook goes to another address',
  payouts_opened: 'Somebody opened where your money is paid to',
  new_browser: 'Somebody signed in from a new browser',
  factor_changed: 'A second factor of your account was added or taken away',
} as const satisfies Record<string, string>

export type AccountMailKind = keyof typeof ACCOUNT_MAILS

export type MailKind = NoticeKind | keyof typeof ALWAYS_TOLD

export type NoticeKind = keyof typeof NOTICES

export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]]
