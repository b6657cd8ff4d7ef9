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

/** Result of the first step of a sign-in: a session or, if the account has a second factor, a ticket. */
export type Entered = { kind: 'session'; opened: Opened } | { kind: 'second'; ticket: Ticket }

/**
 * Continues a sign-in after the user has given the password or opened an email link. Only this function opens sessions for such sign-ins,
 * so that none of them skips the second step (spec: completions 12).
 */
export async function enter(ctx: Context, accountId: string, browser: Browser): Promise<Entered> {
  const factors = await factorsOf(ctx, accountId)
  if (factors.length === 0) return { kind: 'session', opened: await startSession(ctx, accountId, browser) }
  return { kind: 'second', ticket: await openTicket(ctx, accountId, factors) }
}

export type SecondAnswer = { totp: string } | { recovery_code: string } | { passkey: Assertion }

/**
 * Completes the second step, in the same browser as the first step. Errors: 401 `ticket` if the ticket has expired or was already used; 401
 * with the name of the factor if the proof is wrong; 429 after too many attempts with a code for this account.
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

/**
 * Completes the second step in a session that has passed only the first step, for example if an operator signed in before adding the
 * factor. Returns the time when the session ends.
 */
export async function passSecondFactor(ctx: Context, actor: Person, answer: SecondAnswer): Promise<Date> {
  const use = await checked(ctx, answer, sessionBinding(actor))
  return inTransaction(ctx, async (tx) => {
    await use(tx)
    if ('passkey' in answer) await markProved(tx, actor.sessionToken!)
    return markSecond(tx, actor.sessionToken!)
  })
}

/**
 * Records that a session's user has proved their identity with a passkey (spec: completions 12). This also counts as the second step.
 * Returns the actor with this proof. Errors: 401 `passkey`.
 */
export async function proveByPasskey(ctx: Context, actor: Person, passkey: Assertion): Promise<Person> {
  await passSecondFactor(ctx, actor, { passkey })
  return { ...actor, provedAt: ctx.now() }
}

/** Signs in with a passkey alone. This completes both steps of the sign-in, because the device verifies the user. Errors: 401 `passkey`. */
export async function enterByPasskey(ctx: Context, passkey: Assertion, by: { token: string | null; browser: Browser }): Promise<Opened> {
  const use = await checkUse(ctx, passkey, { purpose: 'sign_in', token: by.token ?? '', accountId: null })
  return inTransaction(ctx, async (tx) => {
    await lockOwner(tx, use.accountId)
    await noteUse(tx, use)
    return startSession(tx, use.accountId, by.browser, { second: true })
  })
}

/** Returns a binding, so that a passkey challenge is valid only in an existing session. */
export const sessionBinding = (actor: Person): Binding & { accountId: string } => ({
  purpose: 'session',
  token: actor.sessionToken!,
  accountId: payerOf(actor),
})

/**
 * Performs the slow checks and counts the attempt, outside any transaction. Returns a function that then consumes the factor within a
 * transaction.
 */
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

/** Consumes a recovery code, and notifies the owner how many codes remain. Errors: 401 `recovery_code`. */
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
      ? 'This is not the app’s current code, or it has already been used.'
      : 'This is not one of your recovery codes, or it has already been used.',
    { param },
  )
