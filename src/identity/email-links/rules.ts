/** Purposes of email links, with their lifetimes. Each link works only once (spec: completions 3; reliability, tokens). */
export const LINK_PURPOSES = ['reset', 'verify', 'sign_in', 'guest'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

const HOUR_MS = 3_600_000
/**
 * Lifetime of links in milliseconds. Links for accounts are valid for at least one hour, so a user who has reached `LINKS_AN_HOUR` always
 * has a valid link. If a link to a guest's order has expired, the page that it opens can send a new one (spec: completions 13.7).
 */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: HOUR_MS,
  verify: 24 * HOUR_MS,
  sign_in: HOUR_MS,
  guest: HOUR_MS / 2,
}

/** Number of days for which an expired link to a guest's order still offers to send a new link. */
export const GUEST_LINK_DAYS = 90

/** `last_error` of an email that was cancelled, for example because a new password cancelled its link. */
export const CANCELLED = 'Its purpose has ended.'

/** Maximum number of links per hour for a purpose and an account, regardless of who requests them. */
export const LINKS_AN_HOUR = 3

/** Placeholder for the token in an email. The token replaces it when the email is sent. */
export const TOKEN_MARK = '{token}'

/** Returns true if a token has the right format: 32 base62 characters. */
export const isLinkToken = (token: string): boolean => /^[0-9A-Za-z]{32}$/.test(token)

/** Masks an email address to show it to other users: `ben@example.test` becomes `b…@example.test`. */
export const hintOf = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')
