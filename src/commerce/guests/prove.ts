import type { Anonymous, Person, Tx } from '#platform/context/index.ts'
import { payerOf } from '#core/tenant.ts'
import { lockOwnerOf, proveOwner, type AddressOwner, type Ended } from '#identity/email-links/index.ts'
import { enter, type Entered } from '#identity/mfa/second-step/index.ts'
import { endSessions, openGuestSession, type Browser, type Opened } from '#identity/sessions/index.ts'
import { findLink, goneLink } from '#messaging/email-tokens/index.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { joinGuest } from './join.ts'
import * as queries from './queries.ts'
import type { GuestRow } from './queries.ts'

/**
 * Result of opening the emailed link to a guest's order. `entered`: the browser is signed in to the account that now contains the order.
 * `ended` lists the sessions that were ended and the keys that were revoked, because the address was verified for the first time. `joined`:
 * the browser was already signed in to the account that now contains the order. `sign_in`: nothing has changed, because the account has a
 * verified address and its owner must sign in first. `guest`: the browser only shows the order, because sign-ups are closed.
 */
export type Proof =
  | { kind: 'entered'; entered: Entered; ended: Ended | null; bought: Bought }
  | { kind: 'joined'; bought: Bought }
  | { kind: 'sign_in' }
  | { kind: 'guest'; opened: Opened; bought: Bought }

/** The guest's order or, if the guest bought several items, the purchase. */
export type Bought = { kind: 'order' | 'purchase'; id: string }

type By = { caller: Anonymous | Person; browser: Browser }

/**
 * Redeems an emailed link to a guest's order, which verifies the email address (spec: completions 12 and 13.7). If no account has the
 * address, turns the guest's record into an account. If the address of an existing account was never verified, someone else may have opened
 * that account. In this case, revokes all earlier access to the account, unless this browser is signed in to it. Errors: 400 `token`; 403
 * `suspended`; 409 if the account is the seller of the order.
 */
export async function proveGuest(tx: Tx, token: string, by: By): Promise<Proof> {
  const link = await findLink(tx, token, 'guest')
  const owner = link && (await lockOwnerOf(tx, link.email))
  const guest = link && (await queries.lockGuest(tx.db, link.account_id))
  if (!guest) throw goneLink()
  if (guest.suspended_at) throw new ApiError('permission', 'This order is under review. Contact the operator.', { code: 'suspended' })
  const bought = boughtIn((await queries.latestOrderOf(tx.db, guest.id))!)
  if (!owner) return opened(tx, guest, by, bought)
  const own = by.caller.kind === 'session' && payerOf(by.caller) === owner.id
  if (!own && owner.verified) return { kind: 'sign_in' }
  const ended = await proveOwner(tx, owner, { owner: own })
  await joinAll(tx, owner, guest)
  if (own) return { kind: 'joined', bought }
  return { kind: 'entered', entered: await enter(tx, owner.id, by.browser), ended, bought }
}

const boughtIn = ({ id, purchase_id: purchaseId }: { id: string; purchase_id: string | null }): Bought =>
  purchaseId === null ? { kind: 'order', id } : { kind: 'purchase', id: purchaseId }

/**
 * Turns a guest into an account, and ends the guest's sessions in other browsers. While sign-ups are closed, only starts a guest session.
 */
async function opened(tx: Tx, guest: GuestRow, { browser }: By, bought: Bought): Promise<Proof> {
  if (tx.config.signups === 'closed') return { kind: 'guest', opened: await openGuestSession(tx, guest.id, browser), bought }
  await queries.becomeAccount(tx.db, guest.id, tx.now())
  await endSessions(tx, guest.id, null)
  await queries.unlinkMails(tx, guest.id)
  await record(tx, { accountId: guest.id, type: 'account.opened', object: { object: 'account', id: guest.id, name: guest.name } })
  await joinPaid(tx, { id: guest.id, email: guest.guest_email })
  return { kind: 'entered', entered: await enter(tx, guest.id, browser), ended: null, bought }
}

async function joinAll(tx: Tx, owner: AddressOwner, guest: GuestRow): Promise<void> {
  if (await queries.sellsTo(tx.db, owner.id, guest.id))
    throw conflict('You are the seller of this item, so its order cannot be added to your account.')
  await joinGuest(tx, owner.id, guest.id)
  await joinPaid(tx, { id: owner.id, email: guest.guest_email })
}

/**
 * Moves paid guest orders with an account's verified email address to that account. An unpaid order moves only when its own link is opened.
 * Otherwise, anyone could place an order with someone else's email address, and the owner of the address might pay for it by mistake.
 */
async function joinPaid(tx: Tx, account: { id: string; email: string }): Promise<void> {
  for (const id of await queries.lockPaidGuests(tx.db, account)) await joinGuest(tx, account.id, id)
}

/**
 * When an account signs in, moves paid guest orders to it that were placed with the account's verified email address (spec: completions
 * 13.7).
 */
export async function joinAtSignIn(tx: Tx, accountId: string): Promise<void> {
  const email = await queries.provedEmail(tx.db, accountId)
  if (email !== undefined) await joinPaid(tx, { id: accountId, email })
}
