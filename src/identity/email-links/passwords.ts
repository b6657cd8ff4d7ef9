import { payerOf } from '#core/tenant.ts'
import type { Anonymous, Person, Tx } from '#platform/context/index.ts'
import type { Browser } from '#identity/sessions/browsers.ts'
import { endSessions, renewProof } from '#identity/sessions/index.ts'
import { enter, type Entered } from '#identity/mfa/second-step/index.ts'
import { forgetTickets } from '#identity/mfa/tickets/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { emailAccount } from '#messaging/notifications/index.ts'
import { record } from '#platform/events/index.ts'
import { endBefore, type Ended } from './email-verification.ts'
import { passwordChanged } from './emails.ts'
import * as queries from './queries.ts'
import type { PersonRow } from './queries.ts'
import { goneLink, useLink } from '#messaging/email-tokens/index.ts'

/** The browser in which a link is used. `owner` is true if `confirmsOwner` has confirmed that the user owns the account. */
export type UsedBy = { browser: Browser; owner: boolean }

/**
 * Sets a new password with an email link, which also verifies the email address. Ends all sessions. API keys continue to work, because the
 * programs that use them never knew the password (docs/decisions/0023). A first verification without `confirmsOwner` also revokes the keys
 * and returns what it revoked. Errors: 400 `token`.
 */
export async function resetPassword(
  tx: Tx,
  { token, passwordHash }: { token: string; passwordHash: string },
  by: UsedBy,
): Promise<Ended | null> {
  const { account_id, email } = await useLink(tx, token, 'reset')
  const person = await queries.lockPerson(tx.db, account_id)
  if (!person?.email || person.email !== email) throw goneLink()
  const ended = person.email_verified_at || by.owner ? null : await endBefore(tx, person, email)
  await setPassword(tx, person, passwordHash, by.browser, { email_verified_at: person.email_verified_at ?? tx.now() })
  await endSessions(tx, person.id, null)
  await forgetFailures(tx, person)
  return ended
}

/**
 * Clears failed attempts, because the user has just proved access to the mailbox. Failed attempts with authenticator codes still count,
 * because these codes are a different factor.
 */
async function forgetFailures(tx: Tx, { id, email }: PersonRow): Promise<void> {
  await tx.rateLimits.forget(tx, 'password', email!)
  await tx.rateLimits.forget(tx, 'own password', id)
  await tx.rateLimits.forget(tx, 'known browser', id)
}

/** Sets a new password for a signed-in user, after a check of the user's identity. Ends all other sessions. */
export async function changePassword(tx: Tx, actor: Person, passwordHash: string): Promise<void> {
  const person = (await queries.lockPerson(tx.db, actor.accountId))!
  await requireActiveCredential(tx, actor)
  await setPassword(tx, person, passwordHash, actor)
  await endSessions(tx, person.id, actor.sessionToken!)
}

/**
 * `stays` is true if the browser's existing session continues. `ended` lists the access that a first verification ended or revoked, or is
 * null.
 */
export type EnteredByLink = Entered & { stays: boolean; ended: Ended | null }

/**
 * Signs in by email link, which also verifies the email address. A first verification without `confirmsOwner` also ends earlier sessions
 * and revokes earlier keys. In a browser that is already signed in to the account, the link also renews the session's proof of identity
 * (spec: completions 12). In other browsers, the second factor is still required. Errors: 400 `token`.
 */
export async function signInByLink(tx: Tx, token: string, by: UsedBy & { caller: Anonymous | Person }): Promise<EnteredByLink> {
  const { account_id, email } = await useLink(tx, token, 'sign_in')
  const person = await queries.lockPerson(tx.db, account_id)
  if (!person?.email || person.email !== email) throw goneLink()
  const ended = person.email_verified_at || by.owner ? null : await endBefore(tx, person, email)
  if (!person.email_verified_at) await queries.updatePerson(tx.db, person.id, { email_verified_at: tx.now(), updated_at: tx.now() })
  const { caller } = by
  const stays = caller.kind === 'session' && payerOf(caller) === person.id ? await renewProof(tx, caller.sessionToken!) : null
  if (stays) return { kind: 'session', opened: stays, stays: true, ended }
  return { ...(await enter(tx, person.id, by.browser)), stays: false, ended }
}

async function setPassword(
  tx: Tx,
  person: PersonRow,
  passwordHash: string,
  by: Person | Browser,
  more: { email_verified_at?: Date } = {},
): Promise<void> {
  // clears the pending email address, because an attacker who knew the old password may have entered it
  await queries.updatePerson(tx.db, person.id, { password_hash: passwordHash, new_email: null, updated_at: tx.now(), ...more })
  await queries.forgetLinks(tx.db, person.id, person.new_email ? ['reset', 'sign_in', 'verify'] : ['reset', 'sign_in'])
  await forgetTickets(tx, person.id)
  await emailAccount(tx, { accountId: person.id, name: person.name, recipient: person.email!, ...passwordChanged(tx, by) })
  await record(tx, { accountId: person.id, type: 'account.changed', object: { object: 'account', id: person.id } })
}
