import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'

export type KeyRow = Selectable<Tables['keys']>

export const insertKey = (db: Db, row: Omit<KeyRow, 'last_used_at' | 'revoked_at'>): Promise<KeyRow> =>
  db.insertInto('keys').values(row).returningAll().executeTakeFirstOrThrow()

/** All keys of an account that were not revoked, newest first. */
export const listKeys = (db: Db, accountId: string): Promise<KeyRow[]> =>
  db
    .selectFrom('keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const revokeKey = (db: Db, accountId: string, id: string, at: Date): Promise<KeyRow | undefined> =>
  db
    .updateTable('keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export async function rotateSecret(db: Db, id: string, secret: Pick<KeyRow, 'secret_hash' | 'last4' | 'secret_expires_at'>): Promise<void> {
  await db.updateTable('keys').set(secret).where('id', '=', id).execute()
}

export const revokeKeysById = (db: Db, ids: readonly string[], at: Date): Promise<KeyRow[]> =>
  db
    .updateTable('keys')
    .set({ revoked_at: at })
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute()

export const revokeKeys = (db: Db, accountId: string, at: Date): Promise<KeyRow[]> =>
  db
    .updateTable('keys')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute()
