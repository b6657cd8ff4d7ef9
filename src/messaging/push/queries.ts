import { sql, type Selectable } from 'kysely'
import type { Db, Tables } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type PushRow = Selectable<Tables['pushes']>
export type Keys = { publicKey: string; privateKey: string }

export const findKeys = (db: Db): Promise<Keys | undefined> =>
  db.selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst()

/** Stores the push keys, unless another process has already stored a pair of keys. */
export async function insertKeys(db: Db, { publicKey, privateKey }: Keys): Promise<void> {
  await db
    .insertInto('push_keys')
    .values({ public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type NewPush = { event_id: string; title: string; body: string; path: string; at: Date }

/**
 * Inserts a push for each of the account's browsers. Skips browsers that already have a push for this event, or that have reached the
 * hourly limit. Returns the ids of the pushes.
 */
export async function insertPushes(db: Db, accountId: string, newId: () => string, push: NewPush, mostAnHour: number): Promise<string[]> {
  const { rows: browsers } = await sql<{ id: string }>`
    select s.id from push_subscriptions s where s.account_id = ${accountId}
      and (select count(*) from pushes p where p.subscription_id = s.id and p.created_at > ${push.at}::timestamptz - interval '1 hour') < ${mostAnHour}
    for key share of s`.execute(db)
  if (browsers.length === 0) return []
  const { at, ...rest } = push
  const rows = browsers.map(({ id }) => ({ id: newId(), subscription_id: id, ...rest, next_try_at: at, created_at: at }))
  const inserted = await db
    .insertInto('pushes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

export type DuePush = PushRow & Pick<Selectable<Tables['push_subscriptions']>, 'endpoint' | 'p256dh' | 'auth' | 'given_up'>

export const findPush = (db: Db, id: string): Promise<DuePush | undefined> =>
  db
    .selectFrom('pushes as p')
    .innerJoin('push_subscriptions as s', 's.id', 'p.subscription_id')
    .selectAll('p')
    .select(['s.endpoint', 's.p256dh', 's.auth', 's.given_up'])
    .where('p.id', '=', id)
    .executeTakeFirst()

/** Claims a due push for one attempt. Returns true to only one caller. */
export const claimPush = (db: Db, { id, tries }: PushRow, now: Date, nextTryAt: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('pushes')
      .set({ tries: tries + 1, next_try_at: nextTryAt })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('tries', '=', tries)
      .where('next_try_at', '<=', now),
  )

export const duePushes = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('pushes')
      .select('id')
      .where('status', '=', 'waiting')
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

export async function setOutcome(
  db: Db,
  { id, subscription_id }: PushRow,
  outcome: { status: 'sent' | 'failed' | 'waiting'; error: string | null; nextTryAt?: Date },
): Promise<void> {
  const { status, error, nextTryAt } = outcome
  await db.updateTable('pushes').set({ status, last_error: error, next_try_at: nextTryAt }).where('id', '=', id).execute()
  if (status === 'waiting') return
  await db
    .updateTable('push_subscriptions')
    .set((eb) => ({ given_up: status === 'sent' ? 0 : eb('given_up', '+', 1) }))
    .where('id', '=', subscription_id)
    .where((eb) => (status === 'sent' ? eb('given_up', '>', 0) : eb.lit(true)))
    .execute()
}

/** Deletes an invalid or expired subscription. */
export async function endSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
