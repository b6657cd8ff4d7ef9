/** How long a proof of the person holds: password, passkey or mailed link (completions 12). */
export const PROOF_MINUTES = 15

const PROOF_MS = PROOF_MINUTES * 60_000

/** Whether the person behind a session was proved lately. Null: never. */
export const isProved = (provedAt: Date | null | undefined, now: Date): boolean =>
  provedAt !== null && provedAt !== undefined && now.getTime() - provedAt.getTime() <= PROOF_MS
