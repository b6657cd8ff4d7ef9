import type { Tx } from './index.ts'

/** Locks an account, so that changes which depend on its other records wait for each other. */
export async function lockAccount(db: Tx, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
}
