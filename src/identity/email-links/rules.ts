/** Purposes of email links, with their lifetimes. Each link works once (spec: completions 3; reliability, tokens). */
export const LINK_PURPOSES = ['reset', 'verify', 'sign_in', 'guest'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

const HOUR_MS = 3_600_000
/**
 * Lifetime of links in milliseconds. Links for accounts are valid for at least one hour, the period that `LINKS_AN_HOUR` covers, so a user
 * at that limit always has a valid link. If a link to a guest's order has expired, its page can send a new link (spec: completions 13.7).
 */
export const LINK_LIFE_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: HOUR_MS,
  verify: 24 * HOUR_MS,
  sign_in: HOUR_MS,
  guest: HOUR_MS / 2,
}

/** Number of days after its expiry during which a guest's order link still offers a new link. */
export const GUEST_LINK_DAYS = 90

/** Maximum number of links per hour for each combination of purpose and account, regardless of who requests them. */
export const LINKS_AN_HOUR = 3

/** Placeholder for the token in an email. It is replaced when the email is sent. */
export const TOKEN_MARK = '{token}'

/** True if a token has the right format: 32 base62 characters. */
export const isLinkToken = (token: string): boolean => /^[0-9A-Za-z]{32}$/.test(token)

/** Masks an email address that is shown to other users: `ben@example.test` becomes `b…@example.test`. */
export const hintOf = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…')
