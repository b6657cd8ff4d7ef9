import { payerOf } from '#core/tenant.ts'
import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import type { Browser } from '#identity/sessions/browsers.ts'
import { markProved, markSecond, startSession, type Opened } from '#identity/sessions/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { recoveryCodeUsed } from '#identity/mfa/owner/emails.ts'
import { checkUse, noteUse } from '#identity/mfa/passkeys/assertion.ts'
import type { Binding } from '#identity/mfa/passkeys/challenges.ts'
import { countFactors } from '#identity/mfa/owner/queries.ts'
import { hashedCode, takeCode } from '#identity/mfa/recovery/index.ts'
import type { Assertion } from '#identity/mfa/owner/schema.ts'
import { countTry, factorsOf, forgiveTry, lockOwner, emailMfaChange } from '#identity/mfa/owner/index.ts'
import { countAnswer, openTicket, requireTicket, takeTicket, type Ticket } from '#identity/mfa/tickets/index.ts'
import { takeTotp } from '#identity/mfa/totp/index.ts'

/** What the first step of signing in leads to: a session, or the second step where the account has a factor for it. */
export type Entered = { kind: 'session'; opened: Opened } | { kind: 'second'; ticket: Ticket }

/**
 * After one proof of who somebody is, a password or a mailed link: the one way from there to a session, so that no way in passes the
 * second step by (completions 12).
 */
export async function enter(ctx: Context, accountId: string, browser: Browser): Promise<Entered> {
  const factors = await factorsOf(ctx, accountId)
  if (factors.length === 0) return { kind: 'session', opened: await startSession(ctx, accountId, browser) }
  return { kind: 'second', ticket: await openTicket(ctx, accountId, factors) }
}

/** What the second step is passed with. */
export type SecondAnswer = { totp: string } | { recovery_code: string } | { passkey: Assertion }

/**
 * The second step of a sign-in, in the browser that took the first. Errors: 401 `ticket` for one that is over, 401 naming the factor
 * for a wrong answer, 429 after too many codes of this account.
 */
export async function passSecond(
  ctx: Context,
  by: { ticket: string; token: string | null; browser: Browser },
  answer: SecondAnswer,
): Promise<Opened> {
  const ticket = await requireTicket(ctx, by.ticket, by.token)
  await countAnswer(ctx, ticket)
  const use = await checked(ctx, answer, { purpose: 'second', token: by.token!, accountId: ticket.account_id })
  return inTransaction(ctx, async (tx) => {
    await use(tx)
    await takeTicket(tx, ticket)
    return startSession(tx, ticket.account_id, by.browser, { second: true })
  })
}

/** The same in a session that is open already and came by one step: what an operator needs whose factor is newer than their session.
 * Gives when the session ends. */
export async function passSecondHere(ctx: Context, actor: Person, answer: SecondAnswer): Promise<Date> {
  const use = await checked(ctx, answer, sessionBinding(actor))
  return inTransaction(ctx, async (tx) => {
    await use(tx)
    if ('passkey' in answer) await markProved(tx, actor.sessionToken!)
    return markSecond(tx, actor.sessionToken!)
  })
}

/** A passkey as proof of the person (completions 12): it is both steps at once. Gives the actor as proved now. Errors: 401 `passkey`. */
export async function proveByPasskey(ctx: Context, actor: Person, passkey: Assertion): Promise<Person> {
  await passSecondHere(ctx, actor, { passkey })
  return { ...actor, provedAt: ctx.now() }
}

/** Signs in by a passkey alone, which is both steps at once: the person was verified by its device. Errors: 401 `passkey`. */
export async function enterByPasskey(ctx: Context, passkey: Assertion, by: { token: string | null; browser: Browser }): Promise<Opened> {
  const use = await checkUse(ctx, passkey, { purpose: 'sign_in', token: by.token ?? '', accountId: null })
  return inTransaction(ctx, async (tx) => {
    await lockOwner(tx, use.accountId)
    await noteUse(tx, use)
    return startSession(tx, use.accountId, by.browser, { second: true })
  })
}

/** What a passkey signs in an open session. */
export const sessionBinding = (actor: Person): Binding & { accountId: string } => ({
  purpose: 'session',
  token: actor.sessionToken!,
  accountId: payerOf(actor),
})

/** The slow part and the counting, outside a transaction; gives what uses the factor up inside one. */
async function checked(ctx: Context, answer: SecondAnswer, binding: Binding & { accountId: string }): Promise<(tx: Tx) => Promise<void>> {
  const { accountId } = binding
  if ('passkey' in answer) {
    const use = await checkUse(ctx, answer.passkey, binding)
    return (tx) => noteUse(tx, use)
  }
  if ('totp' in answer) {
    await countTry(ctx, accountId, 'totp')
    return async (tx) => {
      if (!(await takeTotp(tx, accountId, answer.totp))) throw wrongCode('totp')
      await forgiveTry(tx, accountId, 'totp')
    }
  }
  await countTry(ctx, accountId, 'recovery_code')
  const hash = await hashedCode(ctx, accountId, answer.recovery_code)
  return (tx) => useRecoveryCode(tx, accountId, hash)
}

/** Errors: 401 `recovery_code`. The owner is told that it was used, and how many are left. */
async function useRecoveryCode(tx: Tx, accountId: string, hash: Buffer | null): Promise<void> {
  const owner = await lockOwner(tx, accountId)
  if (hash === null || !(await takeCode(tx, accountId, hash))) throw wrongCode('recovery_code')
  await forgiveTry(tx, accountId, 'recovery_code')
  await emailMfaChange(tx, owner, recoveryCodeUsed(tx, (await countFactors(tx.db, accountId)).codes))
}

const wrongCode = (param: 'totp' | 'recovery_code'): ApiError =>
  new ApiError(
    'authentication',
    param === 'totp'
      ? 'This is not the code that the app shows now, or it was used already.'
      : 'This is not a recovery code of the account, or it was used already.',
    { param },
  )
