import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Closes the open invitations to listings that are no longer for sale. The caller must lock the listings. */
export async function closeInvitations(tx: Tx, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length > 0) await queries.closeOn(tx.db, listingIds, tx.now())
}

/** Closes the open invitations between two people after one has blocked the other. The caller must lock the two people. */
export const closeInvitationsBetween = (tx: Tx, blockerId: string, blockedId: string): Promise<void> =>
  queries.closeBetween(tx.db, blockerId, blockedId, tx.now())

/** When an account is no longer available, closes the open invitations that it sent or received. */
export const leaveInvitations = (tx: Tx, accountId: string): Promise<void> => queries.closeOf(tx.db, accountId, tx.now())
