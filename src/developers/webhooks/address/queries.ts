import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export type WebhookRow = Selectable<Tables['webhooks']>

export type Saved = {
  url: string
  events: readonly string[]
  enabled: boolean
  now: Date
  /** Id of the API key with which the webhook was set, or null if a signed-in user set it. */
  keyId: string | null
}

export const findWebhook = (db: Db, accountId: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Locks several webhooks in order of their accounts, to prevent deadlocks. */
export const lockWebhooks = (db: Tx, accountIds: readonly string[]): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().where('account_id', 'in', accountIds).orderBy('account_id').forUpdate().execute()

/** Inserts a webhook. Returns undefined if the account already has a webhook. */
export const insertWebhook = (
  db: Db,
  accountId: string,
  secret: string,
  { url, events, enabled, now, keyId }: Saved,
): Promise<WebhookRow | undefined> =>
  db
    .insertInto('webhooks')
    .values({ account_id: accountId, url, events: [...events], enabled, secret, created_at: now, updated_at: now, key_id: keyId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Updates the webhook and resets its record of failures. */
export const saveWebhook = (db: Db, accountId: string, { url, events, enabled, now, keyId }: Saved): Promise<WebhookRow> =>
  db
    .updateTable('webhooks')
    .set({ url, events: [...events], enabled, failing_since: null, switched_off_at: null, updated_at: now, key_id: keyId })
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteWebhook(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('webhooks').where('account_id', '=', accountId).execute()
}

export const setSecret = (db: Db, accountId: string, secret: string, now: Date): Promise<WebhookRow | undefined> =>
  db.updateTable('webhooks').set({ secret, updated_at: now }).where('account_id', '=', accountId).returningAll().executeTakeFirst()

/** Stores the outcome of a webhook's latest attempt, unless the outcome of a newer attempt is already stored. */
export async function setLastTry(db: Db, accountId: string, last: { at: Date; status: number; error: string | null }): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ last_at: last.at, last_status: last.status, last_error: last.error })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('last_at', 'is', null), eb('last_at', '<=', last.at)]))
    .execute()
}

export type Health = {
  account_id: string
  at: string
  status: number
  error: string | null
  failing_since: string | null
}

export async function setHealth(db: Db, health: readonly Health[]): Promise<void> {
  await sql`
    update webhooks w
    set last_at = h.at, last_status = h.status, last_error = h.error, failing_since = h.failing_since
    from jsonb_to_recordset(${JSON.stringify(health)}::jsonb)
      as h(account_id text, at timestamptz, status integer, error text, failing_since timestamptz)
    where w.account_id = h.account_id`.execute(db)
}

export const switchOff = (db: Db, accountId: string, now: Date): Promise<WebhookRow> =>
  db
    .updateTable('webhooks')
    .set({ enabled: false, switched_off_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
