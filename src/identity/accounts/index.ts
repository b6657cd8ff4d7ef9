import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { SCOPES } from '#core/scopes.ts'
import { payerOf } from '#core/tenant.ts'
import { enter, type Entered } from '#identity/mfa/second-step/index.ts'
import * as keys from '#identity/keys/index.ts'
import { exportsSince } from '#identity/quotas/index.ts'
import type { KeyRow } from '#identity/keys/queries.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import * as passwords from '#platform/passwords/index.ts'
import { isKnownBrowser, type Browser } from '#identity/sessions/browsers.ts'
import { hashChosen } from '#identity/passwords/index.ts'
import * as queries from './queries.ts'
import type { AccountRow } from './queries.ts'

export { closeAccount } from './close.ts'
export { closeSession, SESSION_SECONDS } from '#identity/sessions/index.ts'

export type SignUp = { name: string; email: string; passwordHash: string }

/**
 * Creates an account with its first key, which has all scopes (spec: completions 3). Errors: 409 `email` if the email address is in use.
 */
export async function openAccount(tx: Tx, input: SignUp): Promise<{ account: AccountRow; key: { row: KeyRow; secret: string } }> {
  const now = tx.now()
  const account = await queries.insertAccount(tx.db, {
    id: tx.newId('usr'),
    name: input.name,
    email: input.email,
    password_hash: input.passwordHash,
    created_at: now,
    updated_at: now,
  })
  if (!account) throw conflict('An account with this email address already exists. Sign in instead.', 'email')
  await record(tx, { accountId: account.id, type: 'account.opened', object: { object: 'account', id: account.id, name: account.name } })
  const key = await keys.createKey(tx, account.id, { name: 'First key', kind: 'api', scopes: SCOPES })
  return { account, key }
}

/**
 * Hashes the password for a sign-up. Hashing is slow, so call this function before the transaction. Errors: 403 while sign-ups are closed,
 * 429 after too many attempts with this email address, 400 `password` for a weak password.
 */
export async function hashNewPassword(
  ctx: Context,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<string> {
  requireOpenSignups(ctx)
  await ctx.rateLimits.take(ctx, 'sign-up', email)
  return hashChosen(ctx, password, { email, name })
}

export { hashPassword } from '#identity/passwords/index.ts'

/** Returns the account data for `GET /me`. */
export async function readAccount(ctx: Context, actor: Person) {
  const [whole, requests] = await Promise.all([
    queries.findFullAccount(ctx.db, actor.accountId, exportsSince(ctx)),
    ctx.usage.read(ctx.db, payerOf(actor), ctx.now()),
  ])
  return { ...whole, requests }
}

/** Changes the account's name, or pauses or resumes all of its helpers (`brake`). */
export async function changeAccount(
  tx: Tx,
  actor: Person,
  change: { brake?: boolean | undefined; name?: string | undefined },
): Promise<void> {
  // a suspended account can change the private setting `brake`, but not its public name
  if (actor.isSuspended && change.name !== undefined)
    throw new ApiError('permission', 'A suspended account cannot change its name.', { code: 'suspended' })
  const account = await queries.updateAccount(tx.db, actor.accountId, {
    ...(change.brake === undefined ? {} : { brake: change.brake }),
    ...(change.name === undefined ? {} : { name: change.name }),
    updated_at: tx.now(),
  })
  await record(tx, { accountId: account.id, type: 'account.changed', object: { object: 'account', id: account.id, brake: account.brake } })
}

/**
 * Signs in with a password. If the account has no second factor, this completes the sign-in. Errors: 401, with the same message, for a
 * wrong password and for an unknown email address (spec: completions 11); 429 after too many attempts.
 */
export async function openSession(
  ctx: Context,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<Entered> {
  const account = await queries.findAccountByEmail(ctx.db, email)
  const known = await isKnownBrowser(ctx, account?.id, browser)
  // Counts attempts from unknown browsers separately, so that an attacker cannot lock the owner out. Each attempt is counted before the
  // password is checked, so that concurrent requests cannot exceed the limit of ten.
  const [action, name] = known ? (['known browser', account!.id] as const) : (['password', email] as const)
  await ctx.rateLimits.take(ctx, action, name)
  if (!(await passwords.passwordMatches(password, account?.password_hash ?? null, ctx.config.passwordMemoryKib))) throw wrongPassword()
  await ctx.rateLimits.giveBack(ctx, action, name)
  return inTransaction(ctx, async (tx) => {
    // during the check, an email verification or a password reset may have replaced the password
    if (!(await queries.holdPassword(tx.db, account!.id, account!.password_hash!))) throw wrongPassword()
    return enter(tx, account!.id, browser)
  })
}

function requireOpenSignups({ config }: Core): void {
  if (config.signups === 'closed') throw new ApiError('permission', 'Sign-ups are closed on this server.')
}

const wrongPassword = () => new ApiError('authentication', 'The email address and password do not match an account.')

/** Returns true if there is at least one account. */
export const anyAccount = (ctx: Core): Promise<boolean> => queries.anyAccount(ctx.db)
