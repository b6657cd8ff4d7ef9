import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Deletes all approvals of an account. Returns how many of them were pending. */
export const endApprovals = (tx: Tx, accountId: string): Promise<number> => queries.deleteApprovals(tx.db, accountId)
