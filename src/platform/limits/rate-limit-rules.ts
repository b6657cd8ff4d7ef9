const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Counting key of an action: network (`networkOf`), mail address, account id, or kind and recipient of a mail. */
type By = 'network' | 'email' | 'account' | 'mail'

/**
 * Sliding limit of `most` per `windowMs`. `means`: for the documentation. `words`: error message before the wait. `countsFailures`: also counts
 * failures, outside any transaction that may roll back. `always`: protects others, so it ignores `RATE_LIMITS`.
 */
export type RateLimitRule = { by: By; most: number; windowMs: number; means: string; words: string; countsFailures?: true; always?: true }

/** Actions that are counted exactly over all processes (completions 2 and 12, Limits). */
export const RATE_LIMIT_RULES = {
  entry: {
    by: 'network',
    means: 'Sign-ins, sign-ups and uses of email links',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many sign-in or sign-up attempts from your network.',
    countsFailures: true,
  },
  app: {
    by: 'network',
    means: 'Apps that register themselves',
    most: 30,
    windowMs: DAY_MS,
    words: 'A network can register at most thirty apps a day.',
    countsFailures: true,
  },
  'sign-up': {
    by: 'email',
    means: 'Accounts opened or requested with one email',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many sign-up attempts with this email.',
    countsFailures: true,
  },
  /** Wrong passwords by the address typed at sign-in. `giveBack` after a right one. */
  password: {
    by: 'email',
    means: 'Wrong passwords at sign-in',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong passwords for this account. Request a sign-in link by email, or use a passkey.',
    countsFailures: true,
  },
  /** Wrong passwords inside a session, by account. */
  'own password': {
    by: 'account',
    means: 'Wrong passwords for confirmation in a session',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong passwords.',
    countsFailures: true,
  },
  /** New passwords. Each invalidates links that the owner may be waiting for. */
  'password change': {
    by: 'account',
    means: 'Password changes',
    most: 5,
    windowMs: HOUR_MS,
    words: 'You can set at most five new passwords an hour.',
    countsFailures: true,
    always: true,
  },
  /** Authenticator and recovery codes. `giveBack` after a right one. The caller has the first factor already. */
  totp: {
    by: 'account',
    means: 'Wrong codes from an authenticator app',
    most: 5,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong codes for this account.',
    countsFailures: true,
    always: true,
  },
  'totp of a day': {
    by: 'account',
    means: 'Wrong codes from an authenticator app',
    most: 20,
    windowMs: DAY_MS,
    words: 'Too many wrong codes for this account today.',
    countsFailures: true,
    always: true,
  },
  'recovery code': {
    by: 'account',
    means: 'Wrong recovery codes',
    most: 5,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong recovery codes for this account.',
    countsFailures: true,
    always: true,
  },
  /** New sets of recovery codes: ten slow hashes each. */
  'recovery set': {
    by: 'account',
    means: 'New sets of recovery codes',
    most: 10,
    windowMs: HOUR_MS,
    words: 'You can create at most ten sets of recovery codes an hour.',
    countsFailures: true,
  },
  /** Wrong passwords from known browsers. Counted apart, so that others cannot lock the owner out. `giveBack` after a right one. */
  'known browser': {
    by: 'account',
    means: 'Wrong passwords from a browser that the account has used before',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong passwords for this account. Request a sign-in link by email, or use a passkey.',
    countsFailures: true,
  },
  /** Email links of one purpose, by the address typed. */
  link: {
    by: 'email',
    means: 'Email links requested for one purpose',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Many links were requested for this email. If it has an account, the last links sent still work: check the inbox.',
  },
  /** Mails of one kind to one address, from all callers. Excess mail is dropped or delayed: `messaging/notifications`. */
  mail: {
    by: 'mail',
    means: 'Emails of one type',
    most: 5,
    windowMs: HOUR_MS,
    words: 'We send at most five of these emails an hour.',
    always: true,
  },
  message: { by: 'account', means: 'Messages', most: 60, windowMs: HOUR_MS, words: 'You can write at most 60 messages an hour.' },
  report: { by: 'account', means: 'Reports', most: 20, windowMs: DAY_MS, words: 'You can report at most 20 listings a day.', always: true },
  'webhook test': {
    by: 'account',
    means: 'Webhook pings',
    most: 6,
    windowMs: MINUTE_MS,
    words: 'You can send at most six pings a minute.',
  },
} as const satisfies Record<string, RateLimitRule>

export type RateLimitedAction = keyof typeof RATE_LIMIT_RULES
