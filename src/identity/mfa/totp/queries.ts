import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type AppRow = Selectable<Tables['authenticator_apps']>

export const findApp = (db: Db, accountId: string): Promise<AppRow | undefined> =>
  db.selectFrom('authenticator_apps').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Stores an unconfirmed secret, which replaces any earlier secret. The caller must check that the earlier secret is not confirmed. */
export async function saveApp(db: Db, row: { account_id: string; secret: Buffer; created_at: Date }): Promise<void> {
  await db
    .insertInto('authenticator_apps')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret: row.secret, created_at: row.created_at }))
    .execute()
}

export const confirmApp = async (db: Db, accountId: string, step: number, at: Date): Promise<void> => {
  await db.updateTable('authenticator_apps').set({ confirmed_at: at, last_step: step }).where('account_id', '=', accountId).execute()
}

/**
 * Consumes the code of a 30-second period. Returns false if the code of this or a later period was already used, or if no code has
 * confirmed the app, which then has no last period.
 */
export const takeStep = (db: Db, accountId: string, step: number, at: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('authenticator_apps')
      .set({ last_step: step, last_used_at: at })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step),
  )

/** Deletes the authenticator app. Returns true if the setup of the app had been confirmed. */
export const deleteApp = async (db: Db, accountId: string): Promise<boolean> =>
  (await db.deleteFrom('authenticator_apps').where('account_id', '=', accountId).returning('confirmed_at').executeTakeFirst())
    ?.confirmed_at != null

export async function deleteWaitingApps(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('authenticator_apps').where('confirmed_at', 'is', null).where('created_at', '<=', before).execute()
}
