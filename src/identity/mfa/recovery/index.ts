import type { Context, Person, Tx } from '#platform/context/index.ts'
import { composeRecoveryCode, readRecoveryCode, RECOVERY_CODES } from '#identity/mfa/rules.ts'
import { newRecoveryCodes } from '#identity/mfa/owner/emails.ts'
import { countFactors } from '#identity/mfa/owner/queries.ts'
import { hasFactor, lockOwner, emailMfaChange } from '#identity/mfa/owner/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { saltedHash } from '#platform/passwords/index.ts'
import * as queries from './queries.ts'

/** A set that nobody has been shown: the codes, and how they are kept. */
export type NewCodes = { codes: readonly string[]; hashes: readonly Buffer[]; salt: Buffer }

const SALT_BYTES = 16

/** Before the transaction of a new set. Errors: 429 for too many sets at once, as each takes ten slow hashes. */
export async function prepareCodes(ctx: Context, actor: Person): Promise<NewCodes> {
  await ctx.rateLimits.take(ctx, 'recovery set', actor.accountId)
  return composeCodes(ctx)
}

/** Ten new codes. Slow by intention, as a password's hash: never inside a transaction. */
async function composeCodes(ctx: Context): Promise<NewCodes> {
  const salt = Buffer.from(ctx.randomBytes(SALT_BYTES))
  const codes = Array.from({ length: RECOVERY_CODES }, () => composeRecoveryCode(ctx.randomBytes(16)))
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await saltedHash(code, salt, ctx.config.passwordMemoryKib))
  return { codes, hashes, salt }
}

/** The same where the account has no set yet, for its first factor; null where it has one. */
export async function prepareFirstCodes(ctx: Context, accountId: string): Promise<NewCodes | null> {
  if ((await countFactors(ctx.db, accountId)).codes_at !== null) return null
  // ten slow hashes, before anybody knows whether the code is right
  await ctx.rateLimits.take(ctx, 'recovery set', accountId)
  return composeCodes(ctx)
}

/** Keeps the set of a first factor and gives its codes, to be shown once; null where the account has codes already. Locked by the caller. */
export async function codesForFirst(tx: Tx, accountId: string, codes: NewCodes | null): Promise<readonly string[] | null> {
  if ((await countFactors(tx.db, accountId)).codes_at !== null) return null
  // the set there was went with a last factor, since this was prepared
  if (!codes) throw conflict('Your factors changed at the same time. Try again.')
  await keep(tx, accountId, codes)
  return codes.codes
}

/** A new set in place of the old one, shown once; the owner is told. Errors: 409 without a factor that they would stand in for. */
export async function renewCodes(tx: Tx, actor: Person, codes: NewCodes): Promise<readonly string[]> {
  const owner = await lockOwner(tx, actor.accountId)
  if (!hasFactor(await countFactors(tx.db, owner.id)))
    throw conflict('Recovery codes stand in for a passkey or codes by app. Set one of these up first; the codes come with it.')
  await keep(tx, owner.id, codes)
  await emailMfaChange(tx, owner, newRecoveryCodes(tx))
  return codes.codes
}

const keep = (tx: Tx, accountId: string, { hashes, salt }: NewCodes): Promise<void> =>
  queries.replaceCodes(
    tx.db,
    accountId,
    hashes.map((code_hash) => ({ account_id: accountId, code_hash, salt, created_at: tx.now() })),
  )

/** A typed code as it is kept; null where it cannot be one. Slow: never inside a transaction. */
export async function hashedCode(ctx: Context, accountId: string, typed: string): Promise<Buffer | null> {
  const code = readRecoveryCode(typed)
  const salt = code === null ? undefined : await queries.saltOf(ctx.db, accountId)
  return code === null || !salt ? null : saltedHash(code, salt, ctx.config.passwordMemoryKib)
}

/** Uses a code up. False for a wrong one, or one that was used. */
export const takeCode = (tx: Tx, accountId: string, codeHash: Buffer): Promise<boolean> =>
  queries.takeCode(tx.db, accountId, codeHash, tx.now())
