import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import { moveRows, moveThreads } from './join/queries.ts'

/**
 * Moves all records of a guest to an account, and deletes the guest. The caller must lock both, and check that the account has sold nothing
 * to the guest. `join/rules.ts` lists the affected tables.
 */
export async function joinGuest(tx: Tx, accountId: string, guestId: string): Promise<void> {
  await queries.unlinkMails(tx, guestId)
  await moveThreads(tx.db, accountId, guestId)
  await moveRows(tx.db, accountId, guestId)
  await queries.deleteGuest(tx.db, guestId)
}
