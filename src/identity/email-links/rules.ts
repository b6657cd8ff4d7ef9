/** Purposes of email links, with their lifetimes. Each link works once (spec: completions 3; reliability, tokens). */
export const LINK_PURPOSES = ['reset', 'verify', 'sign_in', 'guest'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

const HOUR_MS = 3_600_000
/**
 * Lifetime of links in milliseconds. The lifetimes of account links are at least the hour of `LINKS_AN_HOUR`, so a user at the limit always
 * has a valid link. The page of an expired link to a guest's order sends a new one (spec: completions 13.7).
 */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: HOUR_MS,
  verify: 24 * HOUR_MS,
  sign_in: HOUR_MS,
  guest: HOUR_MS / 2,
}

/** Days for which an expired link to a guest's order can still request a new link. */
export const GUEST_LINK_DAYS = 90

/** Maximum links in an hour, per purpose and account, regardless of the requester. */
export const LINKS_AN_HOUR = 3

/** Placeholder for the token in an email until the email is sent. */
export const TOKEN_MARK = '{token}'

/** True when a token has the right format: 32 base62 characters. */
export const isLinkToken = (token: string): boolean => /^[0-9A-Za-z]{32}$/.test(token)

/** Masks an email address for other users: `ben@example.test` becomes `b…@example.test`. */
export const hintOf = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')
