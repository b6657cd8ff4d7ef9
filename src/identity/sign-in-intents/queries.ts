import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'

export type IntentRow = Omit<Selectable<Tables['sign_in_intents']>, 'fields'> & { fields: Record<string, string> | null }

export async function insertIntent(db: Db, { fields, ...row }: IntentRow): Promise<void> {
  await db
    .insertInto('sign_in_intents')
    .values({ ...row, fields: fields === null ? null : JSON.stringify(fields) })
    .execute()
}

export const findIntent = (db: Db, tokenHash: Buffer, now: Date): Promise<IntentRow | undefined> =>
  db
    .selectFrom('sign_in_intents')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .$castTo<IntentRow>()
    .executeTakeFirst()

/** Deletes the intent and returns it. With concurrent calls, only one call gets the intent. */
export const takeIntent = (
  db: Db,
  { tokenHash, path, now }: { tokenHash: Buffer; path: string; now: Date },
): Promise<IntentRow | undefined> =>
  db
    .deleteFrom('sign_in_intents')
    .where('token_hash', '=', tokenHash)
    .where('path', '=', path)
    .where('expires_at', '>', now)
    .returningAll()
    .$castTo<IntentRow>()
    .executeTakeFirst()

export async function deleteExpiredIntents(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_intents').where('expires_at', '<=', now).execute()
}
