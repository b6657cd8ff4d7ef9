/**
 * Lifetime of an action that waits for sign-in. It is as long as the lifetime of a sign-in link, so that the link can complete the action.
 */
export const INTENT_LIFE_MS = 60 * 60_000

/** Maximum number of characters in the path and in the return URL. The database table has the same limit. */
export const MOST_PATH_CHARS = 500
export const MOST_BACK_CHARS = 3_000

/** Returns true if the session's user has proved their identity since the action was started, for example by signing in. */
export const signedInAfter = (createdAt: Date, provedAt: Date | null | undefined): boolean =>
  provedAt !== null && provedAt !== undefined && provedAt.getTime() >= createdAt.getTime()
