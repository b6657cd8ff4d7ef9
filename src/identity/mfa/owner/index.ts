import type { Context, Tx, Core } from '#platform/context/index.ts'
import type { Factor } from '#identity/mfa/rules.ts'
import { endSecondSteps } from '#identity/sessions/index.ts'
import { emailAccount, type MailCopy } from '#messaging/notifications/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import * as queries from './queries.ts'
import type { Counts, Owner } from './queries.ts'

/** Returns the factors that an account can use for the second step. The list is empty if the account needs no second step. */
export async function factorsOf(ctx: Core, accountId: string): Promise<Factor[]> {
  const { passkeys, apps, codes } = await queries.countFactors(ctx.db, accountId)
  const factors: Factor[] = [...(apps > 0 ? (['totp'] as const) : []), ...(passkeys > 0 ? (['passkey'] as const) : [])]
  return factors.length > 0 && codes > 0 ? [...factors, 'recovery_code'] : factors
}

export const hasFactor = ({ passkeys, apps }: Counts): boolean => passkeys + apps > 0

/** Locks an account before one of its factors is added, used or removed. */
export async function lockOwner(tx: Tx, accountId: string): Promise<Owner> {
  const owner = await queries.lockOwner(tx.db, accountId)
  if (!owner) throw new ApiError('authentication', 'This account is closed.')
  return owner
}

/** Notifies the owner by email, and records an account event, after a factor was added, removed or used (spec: completions 12). */
export async function emailMfaChange(tx: Tx, { id, name, email }: Owner, copy: MailCopy): Promise<void> {
  await emailAccount(tx, { accountId: id, name, recipient: email!, kind: 'factor_changed', ...copy })
  await record(tx, { accountId: id, type: 'account.changed', object: { object: 'account', id } })
}

/** Cleans up after a factor was removed. If it was the last one, deletes the recovery codes and clears the second step in every session. */
export async function tidyAfterRemoval(tx: Tx, accountId: string): Promise<void> {
  if (hasFactor(await queries.countFactors(tx.db, accountId))) return
  await forgetFactors(tx, accountId)
}

/** Deletes all factors of an account, and clears the second step in all of its sessions. */
export async function forgetFactors(tx: Tx, accountId: string): Promise<void> {
  await queries.deleteFactors(tx.db, accountId)
  await endSecondSteps(tx, accountId)
}

/** Rate limits on attempts to enter a code. They apply per account, across all processes (spec: completions 12, Limits). */
const TRIES = { totp: ['totp', 'totp of a day'], recovery_code: ['recovery code'] } as const
export type CodeFactor = keyof typeof TRIES

/**
 * Counts an attempt to enter a code. Call this function before checking the code, outside any transaction. Errors: 429 after too many
 * attempts for this account, including attempts by other people.
 */
export async function countTry(ctx: Context, accountId: string, factor: CodeFactor): Promise<void> {
  for (const action of TRIES[factor]) await ctx.rateLimits.take(ctx, action, accountId)
}

/** Takes back the counted attempt after a correct code. */
export async function forgiveTry(tx: Tx, accountId: string, factor: CodeFactor): Promise<void> {
  for (const action of TRIES[factor]) await tx.rateLimits.giveBack(tx, action, accountId)
}
