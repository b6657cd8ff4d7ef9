import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { composeRecoveryCode, readRecoveryCode, RECOVERY_CODE_BYTES, RECOVERY_CODES } from '#identity/mfa/rules.ts'
import { newRecoveryCodes } from '#identity/mfa/owner/emails.ts'
import { countFactors } from '#identity/mfa/owner/queries.ts'
import { hasFactor, lockOwner, emailMfaChange } from '#identity/mfa/owner/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { SALT_BYTES, saltedHash } from '#platform/passwords/index.ts'
import * as queries from './queries.ts'

/** A set of recovery codes that have not been shown yet, with their hashes and the salt. */
export type NewCodes = { codes: readonly string[]; hashes: readonly Buffer[]; salt: Buffer }

/**
 * Prepares a new set of recovery codes. Call this function before the transaction, because each set requires ten slow hashes. Errors: 429
 * after too many sets.
 */
export async function prepareCodes(ctx: Context, actor: Person): Promise<NewCodes> {
  await ctx.rateLimits.take(ctx, 'recovery set', actor.accountId)
  return composeCodes(ctx)
}

/** Creates ten recovery codes. The codes are hashed slowly, like passwords, so do not call this function inside a transaction. */
async function composeCodes(ctx: Core): Promise<NewCodes> {
  const salt = Buffer.from(ctx.randomBytes(SALT_BYTES))
  const codes = Array.from({ length: RECOVERY_CODES }, () => composeRecoveryCode(ctx.randomBytes(RECOVERY_CODE_BYTES)))
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await saltedHash(code, salt, ctx.config.passwordMemoryKib))
  return { codes, hashes, salt }
}

/** Prepares recovery codes for an account that adds its first factor. Returns null if the account already has recovery codes. */
export async function prepareFirstCodes(ctx: Context, accountId: string): Promise<NewCodes | null> {
  if ((await countFactors(ctx.db, accountId)).codes_at !== null) return null
  // applies the rate limit before the new factor is verified, because computing ten hashes is slow
  await ctx.rateLimits.take(ctx, 'recovery set', accountId)
  return composeCodes(ctx)
}

/**
 * Stores recovery codes when an account adds its first factor. Returns the codes, which are shown only once. Returns null if the account
 * already has codes. The caller must lock the account first.
 */
export async function codesForFirst(tx: Tx, accountId: string, codes: NewCodes | null): Promise<readonly string[] | null> {
  if ((await countFactors(tx.db, accountId)).codes_at !== null) return null
  // the account had codes when this request started, but then its last factor was removed together with the codes
  if (!codes) throw conflict('Your sign-in methods have just changed. Try again.')
  await saveCodes(tx, accountId, codes)
  return codes.codes
}

/**
 * Replaces the recovery codes and notifies the owner. Returns the new codes, which are shown only once. Errors: 409 if the account has no
 * other factor.
 */
export async function renewCodes(tx: Tx, actor: Person, codes: NewCodes): Promise<readonly string[]> {
  const owner = await lockOwner(tx, actor.accountId)
  if (!hasFactor(await countFactors(tx.db, owner.id)))
    throw conflict('Recovery codes replace a lost passkey or authenticator app. Set up one of these first; the codes come with it.')
  await saveCodes(tx, owner.id, codes)
  await emailMfaChange(tx, owner, newRecoveryCodes(tx))
  return codes.codes
}

const saveCodes = (tx: Tx, accountId: string, { hashes, salt }: NewCodes): Promise<void> =>
  queries.replaceCodes(
    tx.db,
    accountId,
    hashes.map((code_hash) => ({ account_id: accountId, code_hash, salt, created_at: tx.now() })),
  )

/**
 * Converts a recovery code as typed to its stored form. Returns null for an invalid format. Slow, so it must not be called inside a
 * transaction.
 */
export async function hashedCode(ctx: Core, accountId: string, typed: string): Promise<Buffer | null> {
  const code = readRecoveryCode(typed)
  if (code === null) return null
  const salt = await queries.saltOf(ctx.db, accountId)
  return salt ? saltedHash(code, salt, ctx.config.passwordMemoryKib) : null
}

/** Consumes a recovery code. Returns false if the code is wrong or was already used. */
export const takeCode = (tx: Tx, accountId: string, codeHash: Buffer): Promise<boolean> =>
  queries.takeCode(tx.db, accountId, codeHash, tx.now())
