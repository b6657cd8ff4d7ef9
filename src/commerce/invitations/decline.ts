import type { Person, Tx } from '#platform/context/index.ts'
import { lockForSale } from '#catalog/listings/index.ts'
import { lockReceived, lockSent, readReceived, requirePossible } from './access.ts'
import * as queries from './queries.ts'
import type { InvitationRow, ReceivedRow } from './queries.ts'

/** Declines an invitation as one of the invited people. The other invited people can still accept it. Errors: 404, 409. */
export async function declineInvitation(tx: Tx, actor: Person, id: string): Promise<ReceivedRow> {
  const { listing_id: listingId } = await readReceived(tx, actor, id)
  await lockForSale(tx, listingId)
  const row = await lockReceived(tx, actor, id)
  requirePossible(tx, row, 'decline')
  const now = tx.now()
  await queries.writeAnswer(tx.db, { id, accountId: actor.accountId, answer: 'declined', orderId: null, now })
  return { ...row, answer: 'declined', answer_at: now }
}

/**
 * Withdraws an invitation as the seller who sent it. Does not affect the orders of people who have already accepted it. Errors: 404, 409.
 */
export async function withdrawInvitation(tx: Tx, actor: Person, id: string): Promise<InvitationRow> {
  const row = await lockSent(tx, actor, id)
  requirePossible(tx, row, 'withdraw')
  const now = tx.now()
  await queries.endInvitation(tx.db, id, 'withdrawn', now)
  return { ...row, ended_as: 'withdrawn', updated_at: now }
}
