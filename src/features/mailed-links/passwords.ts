import type { Anonymous, Context, Person } from '#context.ts'
import type { Browser } from '#features/accounts/browsers.ts'
import { endSessions, renewProof } from '#features/accounts/sessions.ts'
import { enter, type Entered } from '#features/factors/second-step.ts'
import { forgetTickets } from '#features/factors/tickets/service.ts'
import { tellAccount } from '#features/notices/service.ts'
import { record } from '#lib/events.ts'
import { passwordChanged } from './letters.ts'
import * as queries from './queries.ts'
import type { PersonRow } from './queries.ts'
import { goneLink, useLink } from './tokens.ts'

/**
 * Sets a new password by the link of a mail, which also proves the address. Every session ends; API keys go on working, as the
 * programs that hold them never knew the password (decision 24). Errors: 400 `token`.
 */
export async function resetPassword(tx: Context, { token, passwordHash }: { token: string; passwordHash: string }): Promise<void> {
  const { account_id, email } = await useLink(tx, token, 'reset')
  const person = await queries.lockPerson(tx.db, account_id)
  if (!person?.email || person.email !== email) throw goneLink()
  await setPassword(tx, person, passwordHash, { email_verified_at: person.email_verified_at ?? tx.now() })
  await endSessions(tx, person.id, null)
}

/** Sets a new password for who is signed in and knew the old one; their other sessions end. */
export async function changePassword(tx: Context, actor: Person, passwordHash: string): Promise<void> {
  const person = (await queries.lockPerson(tx.db, actor.accountId))!
  await setPassword(tx, person, passwordHash)
  await endSessions(tx, person.id, actor.sessionToken ?? null)
}

/**
 * Signs in by the link of a mail, which proves the address as well. In a browser that is signed in to that account already, it
 * proves who sits there, and the session stays (completions 12); elsewhere a second factor is asked for all the same. Errors: 400 `token`.
 */
export async function signInByLink(
  tx: Context,
  token: string,
  browser: Browser,
  here: Anonymous | Person,
): Promise<Entered & { stays: boolean }> {
  const { account_id, email } = await useLink(tx, token, 'sign_in')
  const person = await queries.lockPerson(tx.db, account_id)
  if (!person?.email || person.email !== email) throw goneLink()
  if (!person.email_verified_at) await queries.updatePerson(tx.db, person.id, { email_verified_at: tx.now(), updated_at: tx.now() })
  const stays = here.kind === 'session' && here.accountId === person.id ? await renewProof(tx, here.sessionToken!) : null
  return stays ? { kind: 'session', opened: stays, stays: true } : { ...(await enter(tx, person.id, browser)), stays: false }
}

async function setPassword(tx: Context, person: PersonRow, passwordHash: string, more: { email_verified_at?: Date } = {}): Promise<void> {
  // an address that somebody else asked for goes with their password
  await queries.updatePerson(tx.db, person.id, { password_hash: passwordHash, new_email: null, updated_at: tx.now(), ...more })
  await queries.forgetLinks(tx.db, person.id, person.new_email ? ['reset', 'sign_in', 'verify'] : ['reset', 'sign_in'])
  await forgetTickets(tx, person.id)
  await tellAccount(tx, { accountId: person.id, name: person.name, recipient: person.email!, ...passwordChanged(tx) })
  await record(tx, { accountId: person.id, type: 'account.changed', object: { object: 'account', id: person.id } })
}
