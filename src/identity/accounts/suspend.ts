import type { Tx } from '#platform/context/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import * as queries from './suspend/queries.ts'
import type { AccountToSuspend } from './suspend/queries.ts'

export type { AccountToSuspend } from './suspend/queries.ts'

/** Any account, locked, so that nothing new is opened in its name meanwhile; null where there is none. */
export const lockAnyAccount = async (tx: Tx, id: string): Promise<AccountToSuspend | null> =>
  (isIdOf('usr', id) ? await queries.lockAccount(tx.db, id) : undefined) ?? null

/** It changes nothing any more; what it may still do is `evenSuspended`. Locked by the caller. */
export const suspendAccount = (tx: Tx, id: string): Promise<void> => queries.setSuspended(tx.db, id, tx.now())

export const restoreAccount = (tx: Tx, id: string): Promise<void> => queries.setSuspended(tx.db, id, null)

/** Gives or takes away the right to run the service. Null where nobody open has this email. */
export const setOperator = async (
  tx: Tx,
  email: string,
  isOperator: boolean,
): Promise<{ id: string; name: string; before: boolean } | null> => (await queries.setOperator(tx.db, email, isOperator)) ?? null
