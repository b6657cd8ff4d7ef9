import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Closes the open invitations to listings that are no longer for sale. The caller must lock the listings. */
export async function closeInvitations(tx: Tx, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length > 0) await queries.closeOn(tx.db, listingIds, tx.now())
}

/** Closes the open invitations between two people if one of them blocks the other. The caller must lock both people. */
export const closeInvitationsBetween = (tx: Tx, blockerId: string, blockedId: string): Promise<void> =>
  queries.closeBetween(tx.db, blockerId, blockedId, tx.now())

/** Closes the open invitations that an account sent or received, because the account is no longer available. */
export const leaveInvitations = (tx: Tx, accountId: string): Promise<void> => queries.closeOf(tx.db, accountId, tx.now())
