import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Deletes all approvals of an account. Returns the number of pending approvals. */
export const endApprovals = (tx: Tx, accountId: string): Promise<number> => queries.deleteApprovals(tx.db, accountId)
