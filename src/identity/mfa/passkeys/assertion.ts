import type { Tx, Core } from '#platform/context/index.ts'
import type { Assertion } from '#identity/mfa/owner/schema.ts'
import { ApiError } from '#platform/errors/index.ts'
import { burnChallenge, makeChallenge, type Binding } from './challenges.ts'
import * as queries from './queries.ts'
import { checkedAssertion, handleOf, requestOptions } from './webauthn.ts'

/**
 * Returns the options that the browser needs to use a passkey. If the account is known, only its passkeys are allowed. Otherwise, any
 * passkey for this service is allowed.
 */
export async function assertionOptions(ctx: Core, binding: Binding) {
  const allowed = binding.accountId === null ? [] : await queries.passkeysOf(ctx.db, binding.accountId)
  const { bytes, expiresAt } = await makeChallenge(ctx, binding)
  return { options: await requestOptions(ctx, allowed, bytes), expiresAt }
}

/** A verified passkey response. The next transaction must record that the passkey was used. */
export type CheckedUse = { passkeyId: string; accountId: string; was: number; counter: number }

/**
 * Verifies a passkey response against the account, and against the challenge for this session or browser. Call this function outside a
 * transaction, because it always consumes the challenge. Errors: 401 `passkey`, with the same message for every cause.
 */
export async function checkUse(ctx: Core, answer: Assertion, binding: Binding): Promise<CheckedUse> {
  const challenge = await burnChallenge(ctx, answer, binding)
  const row = await queries.findPasskey(ctx.db, Buffer.from(answer.id, 'base64url'))
  if (challenge === null || !row) throw wrongPasskey()
  const { userHandle } = answer.response
  // the response must name the account if the passkey is the only proof, but not if it is the second factor
  const isTheirs =
    binding.accountId === null
      ? userHandle === handleOf(row.account_id)
      : row.account_id === binding.accountId && (userHandle == null || userHandle === handleOf(row.account_id))
  const counter = isTheirs ? await checkedAssertion(ctx, answer, challenge, row) : null
  if (counter === null) throw wrongPasskey()
  return { passkeyId: row.id, accountId: row.account_id, was: row.counter, counter }
}

/** Records the use of a passkey. Errors: 401 `passkey` if the passkey was removed or its counter has changed since it was verified. */
export async function noteUse(tx: Tx, { passkeyId, was, counter }: CheckedUse): Promise<void> {
  if (!(await queries.countUse(tx.db, passkeyId, was, counter, tx.now()))) throw wrongPasskey()
}

const wrongPasskey = (): ApiError =>
  new ApiError('authentication', 'This passkey is unknown or was removed, or the sign-in took too long. Try again.', {
    param: 'passkey',
  })
