const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Key by which actions are counted: network (`networkOf`), email address, account id, or the kind and recipient of an email. */
type By = 'network' | 'email' | 'account' | 'mail'

/**
 * Sliding limit of `most` actions per `windowMs`. `means`: description for the documentation. `words`: error message; the remaining wait is
 * appended. `countsFailures`: failed actions also count, so callers must count outside transactions that may roll back. `always`: applies
 * even when `RATE_LIMITS` is off, because the limit protects other people.
 */
export type RateLimitRule = { by: By; most: number; windowMs: number; means: string; message: string; countsFailures?: true; always?: true }

/** Actions that are counted exactly across all processes (spec: completions 2 and 12, Limits). */
export const RATE_LIMIT_RULES = {
  entry: {
    by: 'network',
    means: 'Sign-ins, sign-ups and uses of email links',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many sign-in or sign-up attempts from your network.',
    countsFailures: true,
  },
  'sign-in intent': {
    by: 'network',
    means: 'Offers, questions, likes and follows that wait for a sign-in',
    most: 60,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many actions from your network are waiting for a sign-in. Sign in first.',
    countsFailures: true,
  },
  app: {
    by: 'network',
    means: 'Apps that register themselves',
    most: 30,
    windowMs: DAY_MS,
    message: 'A network can register at most thirty apps a day.',
    countsFailures: true,
  },
  'sign-up': {
    by: 'email',
    means: 'Sign-ups with one email address',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many sign-up attempts with this email address.',
    countsFailures: true,
  },
  /**
   * Wrong passwords, counted by the email address typed at sign-in. A correct password is counted too, and `giveBack` then removes it from
   * the count.
   */
  password: {
    by: 'email',
    means: 'Wrong passwords at sign-in',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many wrong passwords for this account. Request a sign-in link by email, or use a passkey.',
    countsFailures: true,
  },
  'own password': {
    by: 'account',
    means: 'Wrong passwords when a signed-in user confirms their identity',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many wrong passwords.',
    countsFailures: true,
  },
  /** Password changes. Limited because each change invalidates email links that the owner may be waiting for. */
  'password change': {
    by: 'account',
    means: 'Password changes',
    most: 5,
    windowMs: HOUR_MS,
    message: 'You can set at most five new passwords an hour.',
    countsFailures: true,
    always: true,
  },
  /**
   * Wrong codes from authenticator apps after a correct first factor. A correct code is counted too, and `giveBack` then removes it from
   * the count.
   */
  totp: {
    by: 'account',
    means: 'Wrong codes from an authenticator app',
    most: 5,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many wrong codes for this account.',
    countsFailures: true,
    always: true,
  },
  'totp of a day': {
    by: 'account',
    means: 'Wrong codes from an authenticator app',
    most: 20,
    windowMs: DAY_MS,
    message: 'Too many wrong codes for this account today.',
    countsFailures: true,
    always: true,
  },
  'recovery code': {
    by: 'account',
    means: 'Wrong recovery codes',
    most: 5,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many wrong recovery codes for this account.',
    countsFailures: true,
    always: true,
  },
  /** New sets of recovery codes. Limited because each set needs ten slow hashes. */
  'recovery set': {
    by: 'account',
    means: 'New sets of recovery codes',
    most: 10,
    windowMs: HOUR_MS,
    message: 'You can create at most ten sets of recovery codes an hour.',
    countsFailures: true,
  },
  /**
   * Wrong passwords from known browsers. They have a separate limit, so that other people's wrong passwords cannot lock out the owner. A
   * correct password is counted too, and `giveBack` then removes it from the count.
   */
  'known browser': {
    by: 'account',
    means: 'Wrong passwords from a browser that the account has used before',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    message: 'Too many wrong passwords for this account. Request a sign-in link by email, or use a passkey.',
    countsFailures: true,
  },
  link: {
    by: 'email',
    means: 'Email links requested for one purpose',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    message:
      'Too many links were requested for this email address. If it belongs to an account, the last links sent still work: check the inbox.',
  },
  /** Emails of one kind to one address, counted across all callers. `messaging/notifications` drops or delays emails above the limit. */
  mail: {
    by: 'mail',
    means: 'Emails of one type',
    most: 5,
    windowMs: HOUR_MS,
    message: 'We send at most five of these emails an hour.',
    always: true,
  },
  'guest order': {
    by: 'network',
    means: 'Unpaid orders by guests; a paid order no longer counts',
    most: 3,
    windowMs: HOUR_MS,
    message: 'Your network already has three unpaid orders by buyers without an account. Pay one of them, or sign in.',
    always: true,
  },
  'guest email': {
    by: 'email',
    means: 'Orders by guests with one email address',
    most: 5,
    windowMs: DAY_MS,
    message: 'This email address can place at most five orders a day without an account. Sign in to buy more.',
    always: true,
  },
  message: { by: 'account', means: 'Messages', most: 60, windowMs: HOUR_MS, message: 'You can write at most 60 messages an hour.' },
  report: { by: 'account', means: 'Reports', most: 20, windowMs: DAY_MS, message: 'You can send at most 20 reports a day.', always: true },
  'webhook test': {
    by: 'account',
    means: 'Webhook pings',
    most: 6,
    windowMs: MINUTE_MS,
    message: 'You can send at most six pings a minute.',
  },
} as const satisfies Record<string, RateLimitRule>

export type RateLimitedAction = keyof typeof RATE_LIMIT_RULES
