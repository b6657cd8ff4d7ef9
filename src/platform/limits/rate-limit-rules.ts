const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * By whom a deed is counted: the network of an address (`networkOf`), a mail address, an account's id, or both of a mail's
 * kind and receiver.
 */
type By = 'network' | 'email' | 'account' | 'mail'

/**
 * `most`: so many within `windowMs`, sliding. `means`: what is counted, for the documentation.
 * `words`: what a refused caller reads, before how long to wait. `isTry`: counts
 * whatever comes of it, so it is counted outside the transaction whose end would forget it. `always`: also where
 * `RATE_LIMITS` is off, as it guards other people.
 */
export type RateLimitRule = { by: By; most: number; windowMs: number; means: string; words: string; isTry?: true; always?: true }

/** What is counted exactly, for all processes together (completions 2 and 12, Limits). */
export const RATE_LIMIT_RULES = {
  entry: {
    by: 'network',
    means: 'Signing in and up, and using mailed links',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many tries to sign in or up from your network.',
    isTry: true,
  },
  app: {
    by: 'network',
    means: 'Apps that register themselves',
    most: 30,
    windowMs: DAY_MS,
    words: 'Thirty apps in a day are enough from one network.',
    isTry: true,
  },
  'sign-up': {
    by: 'email',
    means: 'Accounts opened or asked for with one address',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many tries to sign up with this address.',
    isTry: true,
  },
  /** Wrong passwords of one account, by the address typed at sign-in: `giveBack` after a right one. */
  password: {
    by: 'email',
    means: 'Wrong passwords at sign-in',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong passwords for this account. Have a link mailed to sign in, or use a passkey.',
    isTry: true,
  },
  /** The same where the account is known: the password asked for again in a session. */
  'own password': {
    by: 'account',
    means: 'Wrong passwords that are asked for again in a session',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong passwords.',
    isTry: true,
  },
  /** New passwords of an account: each takes back the links that its owner may be waiting for. */
  'password change': {
    by: 'account',
    means: 'New passwords',
    most: 5,
    windowMs: HOUR_MS,
    words: 'Five new passwords in an hour are enough.',
    isTry: true,
    always: true,
  },
  /** Codes of an app, and recovery codes: `giveBack` after a right one. Whoever types them has the first factor already. */
  totp: {
    by: 'account',
    means: 'Wrong codes of an authenticator app',
    most: 5,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong codes for this account.',
    isTry: true,
    always: true,
  },
  'totp of a day': {
    by: 'account',
    means: 'Wrong codes of an authenticator app',
    most: 20,
    windowMs: DAY_MS,
    words: 'Too many wrong codes for this account today.',
    isTry: true,
    always: true,
  },
  'recovery code': {
    by: 'account',
    means: 'Wrong recovery codes',
    most: 5,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong recovery codes for this account.',
    isTry: true,
    always: true,
  },
  /** New sets of recovery codes: ten slow hashes each. */
  'recovery set': {
    by: 'account',
    means: 'New sets of recovery codes',
    most: 10,
    windowMs: HOUR_MS,
    words: 'Ten sets of recovery codes in an hour are enough.',
    isTry: true,
  },
  /** Wrong passwords from browsers that the account knows: strangers' wrong ones do not keep them out. `giveBack` after a right one. */
  'known browser': {
    by: 'account',
    means: 'Wrong passwords from a browser that the account knows',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Too many wrong passwords for this account. Have a link mailed to sign in, or use a passkey.',
    isTry: true,
  },
  /** Links of one purpose asked for by mail, by the address typed. */
  link: {
    by: 'email',
    means: 'Links of one purpose asked for by mail',
    most: 10,
    windowMs: 10 * MINUTE_MS,
    words: 'Many links were asked for with this address. If an account has it, the last links that were mailed still work: look there.',
  },
  /** Mails of one kind to one address, whoever asks. What does not fit is left out or comes later: `messaging/notifications`. */
  mail: { by: 'mail', means: 'Mails of one kind', most: 5, windowMs: HOUR_MS, words: 'Five mails in an hour are enough.', always: true },
  message: { by: 'account', means: 'Messages', most: 60, windowMs: HOUR_MS, words: 'You wrote 60 messages in an hour.' },
  report: { by: 'account', means: 'Reports', most: 20, windowMs: DAY_MS, words: 'An account can report 20 things a day.', always: true },
  'webhook test': { by: 'account', means: 'Pings of a webhook', most: 6, windowMs: MINUTE_MS, words: 'Six pings in a minute are enough.' },
} as const satisfies Record<string, RateLimitRule>

export type RateLimitedAction = keyof typeof RATE_LIMIT_RULES
