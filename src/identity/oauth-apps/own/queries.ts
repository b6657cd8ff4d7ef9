import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type OwnAppRow = Selectable<Tables['oauth_clients']> & { people: number }

const apps = (db: Db, accountId: string) =>
  db
    .selectFrom('oauth_clients as c')
    .selectAll('c')
    .select((eb) =>
      eb
        .selectFrom('apps as a')
        .innerJoin('keys as k', 'k.id', 'a.key_id')
        .select(sql<number>`count(distinct k.account_id)`.as('people'))
        .whereRef('a.client_id', '=', 'c.id')
        .where('k.revoked_at', 'is', null)
        .where((or) => or.or([or('k.expires_at', 'is', null), or('k.expires_at', '>', sql<Date>`now()`)]))
        .as('people'),
    )
    .where('c.account_id', '=', accountId)

export const listApps = async (db: Db, accountId: string): Promise<OwnAppRow[]> =>
  (await apps(db, accountId).orderBy('c.created_at').orderBy('c.id').execute()) as OwnAppRow[]

export const findApp = async (db: Db, accountId: string, id: string): Promise<OwnAppRow | undefined> =>
  (await apps(db, accountId).where('c.id', '=', id).executeTakeFirst()) as OwnAppRow | undefined

/** Counts an account's apps. Locks the account, so that no other transaction can create an app until this transaction ends. */
export async function lockAndCount(db: Tx, accountId: string): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { n } = await db
    .selectFrom('oauth_clients')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Locks an app until the transaction ends. Until then, requests with the app's codes or refresh tokens wait. Returns the app's redirect
 * URIs, or undefined if the app does not belong to the account.
 */
export const lockApp = (db: Tx, accountId: string, id: string): Promise<{ redirect_uris: string[] } | undefined> =>
  db
    .selectFrom('oauth_clients')
    .select('redirect_uris')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export async function deleteUnusedCodes(db: Tx, clientId: string): Promise<void> {
  await db.deleteFrom('oauth_codes').where('client_id', '=', clientId).where('key_id', 'is', null).execute()
}

/** Changes an app. Returns undefined if the app does not belong to the account. */
export const changeApp = (db: Db, accountId: string, id: string, change: { name?: string; redirect_uris?: string[] }) =>
  db.updateTable('oauth_clients').set(change).where('id', '=', id).where('account_id', '=', accountId).returning('id').executeTakeFirst()

/** Deletes an app. Returns true if the app existed and belonged to the account. */
export const deleteApp = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('oauth_clients').where('id', '=', id).where('account_id', '=', accountId))

export const workingKeysOf = async (db: Db, clientId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('apps as a')
      .innerJoin('keys as k', 'k.id', 'a.key_id')
      .select('k.id')
      .where('a.client_id', '=', clientId)
      .where('k.revoked_at', 'is', null)
      .orderBy('k.id')
      .execute()
  ).map(({ id }) => id)

export type AppRequestRow = Pick<
  Selectable<Tables['request_log']>,
  'id' | 'operation' | 'method' | 'status' | 'error' | 'ms' | 'created_at'
>

/**
 * Returns the latest requests made by an app. Reads only the app's most recently used keys. For each key, reads the account's log backward
 * from the key's last use. The cost therefore does not grow with the log or the number of users.
 */
export async function lastRequests(db: Db, clientId: string, most: { keys: number; rows: number }): Promise<AppRequestRow[]> {
  const { rows } = await sql<AppRequestRow>`
    select r.* from (
      select k.id, k.account_id, k.last_used_at from apps a join keys k on k.id = a.key_id
      where a.client_id = ${clientId} and k.last_used_at is not null order by k.last_used_at desc limit ${most.keys}) k
    cross join lateral (
      select l.id, l.operation, l.method, l.status, l.error, l.ms, l.created_at from request_log l
      where l.account_id = k.account_id and l.key_id = k.id and l.created_at <= k.last_used_at + interval '2 minutes'
      order by l.created_at desc, l.id desc limit ${most.rows}) r
    order by r.created_at desc, r.id desc limit ${most.rows}`.execute(db)
  return rows
}

export type AppWebhookRow = Pick<
  Selectable<Tables['webhooks']>,
  'url' | 'events' | 'enabled' | 'switched_off_at' | 'last_at' | 'last_status' | 'last_error' | 'updated_at'
>

/** Returns the webhooks that an app has set, most recently changed first. */
export const webhooksSetBy = (db: Db, clientId: string, limit: number): Promise<AppWebhookRow[]> =>
  db
    .selectFrom('apps as a')
    .innerJoin('webhooks as w', 'w.key_id', 'a.key_id')
    .innerJoin('keys as k', (join) => join.onRef('k.id', '=', 'a.key_id').onRef('k.account_id', '=', 'w.account_id'))
    .select(['w.url', 'w.events', 'w.enabled', 'w.switched_off_at', 'w.last_at', 'w.last_status', 'w.last_error', 'w.updated_at'])
    .where('a.client_id', '=', clientId)
    .orderBy('w.updated_at', 'desc')
    .limit(limit)
    .execute()
