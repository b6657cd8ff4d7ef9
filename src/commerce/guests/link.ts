import { inTransaction, type Context, type Core, type Person, type Tx } from '#platform/context/index.ts'
import { sendLink } from '#identity/email-links/index.ts'
import { findGuestLink, findLink } from '#messaging/email-tokens/index.ts'
import * as queries from './queries.ts'

/** Returns true if the emailed link to a guest's order is valid. The check does not use up the link. */
export const orderLinkWorks = async (ctx: Core, token: string): Promise<boolean> => (await findLink(ctx, token, 'guest')) !== undefined

/**
 * Sends a new link to the address that received an earlier link. Does nothing if the link is unknown, or after five such emails in an hour.
 * The caller cannot find out whether the link exists.
 */
export async function renewOrderLink(ctx: Context, token: string): Promise<void> {
  const link = await findGuestLink(ctx, token)
  if (link) await inTransaction(ctx, (tx) => mailOrderLink(tx, link.account_id))
}

/** Sends the guest a new link to the order. The guest must have a session. Does nothing after five such emails in an hour. */
export const mailOwnOrderLink = (tx: Tx, guest: Person): Promise<void> => mailOrderLink(tx, guest.accountId)

async function mailOrderLink(tx: Tx, accountId: string): Promise<void> {
  const guest = await queries.lockGuest(tx.db, accountId)
  if (guest) await sendLink(tx, guest, 'guest', guest.guest_email)
}
