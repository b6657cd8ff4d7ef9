/** Number of minutes for which a proof of identity (password, passkey or email link) is valid (spec: completions 12). */
export const PROOF_MINUTES = 15

const PROOF_MS = PROOF_MINUTES * 60_000

/**
 * Returns true if the session's user has proved their identity within the last `PROOF_MINUTES`. `provedAt` is null if the user has not
 * proved their identity.
 */
export const isProved = (provedAt: Date | null | undefined, now: Date): boolean =>
  provedAt !== null && provedAt !== undefined && now.getTime() - provedAt.getTime() <= PROOF_MS
