/** How long requests that are under way may take when the process stops. */
export const GRACE_MS = 20_000
