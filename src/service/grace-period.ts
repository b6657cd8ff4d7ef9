/** Time that requests in progress may take when the process stops, in ms. */
export const GRACE_MS = 20_000
