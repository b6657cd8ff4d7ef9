import { payerOf } from '#core/tenant.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { requireProof } from '#platform/http/proof.ts'
import { passwordMatches } from '#platform/passwords/index.ts'
import { markProved } from '#identity/sessions/index.ts'
import { passwordHashOf } from './queries.ts'

/** Whether this is the account's password. Slow, so before any transaction. Errors: 401 `password` for a wrong one, 429. */
export async function checkPassword(ctx: Context, actor: Pick<Person, 'accountId'>, password: string): Promise<void> {
  await ctx.rateLimits.take(ctx, 'own password', actor.accountId)
  const stored = await passwordHashOf(ctx.db, actor.accountId)
  if (!(await passwordMatches(password, stored, ctx.config.passwordMemoryKib)))
    throw new ApiError('authentication', 'This is not the password of your account.', { param: 'password' })
  await ctx.rateLimits.giveBack(ctx, 'own password', actor.accountId)
}

/**
 * For what takes a proof of the person, where the password may come with it (completions 12): a right one, or a session that
 * was proved lately. Errors: 401 `password`, 403 `proof`, 429.
 */
export async function checkPerson(ctx: Context, actor: Person, password: string | undefined): Promise<void> {
  if (password === undefined) requireProof(actor, ctx.now())
  else await checkPassword(ctx, actor, password)
}

/**
 * For a new password: the old one where the account has one, else as `checkPerson`. Errors: 400 `password` where it is left
 * out, and those of `checkPerson`.
 */
export async function checkOldPassword(ctx: Context, actor: Person, password: string | undefined): Promise<void> {
  if (password === undefined && (await passwordHashOf(ctx.db, actor.accountId)) !== null) {
    requireProof(actor, ctx.now())
    throw invalid('password', 'password is missing: the one you have now. Forgot it? Have a link for a new one mailed.')
  }
  await checkPerson(ctx, actor, password)
}

/** Proves the person behind a session by their password; gives the actor as they are then. Errors: as `checkPassword`. */
export async function proveByPassword(ctx: Context, actor: Person, password: string): Promise<Person> {
  await checkPassword(ctx, { accountId: payerOf(actor) }, password)
  await inTransaction(ctx, (tx) => markProved(tx, actor.sessionToken!))
  return { ...actor, provedAt: ctx.now() }
}
