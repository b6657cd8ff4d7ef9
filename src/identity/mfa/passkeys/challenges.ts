import type { Core } from '#platform/context/index.ts'
import { CHALLENGE_LIFE_MS } from '#identity/mfa/rules.ts'
import type { Assertion, Registration } from '#identity/mfa/owner/schema.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import * as queries from './queries.ts'
import type { Purpose } from './queries.ts'
import { challengeIn } from './webauthn.ts'

/** Restricts a challenge to one purpose and one session or, without a session, to one browser (`token`). */
export type Binding = { purpose: Purpose; token: string; accountId: string | null }

const CHALLENGE_BYTES = 32

/** Creates a challenge, which any process of the service accepts once within five minutes. */
export async function makeChallenge(
  ctx: Core,
  { purpose, token, accountId }: Binding,
): Promise<{ bytes: Buffer<ArrayBuffer>; expiresAt: Date }> {
  const bytes = Buffer.from(ctx.randomBytes(CHALLENGE_BYTES))
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_LIFE_MS)
  await queries.insertChallenge(ctx.db, {
    challenge_hash: sha256(bytes.toString('base64url')),
    purpose,
    bound_to: sha256(token),
    account_id: accountId,
    expires_at: expiresAt,
  })
  return { bytes, expiresAt }
}

/**
 * Consumes the challenge that a response answers, even if the response is invalid. Call this function outside a transaction, because a
 * rollback would restore the challenge. Returns null if the challenge is unknown, used or expired, or belongs to a different session or
 * account.
 */
export async function burnChallenge(
  ctx: Core,
  answer: Registration | Assertion,
  { purpose, token, accountId }: Binding,
): Promise<string | null> {
  const challenge = challengeIn(answer)
  if (challenge === null) return null
  const by = { challengeHash: sha256(challenge), purpose, boundTo: sha256(token), now: ctx.now() }
  const row = await queries.takeChallenge(ctx.db, by)
  return row && row.account_id === accountId ? challenge : null
}

export const deleteExpiredChallenges = (ctx: Core): Promise<void> => queries.deleteExpiredChallenges(ctx.db, ctx.now())
