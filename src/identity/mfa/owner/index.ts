import type { Context, Tx } from '#platform/context/index.ts'
import type { Factor } from '#identity/mfa/rules.ts'
import { endSecondSteps } from '#identity/sessions/index.ts'
import { emailAccount, type MailCopy } from '#messaging/notifications/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import * as queries from './queries.ts'
import type { Counts, Owner } from './queries.ts'

/** What an account can pass its second step with; empty where a password alone signs in. */
export async function factorsOf(ctx: Context, accountId: string): Promise<Factor[]> {
  const { passkeys, apps, codes } = await queries.countFactors(ctx.db, accountId)
  const factors: Factor[] = [...(apps > 0 ? (['totp'] as const) : []), ...(passkeys > 0 ? (['passkey'] as const) : [])]
  return factors.length > 0 && codes > 0 ? [...factors, 'recovery_code'] : factors
}

export const hasFactor = ({ passkeys, apps }: Counts): boolean => passkeys + apps > 0

/** The account that adds, uses or removes a factor, locked against all else that it does with them. */
export async function lockOwner(tx: Tx, accountId: string): Promise<Owner> {
  const owner = await queries.lockOwner(tx.db, accountId)
  if (!owner) throw new ApiError('authentication', 'This account is closed.')
  return owner
}

/** A factor came, went or was used: the owner is told by mail at once (completions 12), and the account's events say that it changed. */
export async function emailMfaChange(tx: Tx, { id, name, email }: Owner, words: MailCopy): Promise<void> {
  await emailAccount(tx, { accountId: id, name, recipient: email!, kind: 'factor_changed', ...words })
  await record(tx, { accountId: id, type: 'account.changed', object: { object: 'account', id } })
}

/** After a removal: with the last factor the recovery codes go, which stood in for it, and every session is one of a single step again. */
export async function tidyAfterRemoval(tx: Tx, accountId: string): Promise<void> {
  if (hasFactor(await queries.countFactors(tx.db, accountId))) return
  await forgetFactors(tx, accountId)
}

/** Takes every factor of an account away, when the first proof of its address ends what was made before. */
export async function forgetFactors(tx: Tx, accountId: string): Promise<void> {
  await queries.deleteFactors(tx.db, accountId)
  await endSecondSteps(tx, accountId)
}

/** What counts tries with a code: of an account, for all processes together (completions 12, Limits). */
const TRIES = { totp: ['totp', 'totp of a day'], recovery_code: ['recovery code'] } as const
export type CodeFactor = keyof typeof TRIES

/** Counts a try before the code is looked at, and outside any transaction. Errors: 429 after too many, whoever asks. */
export async function countTry(ctx: Context, accountId: string, factor: CodeFactor): Promise<void> {
  for (const deed of TRIES[factor]) await ctx.rateLimits.take(ctx, deed, accountId)
}

/** After a right code: it was no wrong one. */
export async function forgiveTry(tx: Tx, accountId: string, factor: CodeFactor): Promise<void> {
  for (const deed of TRIES[factor]) await tx.rateLimits.giveBack(tx, deed, accountId)
}
