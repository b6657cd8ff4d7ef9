import type { Context, Tx } from '#platform/context/index.ts'
import type { Assertion } from '#identity/mfa/owner/schema.ts'
import { ApiError } from '#platform/errors/index.ts'
import { burnChallenge, makeChallenge, type Binding } from './challenges.ts'
import * as queries from './queries.ts'
import { checkedAssertion, handleOf, requestOptions } from './webauthn.ts'

/** What the browser needs to use a passkey: one of the account's where it is known whose, any it has for us elsewhere. */
export async function assertionOptions(ctx: Context, binding: Binding) {
  const allowed = binding.accountId === null ? [] : await queries.passkeysOf(ctx.db, binding.accountId)
  const { bytes, expiresAt } = await makeChallenge(ctx, binding)
  return { options: await requestOptions(ctx, allowed, bytes), expiresAt }
}

/** A use that was checked, and is to be noted in the transaction that follows from it. */
export type CheckedUse = { passkeyId: string; accountId: string; was: number; counter: number }

/**
 * Outside a transaction: does this answer the challenge of this session or browser, by a passkey of this account? Its challenge is
 * burnt either way. Errors: 401 `passkey`, in the same words whatever is wrong.
 */
export async function checkUse(ctx: Context, answer: Assertion, binding: Binding): Promise<CheckedUse> {
  const challenge = await burnChallenge(ctx, answer, binding)
  const row = await queries.findPasskey(ctx.db, Buffer.from(answer.id, 'base64url'))
  if (challenge === null || !row) throw wrongPasskey()
  const { userHandle } = answer.response
  // a passkey that signs in by itself says whose it is; as a second step it may leave that out
  const isTheirs =
    binding.accountId === null
      ? userHandle === handleOf(row.account_id)
      : row.account_id === binding.accountId && (userHandle == null || userHandle === handleOf(row.account_id))
  const counter = isTheirs ? await checkedAssertion(ctx, answer, challenge, row) : null
  if (counter === null) throw wrongPasskey()
  return { passkeyId: row.id, accountId: row.account_id, was: row.counter, counter }
}

/** Notes the use. Errors: 401 `passkey` where its counter moved on meanwhile, or it was removed. */
export async function noteUse(tx: Tx, { passkeyId, was, counter }: CheckedUse): Promise<void> {
  if (!(await queries.countUse(tx.db, passkeyId, was, counter, tx.now()))) throw wrongPasskey()
}

const wrongPasskey = (): ApiError =>
  new ApiError('authentication', 'This passkey does not work here: it is unknown or was removed, or too much time went by. Try again.', {
    param: 'passkey',
  })
