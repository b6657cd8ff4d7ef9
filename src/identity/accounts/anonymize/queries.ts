import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

/** Returns all records that the account shares with other accounts, each with the id of the other account. */
export async function sharedRecords(db: Db, accountId: string): Promise<{ id: string; other: string; bought: boolean }[]> {
  const table = (name: string) => sql`
    select id, case buyer_id when ${accountId} then seller_id else buyer_id end as other, buyer_id = ${accountId} as bought
    from ${sql.table(name)} where buyer_id = ${accountId} or seller_id = ${accountId}`
  const tables = ['offers', 'orders', 'holds', 'threads', 'reviews'].map(table)
  return (await sql<{ id: string; other: string; bought: boolean }>`${sql.join(tables, sql` union all `)}`.execute(db)).rows
}

/** Tables whose JSON columns contain copies of records. The records can be shared by two accounts. */
export const COPIES = { events: ['data'], webhook_deliveries: ['body'], approvals: ['request', 'result'] } as const
export type CopyTable = keyof typeof COPIES

export type Copy = { id: string; about: boolean; columns: (string | null)[] }

/**
 * Returns a page of the rows that the accounts in `others` own in a `COPIES` table, sorted by id. A row that mentions a record in `ids` has
 * `about: true` and its `columns`. For all other rows, `columns` is empty.
 */
export async function pageOfCopies(
  db: Db,
  table: CopyTable,
  by: { others: readonly string[]; ids: readonly string[]; after: string; limit: number },
): Promise<Copy[]> {
  const columns = COPIES[table].map((name) => sql`${sql.ref(name)}::text`)
  const all = sql`concat_ws(' ', ${sql.join(columns)})`
  const { rows } = await sql<Copy>`
    select id, about, case when about then columns else '{}' end as columns
    from (select id, array[${sql.join(columns)}] as columns, exists (
            select from regexp_matches(${all}, '[a-z]{3}_[0-9a-z]+', 'g') as found where found[1] = any(${[...by.ids]}::text[])) as about
          from ${sql.table(table)} where id > ${by.after} and account_id = any(${[...by.others]}::text[]) order by id limit ${by.limit}) page
    order by id`.execute(db)
  return rows
}

/** Overwrites the JSON columns of one row. `values` must be in the order of the columns in `COPIES`. */
export async function writeCopy(db: Db, table: CopyTable, id: string, values: readonly (string | null)[]): Promise<void> {
  const type = table === 'approvals' ? sql`jsonb` : sql`text`
  const sets = COPIES[table].map((name, index) => sql`${sql.ref(name)} = ${values[index]}::${type}`)
  await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(db)
}

/** Replaces names in emails about the given events, and in the summaries of the given approvals. Returns the ids of these emails. */
export async function renameIn(
  db: Db,
  by: { eventIds: readonly string[]; approvalIds: readonly string[]; names: readonly (readonly [string, string])[] },
): Promise<string[]> {
  const mails: string[] = []
  for (const [name, now] of by.names) {
    const { rows } = await sql<{ id: string }>`
      update mails set subject = replace(subject, ${name}, ${now}), body = replace(body, ${name}, ${now})
      where event_id = any(${[...by.eventIds]}::text[]) returning id`.execute(db)
    mails.push(...rows.map(({ id }) => id))
    await sql`update approvals set summary = replace(summary, ${name}, ${now}) where id = any(${[...by.approvalIds]}::text[])`.execute(db)
  }
  return mails
}

/**
 * Removes the slugs of the account's shops from emails to other people. These emails then no longer use the shop's color, but do not change
 * otherwise.
 */
export async function forgetShopsOfMails(db: Db, slugs: readonly string[]): Promise<void> {
  await db
    .updateTable('mails')
    .set({ shop_slug: null })
    .where('shop_slug', 'in', [...slugs, ''])
    .execute()
}

/** Deletes the stored input of helper runs that concern these records or messages in this account's conversations. */
export async function forgetShown(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update helper_runs set snapshot = null, detail = null where subject = any(${[...ids]}::text[]) or subject in (
      select m.id from messages m join threads t on t.id = m.thread_id where t.buyer_id = ${accountId} or t.seller_id = ${accountId})`.execute(
    db,
  )
}
