import { payerOf } from '#core/tenant.ts'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { requireProof } from '#platform/http/proof.ts'
import { passwordMatches } from '#platform/passwords/index.ts'
import { markProved } from '#identity/sessions/index.ts'
import { passwordHashOf } from './queries.ts'

/**
 * Checks the account's password. The check is slow, so call this function before any transaction. Errors: 401 `password` for a wrong
 * password, 429.
 */
export async function checkPassword(ctx: Context, actor: Pick<Person, 'accountId'>, password: string): Promise<void> {
  await ctx.rateLimits.take(ctx, 'own password', actor.accountId)
  const stored = await passwordHashOf(ctx.db, actor.accountId)
  if (!(await passwordMatches(password, stored, ctx.config.passwordMemoryKib)))
    throw new ApiError('authentication', 'This is not your account’s password.', { param: 'password' })
  await ctx.rateLimits.giveBack(ctx, 'own password', actor.accountId)
}

/**
 * Throws unless the user has proved their identity (spec: completions 12), either with the correct password or recently in this session.
 * Errors: 401 `password`, 403 `proof`, 429.
 */
export async function checkPerson(ctx: Context, actor: Person, password: string | undefined): Promise<void> {
  if (password === undefined) requireProof(actor, ctx.now())
  else await checkPassword(ctx, actor, password)
}

/**
 * Requires the old password before a new password is set. If the account has no password, requires a proof of identity, like `checkPerson`.
 * Errors: 400 `password` if the password is missing, and those of `checkPerson`.
 */
export async function checkOldPassword(ctx: Context, actor: Person, password: string | undefined): Promise<void> {
  if (password === undefined && (await passwordHashOf(ctx.db, actor.accountId)) !== null) {
    requireProof(actor, ctx.now())
    throw invalid('password', 'password is missing: enter your current password. Forgot it? Request a reset link by email.')
  }
  await checkPerson(ctx, actor, password)
}

/**
 * Records that a session's user has proved their identity with a password. Returns the actor with this proof. Errors: those of
 * `checkPassword`.
 */
export async function proveByPassword(ctx: Context, actor: Person, password: string): Promise<Person> {
  await checkPassword(ctx, { accountId: payerOf(actor) }, password)
  await inTransaction(ctx, (tx) => markProved(tx, actor.sessionToken!))
  return { ...actor, provedAt: ctx.now() }
}
