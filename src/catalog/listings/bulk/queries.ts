import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { BulkChange, BulkStatus, Snapshot } from './rules.ts'

export type BulkRow = Omit<Selectable<Tables['bulk_changes']>, 'status' | 'change'> & { status: BulkStatus; change: BulkChange }
export type BulkItem = Omit<Selectable<Tables['bulk_change_rows']>, 'before' | 'state'> & {
  before: Snapshot | null
  state: ItemState
}
/** State of a listing within a bulk change. `restored` and `unrestored` are the results of an undo. */
export type ItemState = 'waiting' | 'changed' | 'refused' | 'restored' | 'unrestored'
export type NewItem = Pick<BulkItem, 'listing_id' | 'before' | 'state' | 'message' | 'param'>

const bulks = (db: Db) => db.selectFrom('bulk_changes').selectAll()

export const findBulk = async (db: Db, accountId: string, id: string): Promise<BulkRow | undefined> =>
  (await bulks(db).where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst()) as BulkRow | undefined

/** Locks a bulk change, regardless of its account, until the transaction ends, so that only one process changes the next row. */
export const lockBulk = async (db: Tx, id: string): Promise<BulkRow | undefined> =>
  (await bulks(db).where('id', '=', id).forUpdate().executeTakeFirst()) as BulkRow | undefined

export const latestBulk = async (db: Db, accountId: string): Promise<BulkRow | undefined> =>
  (await bulks(db).where('account_id', '=', accountId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()) as
    | BulkRow
    | undefined

/** Inserts a bulk change. Returns false if the account already has an unfinished bulk change. */
export async function insertBulk(
  db: Tx,
  row: Pick<BulkRow, 'id' | 'account_id' | 'key_id' | 'change' | 'forbidden' | 'created_at'>,
  items: readonly NewItem[],
): Promise<boolean> {
  const inserted = await db
    .insertInto('bulk_changes')
    .values({ ...row, change: JSON.stringify(row.change) })
    // a literal, because Postgres cannot match a parameter with the condition of the partial index
    .onConflict((on) =>
      on
        .column('account_id')
        .where(sql<boolean>`status in ('queued', 'running')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await sql`
    insert into bulk_change_rows (bulk_id, position, listing_id, before, state, message, param)
    select ${row.id}, i.nth, i.item ->> 'listing_id', nullif(i.item -> 'before', 'null'::jsonb), i.item ->> 'state', i.item ->> 'message', i.item ->> 'param'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as i(item, nth)`.execute(db)
  return true
}

export const hasUnfinished = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('bulk_changes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()) !== undefined

export async function updateBulk(
  db: Db,
  id: string,
  change: Partial<Pick<BulkRow, 'status' | 'undoing' | 'ended_at' | 'key_id' | 'forbidden'>>,
): Promise<void> {
  await db.updateTable('bulk_changes').set(change).where('id', '=', id).execute()
}

/** Marks a queued bulk change as running. */
export async function markRunning(db: Db, id: string): Promise<void> {
  await db.updateTable('bulk_changes').set({ status: 'running' }).where('id', '=', id).where('status', '=', 'queued').execute()
}

export const itemsOf = async (db: Db, bulkId: string, states: readonly ItemState[]): Promise<BulkItem[]> =>
  (await db
    .selectFrom('bulk_change_rows')
    .selectAll()
    .where('bulk_id', '=', bulkId)
    .where('state', 'in', [...states])
    .orderBy('position')
    .execute()) as BulkItem[]

/** Returns the next item in the given state, in the order of the selection. */
export const nextItem = async (db: Db, bulkId: string, state: ItemState): Promise<BulkItem | undefined> =>
  (await db
    .selectFrom('bulk_change_rows')
    .selectAll()
    .where('bulk_id', '=', bulkId)
    .where('state', '=', state)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()) as BulkItem | undefined

/** Updates an item, provided that it is still in the state `from`. */
export async function updateItem(
  db: Db,
  { bulk_id, position }: Pick<BulkItem, 'bulk_id' | 'position'>,
  from: ItemState,
  change: Partial<Pick<BulkItem, 'state' | 'changed_at' | 'message' | 'param'>>,
): Promise<void> {
  await db
    .updateTable('bulk_change_rows')
    .set(change)
    .where('bulk_id', '=', bulk_id)
    .where('position', '=', position)
    .where('state', '=', from)
    .execute()
}

export type Progress = {
  counts: Readonly<Partial<Record<ItemState, number>>>
  refused: Pick<BulkItem, 'listing_id' | 'message' | 'param' | 'state'>[]
}

export async function progressOf(db: Db, bulkId: string): Promise<Progress> {
  const counts = await db
    .selectFrom('bulk_change_rows')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('bulk_id', '=', bulkId)
    .groupBy('state')
    .execute()
  return {
    counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    refused: await itemsOf(db, bulkId, ['refused', 'unrestored']),
  }
}

/** Returns true if the account is closed or suspended. For a test account, also checks the account that owns it. */
export async function isBarred(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ barred: boolean }>`
    select a.closed_at is not null or a.suspended_at is not null or r.closed_at is not null or r.suspended_at is not null as barred
    from accounts a left join accounts r on r.id = a.sandbox_of where a.id = ${accountId}`.execute(db)
  return rows[0]?.barred ?? true
}
