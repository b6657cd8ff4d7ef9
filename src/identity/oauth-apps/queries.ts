import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export { findSessionId, shareAccount } from '#identity/credentials/queries.ts'

export type ClientRow = Selectable<Tables['oauth_clients']>
export type CodeRow = Selectable<Tables['oauth_codes']>
export type AppRow = Selectable<Tables['apps']>

export const insertClient = (db: Db, row: ClientRow): Promise<unknown> => db.insertInto('oauth_clients').values(row).execute()

export const findClient = (db: Db, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Takes a shared lock on a registered client until the transaction ends. Until then, the client and its redirect URIs cannot be deleted.
 */
export const shareClient = (db: Tx, id: string): Promise<Pick<ClientRow, 'redirect_uris'> | undefined> =>
  db.selectFrom('oauth_clients').select('redirect_uris').where('id', '=', id).forKeyShare().executeTakeFirst()

export async function touchClient(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('oauth_clients').set({ last_used_at: at }).where('id', '=', id).execute()
}

export const insertCode = (db: Db, row: CodeRow): Promise<unknown> => db.insertInto('oauth_codes').values(row).execute()

export const findCode = (db: Db, hash: Buffer): Promise<CodeRow | undefined> =>
  db.selectFrom('oauth_codes').selectAll().where('code_hash', '=', hash).executeTakeFirst()

export const lockCode = (db: Db, hash: Buffer): Promise<CodeRow | undefined> =>
  db.selectFrom('oauth_codes').selectAll().where('code_hash', '=', hash).forUpdate().executeTakeFirst()

export async function useCode(db: Db, hash: Buffer, keyId: string): Promise<void> {
  await db.updateTable('oauth_codes').set({ key_id: keyId }).where('code_hash', '=', hash).execute()
}

export async function deleteCode(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('oauth_codes').where('code_hash', '=', hash).execute()
}

export const insertApp = (db: Db, row: AppRow): Promise<unknown> => db.insertInto('apps').values(row).execute()

/** Locks the app and the key that belong to a refresh token, until the transaction ends. */
export const lockApp = (db: Db, selector: string) =>
  db
    .selectFrom('apps as a')
    .innerJoin('keys as k', 'k.id', 'a.key_id')
    .selectAll('a')
    .select(['k.account_id', 'k.scopes', 'k.expires_at', 'k.revoked_at'])
    .where('a.refresh_selector', '=', selector)
    .forUpdate()
    .executeTakeFirst()

export async function rotateRefresh(db: Db, keyId: string, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('apps').set({ refresh_hash: hash, refreshed_at: at }).where('key_id', '=', keyId).execute()
}

export const findAppKey = (db: Db, secretHash: Buffer) =>
  db
    .selectFrom('apps as a')
    .innerJoin('keys as k', 'k.id', 'a.key_id')
    .select(['k.id', 'k.account_id'])
    .where('k.secret_hash', '=', secretHash)
    .executeTakeFirst()
