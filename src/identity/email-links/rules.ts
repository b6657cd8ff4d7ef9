/** What a mailed link is for, and for how long it works: each once (completions 3; reliability, tokens). */
export const LINK_PURPOSES = ['reset', 'verify', 'sign_in'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

const HOUR_MS = 3_600_000
/** None is shorter than the hour in which `LINKS_AN_HOUR` go: whoever gets no more has one that works. */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = { reset: HOUR_MS, verify: 24 * HOUR_MS, sign_in: HOUR_MS }

/** Mails of one purpose that one account is sent in an hour, whoever asks for them. */
export const LINKS_AN_HOUR = 3

/** Where the link stands in a mail until it leaves. */
export const TOKEN_MARK = '{token}'

/** The shape of a token: 32 base62 characters. */
export const looksLikeLink = (token: string): boolean => /^[0-9A-Za-z]{32}$/.test(token)

/** `ben@example.test` as somebody else may read it: `b…@example.test`. */
export const hintOf = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')
