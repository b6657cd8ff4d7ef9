/** Lifetime of an action that waits for a sign-in. It equals the lifetime of a sign-in link, so that the link can complete the action. */
export const INTENT_LIFE_MS = 60 * 60_000

/** Maximum length in characters of the path and of the return URL, as in the table. */
export const MOST_PATH_CHARS = 500
export const MOST_BACK_CHARS = 3_000

/** Returns true when the session's user proved their identity after the action was started, for example by signing in. */
export const signedInAfter = (createdAt: Date, provedAt: Date | null | undefined): boolean =>
  provedAt !== null && provedAt !== undefined && provedAt.getTime() >= createdAt.getTime()
