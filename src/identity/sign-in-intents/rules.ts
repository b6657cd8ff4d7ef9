/** Lifetime of an action that waits for sign-in. A sign-in link has the same lifetime, so that it can complete the action. */
export const INTENT_LIFE_MS = 60 * 60_000

/** Maximum length of the path and of the return URL, in characters. The database table has the same limit. */
export const MOST_PATH_CHARS = 500
export const MOST_BACK_CHARS = 3_000

/** Returns true if the session's user proved their identity after the action was started, for example by signing in. */
export const signedInAfter = (createdAt: Date, provedAt: Date | null | undefined): boolean =>
  provedAt !== null && provedAt !== undefined && provedAt.getTime() >= createdAt.getTime()
