import type { Tx } from '#platform/context/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import * as queries from './suspend/queries.ts'
import type { AccountToSuspend } from './suspend/queries.ts'

export type { AccountToSuspend } from './suspend/queries.ts'

/** Locks an account, regardless of its status. Until the transaction ends, no records can be added to the account. */
export const lockAnyAccount = async (tx: Tx, id: string): Promise<AccountToSuspend | null> =>
  (await ifIdOf('usr', id, () => queries.lockAccount(tx.db, id))) ?? null

/**
 * Suspends an account. After that, it can change data only through endpoints with `evenSuspended`. The caller must lock the account first.
 */
export const suspendAccount = (tx: Tx, id: string): Promise<void> => queries.setSuspended(tx.db, id, tx.now())

export const restoreAccount = (tx: Tx, id: string): Promise<void> => queries.setSuspended(tx.db, id, null)

/** Grants or revokes operator rights. Returns null if no open account has this email address. */
export const setOperator = async (
  tx: Tx,
  email: string,
  isOperator: boolean,
): Promise<{ id: string; name: string; before: boolean } | null> => (await queries.setOperator(tx.db, email, isOperator)) ?? null
