import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type SessionRow = Selectable<Tables['sessions']>

export const setProved = (db: Db, tokenHash: Buffer, at: Date): Promise<SessionRow | undefined> =>
  db
    .updateTable('sessions')
    .set({ proved_at: at })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()

/** Records that a session has passed the second step. Returns the time when the session ends, or undefined if it has already ended. */
export const setSecond = async (db: Db, tokenHash: Buffer, at: Date): Promise<Date | undefined> =>
  (await db.updateTable('sessions').set({ second_at: at }).where('token_hash', '=', tokenHash).returning('expires_at').executeTakeFirst())
    ?.expires_at

export async function clearSecond(db: Db, accountId: string): Promise<void> {
  await db.updateTable('sessions').set({ second_at: null }).where('account_id', '=', accountId).where('second_at', 'is not', null).execute()
}

export async function insertGuestSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export const sessionsOf = (db: Db, accountId: string, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export const deleteSessionById = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('sessions').where('account_id', '=', accountId).where('id', '=', id))

export async function deleteSessionsBut(db: Db, accountId: string, except: Buffer | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(except !== null, (q) => q.where('token_hash', '<>', except!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

export const zoneOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('accounts').select('time_zone').where('id', '=', id).executeTakeFirst())?.time_zone ?? null

export async function setZone(db: Db, id: string, zone: string, { whereUnknown = false } = {}): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ time_zone: zone })
    .where('id', '=', id)
    .$if(whereUnknown, (query) => query.where('time_zone', 'is', null))
    .execute()
}
