/** Minutes that a proof of the person is valid: password, passkey or email link (completions 12). */
export const PROOF_MINUTES = 15

const PROOF_MS = PROOF_MINUTES * 60_000

/** True when the session's person gave a proof within `PROOF_MINUTES`. Null means never. */
export const isProved = (provedAt: Date | null | undefined, now: Date): boolean =>
  provedAt !== null && provedAt !== undefined && now.getTime() - provedAt.getTime() <= PROOF_MS
