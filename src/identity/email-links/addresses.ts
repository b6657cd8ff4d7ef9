import type { Context, Person, Tx } from '#platform/context/index.ts'
import { requireStanding } from '#identity/credentials/index.ts'
import { emailAccount } from '#messaging/notifications/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { minutesOf, tooMany } from '#platform/limits/rate-limits.ts'
import { requireMail, sendLink, waitOf } from './send.ts'
import { endBefore, type Ended } from './email-verification.ts'
import { emailAsked, emailChanged, emailIsYours } from './emails.ts'
import * as queries from './queries.ts'
import { goneLink, useLink } from '#messaging/email-tokens/index.ts'

/** An account's address, whether it was proved, the one that waits to be, and whether a password signs in with it. */
export type Address = { email: string; verified: boolean; wanted: string | null; hasPassword: boolean }

export async function readAddress(ctx: Context, accountId: string): Promise<Address> {
  const { email, email_verified_at, new_email, password_hash } = (await queries.findPerson(ctx.db, accountId))!
  return { email: email!, verified: email_verified_at !== null, wanted: new_email, hasPassword: password_hash !== null }
}

/** With a new account: asks whether the address is theirs. Nothing waits for the answer (decision 23). */
export async function greet(tx: Tx, person: { id: string; name: string; email: string | null }): Promise<void> {
  if (tx.config.mail.kind !== 'off') await sendLink(tx, person, 'verify', person.email!)
}

/**
 * Sends the link once more, to the address that waits to be proved or else the account's own. Errors: 409 when there is nothing to
 * prove, 429 after three in an hour, or five to that address, 503 without mail.
 */
export async function resendVerification(tx: Tx, actor: Person): Promise<string> {
  requireMail(tx)
  const person = (await queries.lockPerson(tx.db, actor.accountId))!
  if (person.email_verified_at && !person.new_email) throw conflict('Your address is verified already.')
  await refuseTooMany(tx, person)
  const to = person.new_email ?? person.email!
  await sendOrRefuse(tx, person, to)
  return to
}

/**
 * Asks for another address, after the password: it becomes the account's own when the link sent there is used, and the old one is
 * told now and then. Errors: 400 for the same one, 409 `email` in use, 429, 503 without mail.
 */
export async function wantAddress(tx: Tx, actor: Person, email: string): Promise<void> {
  requireMail(tx)
  const person = (await queries.lockPerson(tx.db, actor.accountId))!
  await requireStanding(tx, actor)
  if (person.email!.toLowerCase() === email) throw invalid('email', 'email is the address that you have already.')
  // first how often: who is in use is told no more often than mails go
  await refuseTooMany(tx, person)
  if (await queries.isEmailTaken(tx.db, email, person.id)) throw inUse()
  await queries.forgetLinks(tx.db, person.id, ['verify'])
  await queries.updatePerson(tx.db, person.id, { new_email: email, updated_at: tx.now() })
  await sendOrRefuse(tx, person, email)
  await emailAccount(tx, { accountId: person.id, name: person.name, recipient: person.email!, ...emailAsked(tx, actor, email) })
}

/** The address that was proved, and what ended with it; null where nothing did. */
export type Proved = { email: string; ended: Ended | null }

/**
 * Uses the link: the address is proved, and if it was a new one, it is the account's from now on. `by.owner` says that a session in
 * the same browser or the password stands behind it; without, a first proof ends what was made before, and an account that has
 * proved an address takes no other one: it would go to whoever a mistyped address belongs to. Errors: 400 `token`, 401 `password`,
 * 409 `email`.
 */
export async function proveAddress(tx: Tx, token: string, by: { agent: string | null; owner: boolean }): Promise<Proved> {
  const link = await useLink(tx, token, 'verify')
  const person = await queries.lockPerson(tx.db, link.account_id)
  const isNew = person?.new_email === link.email
  if (!person?.email || (person.email !== link.email && !isNew)) throw goneLink()
  if (isNew && (await queries.isEmailTaken(tx.db, link.email, person.id))) throw inUse()
  const isFirst = person.email_verified_at === null
  if (isNew && !isFirst && !by.owner) throw ownerMissing()
  const now = tx.now()
  const change = isNew ? { email: link.email, new_email: null } : {}
  await queries.updatePerson(tx.db, person.id, { ...change, email_verified_at: now, updated_at: now })
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
    'This account has a verified address already: open the link in the browser where you asked for the other one, or type its password.',
    { param: 'password' },
  )

async function refuseTooMany(tx: Tx, person: { id: string }): Promise<void> {
  const waitMs = await waitOf(tx, person, 'verify')
  if (waitMs > 0)
    throw tooMany(waitMs, `Three mails in an hour are enough, and the links in them still work. Ask again in ${minutesOf(waitMs)}.`)
}

/** Somebody else may have asked for mails to this address as well: who is signed in is told that none goes. */
async function sendOrRefuse(tx: Tx, person: { id: string; name: string }, to: string): Promise<void> {
  const from = await sendLink(tx, person, 'verify', to)
  if (from === null) return
  const waitMs = from.getTime() - tx.now().getTime()
  throw tooMany(
    waitMs,
    `This address was sent as many of these mails as it may be in an hour; links that were mailed still work. Ask again in ${minutesOf(waitMs)}.`,
  )
}

const inUse = () => conflict('Another account has this address.', 'email')
