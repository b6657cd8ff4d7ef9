import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'

export type AccountToSuspend = { id: string; name: string; is_operator: boolean; closed_at: Date | null }

export const lockAccount = (db: Tx, id: string): Promise<AccountToSuspend | undefined> =>
  db.selectFrom('accounts').select(['id', 'name', 'is_operator', 'closed_at']).where('id', '=', id).forUpdate().executeTakeFirst()

export async function setSuspended(db: Db, id: string, at: Date | null): Promise<void> {
  await db.updateTable('accounts').set({ suspended_at: at }).where('id', '=', id).execute()
}

/** Grants or revokes operator rights. `before` is true if the account had them before. */
export const setOperator = async (
  db: Db,
  email: string,
  isOperator: boolean,
): Promise<{ id: string; name: string; before: boolean } | undefined> =>
  (
    await sql<{ id: string; name: string; before: boolean }>`
      with found as (select id, is_operator from accounts where lower(email) = lower(${email}) for update)
      update accounts a set is_operator = ${isOperator} from found where a.id = found.id
      returning a.id, a.name, found.is_operator as before`.execute(db)
  ).rows[0]
