/** Time, in ms, that requests in progress may still take when the process stops. */
export const GRACE_MS = 20_000
