import type { Person, Tx, Core } from '#platform/context/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { emailAccount } from '#messaging/notifications/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { minutesOf, tooMany } from '#platform/limits/rate-limits.ts'
import { requireMail, sendLink, waitOf } from './send.ts'
import { endBefore, type Ended } from './email-verification.ts'
import { emailRequestedLink, emailChanged, emailIsYours } from './emails.ts'
import * as queries from './queries.ts'
import { goneLink, useLink } from '#messaging/email-tokens/index.ts'

/** An account's email address, whether it is verified, the new address that is pending, and whether the account has a password. */
export type Address = { email: string; verified: boolean; newEmail: string | null; hasPassword: boolean }

export async function readAddress(ctx: Core, accountId: string): Promise<Address> {
  const { email, email_verified_at, new_email, password_hash } = (await queries.findPerson(ctx.db, accountId))!
  return { email: email!, verified: email_verified_at !== null, newEmail: new_email, hasPassword: password_hash !== null }
}

/** Sends the verification email to a new account. Features do not require a verified address (docs/decisions/0023). */
export async function greet(tx: Tx, person: { id: string; name: string; email: string | null }): Promise<void> {
  if (tx.config.mail.kind !== 'off') await sendLink(tx, person, 'verify', person.email!)
}

/**
 * Sends the verification link again: to the pending new address or, if there is none, to the current address. Errors: 409 if no address
 * needs verification; 429 after three emails in an hour, or after five emails to this address within an hour; 503 if email is off.
 */
export async function resendVerification(tx: Tx, actor: Person): Promise<string> {
  requireMail(tx)
  const person = (await queries.lockPerson(tx.db, actor.accountId))!
  if (person.email_verified_at && !person.new_email) throw conflict('Your email address is already verified.')
  await refuseTooMany(tx, person)
  const to = person.new_email ?? person.email!
  await sendOrRefuse(tx, person, to)
  return to
}

/**
 * Requests a new email address, which takes effect when the user opens the link in the email. The caller must check the password first.
 * Emails to the old address announce the request and, later, the change. Errors: 400 if the address is unchanged, 409 `email` if it is in
 * use, 429, 503 if email is off.
 */
export async function wantAddress(tx: Tx, actor: Person, email: string): Promise<void> {
  requireMail(tx)
  const person = (await queries.lockPerson(tx.db, actor.accountId))!
  await requireActiveCredential(tx, actor)
  if (person.email!.toLowerCase() === email) throw invalid('email', 'email must differ from your account’s current email address.')
  // applies the rate limit first, so that callers cannot probe which addresses are in use
  await refuseTooMany(tx, person)
  if (await queries.isEmailTaken(tx.db, email, person.id)) throw inUse()
  await queries.forgetLinks(tx.db, person.id, ['verify'])
  await queries.updatePerson(tx.db, person.id, { new_email: email, updated_at: tx.now() })
  await sendOrRefuse(tx, person, email)
  await emailAccount(tx, { accountId: person.id, name: person.name, recipient: person.email!, ...emailRequestedLink(tx, actor, email) })
}

/**
 * The verified email address. `ended` lists the sessions, keys and other access that the verification ended. It is null if there was none.
 */
export type Proved = { email: string; ended: Ended | null }

/**
 * Redeems a link that verifies an email address. A pending new address becomes the account's address. `by.owner` is true if a session in
 * this browser, or the password, confirms the owner. Otherwise, a first verification ends all earlier sessions and revokes all earlier
 * keys. A verified account then rejects a new address, because it may be mistyped and belong to another user. Errors: 400 `token`, 401
 * `password`, 409 `email`.
 */
export async function proveAddress(tx: Tx, token: string, by: { agent: string | null; owner: boolean }): Promise<Proved> {
  const link = await useLink(tx, token, 'verify')
  const person = await queries.lockPerson(tx.db, link.account_id)
  const isNew = person?.new_email === link.email
  if (!person?.email || (person.email !== link.email && !isNew)) throw goneLink()
  if (await queries.isEmailTaken(tx.db, link.email, person.id)) throw inUse()
  const isFirst = person.email_verified_at === null
  if (isNew && !isFirst && !by.owner) throw ownerMissing()
  const now = tx.now()
  // without a pending address, the link is to the current address and the first two values stay the same
  await queries.updatePerson(tx.db, person.id, { email: link.email, new_email: null, email_verified_at: now, updated_at: now })
  if (isNew) {
    await queries.forgetLinks(tx.db, person.id, ['reset', 'sign_in'])
    await emailAccount(tx, { accountId: person.id, name: person.name, recipient: person.email, ...emailChanged(tx, by, link.email) })
    await emailAccount(tx, { accountId: person.id, name: person.name, recipient: link.email, ...emailIsYours(tx, by) })
    await record(tx, { accountId: person.id, type: 'account.changed', object: { object: 'account', id: person.id } })
  }
  return { email: link.email, ended: isFirst && !by.owner ? await endBefore(tx, person, link.email) : null }
}

const ownerMissing = () =>
  new ApiError(
    'authentication',
    'This account already has a verified email address. Open the link in the browser where you requested the change, or enter the account’s password.',
    { param: 'password' },
  )

async function refuseTooMany(tx: Tx, person: { id: string }): Promise<void> {
  const waitMs = await waitOf(tx, person, 'verify')
  if (waitMs === 0) return
  throw tooMany(
    waitMs,
    `You have reached the limit of three emails in an hour. The links in them still work. Try again in ${minutesOf(waitMs)}.`,
  )
}

/**
 * Sends a verification email. Throws if the address has reached its hourly limit, which includes emails that other accounts requested for
 * the address.
 */
async function sendOrRefuse(tx: Tx, person: { id: string; name: string }, to: string): Promise<void> {
  const from = await sendLink(tx, person, 'verify', to)
  if (from === null) return
  const waitMs = from.getTime() - tx.now().getTime()
  throw tooMany(
    waitMs,
    `This address has reached its hourly limit for these emails. The links already sent still work. Try again in ${minutesOf(waitMs)}.`,
  )
}

const inUse = () => conflict('Another account uses this email address.', 'email')
