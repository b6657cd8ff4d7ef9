import type { LinkPurpose } from '#identity/email-links/rules.ts'

/** Reasons why users cannot switch off a kind of email, in the order of the settings page. */
export const REASONS = {
  security: 'They protect your account.',
  requested: 'They are sent only when someone requests them.',
  decision: 'You need to know our decisions about your content and orders.',
  money: 'They are about money that you paid or that is due to you.',
} as const satisfies Record<string, string>

export type Reason = keyof typeof REASONS

/**
 * Definition of a kind of email. `push`: true if this kind is also sent as a push notification to subscribed browsers. A kind without
 * `required` has a switch for each channel, on by default, and its emails have headers for one-click unsubscribing (RFC 8058).
 */
type Definition = { title: string; push: boolean; required?: Reason }

/** Kinds of email that the user can switch off, in the order of the settings page. Each kind also exists as a push notification. */
const OPTIONAL = {
  offer_received: { title: 'A buyer makes an offer', push: true },
  counter_received: { title: 'A seller counters your offer', push: true },
  invitation: { title: 'A seller offers you an item that you like at a lower price', push: true },
  offer_accepted: { title: 'Your offer is accepted and you can pay', push: true },
  offer_ended: { title: 'Your offer is declined or closed', push: true },
  question: { title: 'A buyer needs your answer', push: true },
  answer: { title: 'A seller sends you a message', push: true },
  sold: { title: 'You sell an item', push: true },
  ship_reminder: { title: 'You need to ship an order soon', push: true },
  order_shipped: { title: 'A seller ships your order', push: true },
  problem: { title: 'A problem with an order is reported or answered, or a return changes', push: true },
  refund: { title: 'An order is cancelled or refunded', push: true },
  payout: { title: 'A payout is sent to you', push: true },
  webhook_off: { title: 'Your webhook is switched off after three days of failures', push: true },
  approval: { title: 'An agent asks for your approval', push: true },
  review: { title: 'You get a review, or a reply to your review', push: true },
  search_alert: { title: 'New results for your saved searches, once a day', push: true },
  price_drop: { title: 'An item that you like costs less, once a day', push: true },
  liked_sold: { title: 'An item that you like is sold, once a day', push: true },
  liked_back: { title: 'An item that you like is for sale again, once a day', push: true },
  report_closed: { title: 'We review something that you reported', push: true },
} as const satisfies Record<string, Definition & { required?: never }>

/**
 * Notifications that the user cannot switch off. Only kinds with the reason `money` have a deadline that can cost money, so only these are
 * also sent as push notifications.
 */
const ALWAYS = {
  measure: {
    title: 'The operator hides your content, suspends your shop or account, or answers your appeal',
    push: false,
    required: 'decision',
  },
  decision: { title: 'The operator decides a dispute about your order', push: false, required: 'decision' },
  receipt: { title: 'You buy an item without an account', push: false, required: 'money' },
  money: { title: 'A bank reverses a payment, or a payout or refund to you fails', push: true, required: 'money' },
} as const satisfies Record<string, Definition & { required: Reason }>

/**
 * Emails about the account itself, which the user cannot switch off. Callers pass the address. The kind of an email with a link is the
 * link's purpose (`LinkPurpose`).
 */
const ACCOUNT = {
  password_changed: { title: 'Your password was changed', push: false, required: 'security' },
  address_asked: { title: 'A new email address was requested for your account', push: false, required: 'security' },
  address_changed: { title: 'Your account has a new email address', push: false, required: 'security' },
  access_ended: { title: 'Earlier access ended when you confirmed your email address', push: false, required: 'security' },
  key_made: { title: 'Your account has a new key', push: false, required: 'security' },
  webhook_changed: { title: 'Your webhook was changed', push: false, required: 'security' },
  payouts_opened: { title: 'A link to your payout account was created', push: false, required: 'security' },
  new_browser: { title: 'A new browser signed in to your account', push: false, required: 'security' },
  factor_changed: { title: 'Your two-step verification or a passkey was changed', push: false, required: 'security' },
} as const satisfies Record<string, Definition & { required: Reason }>

const LINKS = {
  reset: { title: 'A link to set a new password', push: false, required: 'requested' },
  verify: { title: 'A link to confirm your email address', push: false, required: 'requested' },
  sign_in: { title: 'A link to sign in', push: false, required: 'requested' },
  guest: { title: 'A link to an order without an account', push: false, required: 'requested' },
} as const satisfies Record<LinkPurpose, Definition & { required: Reason }>

/** All kinds of email that the service sends. Other lists of kinds are derived from this table. */
export const KINDS = { ...OPTIONAL, ...ALWAYS, ...ACCOUNT, ...LINKS } as const

export type AnyKind = keyof typeof KINDS
export type NoticeKind = keyof typeof OPTIONAL
export type MailKind = NoticeKind | keyof typeof ALWAYS
export type AccountMailKind = keyof typeof ACCOUNT

const definitionOf = (kind: AnyKind): Definition => KINDS[kind]

export const ALL_KINDS = Object.keys(KINDS) as AnyKind[]

export const NOTICE_KINDS = Object.keys(OPTIONAL) as [NoticeKind, ...NoticeKind[]]

export const titleOf = (kind: AnyKind): string => KINDS[kind].title

/** Returns true for a kind of email that the user can switch off. Its emails contain a one-click link for this. */
export const isOptional = (kind: string): kind is NoticeKind => Object.hasOwn(OPTIONAL, kind)

/** Returns true for a kind of notification that the user cannot switch off. */
export const isRequiredNotice = (kind: string): boolean => Object.hasOwn(ALWAYS, kind)

export const PUSH_KINDS: readonly NoticeKind[] = NOTICE_KINDS.filter((kind) => definitionOf(kind).push)

/** Returns true for a kind that is also sent as a push notification, even if users cannot switch it off. */
export const hasPush = (kind: MailKind): boolean => definitionOf(kind).push

/** Lists the kinds of email that the user cannot switch off, grouped by reason. */
export const requiredKinds = (): { reason: string; titles: string[] }[] =>
  (Object.keys(REASONS) as Reason[]).map((reason) => ({
    reason: REASONS[reason],
    titles: ALL_KINDS.filter((kind) => definitionOf(kind).required === reason).map(titleOf),
  }))
