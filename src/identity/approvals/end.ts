import type { Tx } from '#platform/context/index.ts'
import * as queries from './queries.ts'

/** Ends all that keys of an account have asked for; gives how many waited. */
export const endApprovals = (tx: Tx, accountId: string): Promise<number> => queries.deleteApprovals(tx.db, accountId)
