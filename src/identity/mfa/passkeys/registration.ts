import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { MAX_PASSKEYS } from '#identity/mfa/rules.ts'
import { passkeyAdded, passkeyRemoved } from '#identity/mfa/owner/emails.ts'
import { codesForFirst, prepareFirstCodes, type NewCodes } from '#identity/mfa/recovery/index.ts'
import type { Registration } from '#identity/mfa/owner/schema.ts'
import { lockOwner, emailMfaChange, tidyAfterRemoval } from '#identity/mfa/owner/index.ts'
import { markSecond } from '#identity/sessions/index.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import { burnChallenge, makeChallenge } from './challenges.ts'
import * as queries from './queries.ts'
import type { PasskeyRow } from './queries.ts'
import { checkedRegistration, creationOptions } from './webauthn.ts'

const bindingOf = ({ accountId, sessionToken }: Person) => ({ purpose: 'register', token: sessionToken!, accountId }) as const

/**
 * Returns the options that the browser needs to create a passkey. They are valid for five minutes in this session. Errors: 409 if the
 * account has too many passkeys.
 */
export async function passkeyOptions(tx: Tx, actor: Person) {
  const owner = await lockOwner(tx, actor.accountId)
  const existing = await queries.passkeysOf(tx.db, owner.id)
  if (existing.length >= MAX_PASSKEYS) throw tooMany()
  const { bytes, expiresAt } = await makeChallenge(tx, bindingOf(actor))
  return { options: await creationOptions(tx, { ...owner, email: owner.email! }, existing, bytes), expiresAt }
}

export type CheckedPasskey = { credential: WebAuthnCredential; transports: string[]; codes: NewCodes | null }

/**
 * Verifies a new passkey that was created for this session. Call this function before the transaction. Errors: 400 `response` if the
 * verification fails.
 */
export async function checkPasskey(ctx: Context, actor: Person, response: Registration): Promise<CheckedPasskey> {
  const challenge = await burnChallenge(ctx, response, bindingOf(actor))
  const credential = challenge === null ? null : await checkedRegistration(ctx, response, challenge)
  if (!credential) throw invalid('response', 'response is not a passkey for the current options. Request new options and try again.')
  return { credential, transports: response.response.transports ?? [], codes: await prepareFirstCodes(ctx, actor.accountId) }
}

/**
 * Stores a verified passkey. The user can sign in with the passkey alone, or use it for the second step (spec: completions 12). For an
 * account's first factor, also returns recovery codes, which are shown only once. Errors: 409 if the account has too many passkeys, or if
 * the passkey is already registered.
 */
export async function addPasskey(
  tx: Tx,
  actor: Person,
  name: string,
  { credential, transports, codes }: CheckedPasskey,
): Promise<{ passkey: PasskeyRow; codes: readonly string[] | null }> {
  const owner = await lockOwner(tx, actor.accountId)
  await requireActiveCredential(tx, actor)
  if ((await queries.passkeysOf(tx.db, owner.id)).length >= MAX_PASSKEYS) throw tooMany()
  const passkey = await queries.insertPasskey(tx.db, {
    id: tx.newId('psk'),
    account_id: owner.id,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    name,
    created_at: tx.now(),
  })
  if (!passkey) throw conflict('This passkey is already in use.', 'response')
  const first = await codesForFirst(tx, owner.id, codes)
  await markSecond(tx, actor.sessionToken!)
  await emailMfaChange(tx, owner, passkeyAdded(tx, name))
  return { passkey, codes: first }
}

export const listPasskeys = (ctx: Core, actor: Person): Promise<PasskeyRow[]> => queries.passkeysOf(ctx.db, actor.accountId)

/** Renames a passkey. Errors: 404. */
export async function renamePasskey(tx: Tx, actor: Person, id: string, name: string): Promise<PasskeyRow> {
  const row = await queries.renamePasskey(tx.db, actor.accountId, id, name)
  if (!row) throw notFound('passkey')
  return row
}

/** Deletes a passkey and, if it was the account's last factor, the recovery codes. Errors: 404. */
export async function removePasskey(tx: Tx, actor: Person, id: string): Promise<void> {
  const owner = await lockOwner(tx, actor.accountId)
  const row = await queries.deletePasskey(tx.db, owner.id, id)
  if (!row) throw notFound('passkey')
  await tidyAfterRemoval(tx, owner.id)
  await emailMfaChange(tx, owner, passkeyRemoved(tx, row.name))
}

const tooMany = () => conflict(`You have ${MAX_PASSKEYS} passkeys, the maximum. Remove one that you do not use.`)
