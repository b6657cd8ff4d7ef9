/** Time that requests in progress may take when the process stops. */
export const GRACE_MS = 20_000
