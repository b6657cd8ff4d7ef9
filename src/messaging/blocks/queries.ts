import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'
import { paged, type Paged, type Part } from '#platform/db/paginate.ts'
import { wroteRow } from '#platform/db/rows.ts'

type Columns = Selectable<Tables['blocks']>

/** A block with the current names of the blocked person and their shop. */
export type BlockRow = Columns & { name: string }

/** Returns true if either account has blocked the other. Until the transaction ends, a lock prevents new blocks between the two. */
export const isBlocked = async (db: Tx, one: string, other: string): Promise<boolean> => {
  const { rows } = await sql<{ blocked: boolean }>`select is_blocked(${one}, ${other}) as blocked`.execute(db)
  return rows[0]!.blocked
}

/** Waits for transactions that have called `isBlocked` for these two accounts. Until this transaction ends, later calls wait. */
export async function lockPair(db: Tx, one: string, other: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(pair_lock(${one}, ${other}))`.execute(db)
}

/** Inserts a block. Its `shop_id` is null if the shop no longer exists. Returns false if the block already exists. */
export const insertBlock = (db: Tx, row: Columns): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('blocks')
      .values((eb) => ({ ...row, shop_id: eb.selectFrom('shops').select('id').where('id', '=', row.shop_id) }))
      .onConflict((oc) => oc.doNothing()),
  )

export const deleteBlock = (db: Db, accountId: string, blockedId: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('blocks').where('account_id', '=', accountId).where('blocked_id', '=', blockedId))

/** Returns the account that was blocked through the shop with this slug, even if the shop has been deleted or renamed. */
export const blockedAtSlug = async (db: Db, accountId: string, slug: string): Promise<string | undefined> =>
  (
    await blocks(db)
      .where('b.account_id', '=', accountId)
      .where((eb) => eb(eb.fn.coalesce('s.slug', 'b.shop_slug'), '=', slug))
      .executeTakeFirst()
  )?.blocked_id

const blocks = (db: Db) =>
  db
    .selectFrom('blocks as b')
    .innerJoin('accounts as a', 'a.id', 'b.blocked_id')
    .leftJoin('shops as s', 's.id', 'b.shop_id')
    .selectAll('b')
    .select((eb) => [
      'a.name',
      eb.fn.coalesce('s.slug', 'b.shop_slug').as('shop_slug'),
      eb.fn.coalesce('s.name', 'b.shop_name').as('shop_name'),
    ])

export const findBlock = (db: Db, accountId: string, blockedId: string): Promise<BlockRow | undefined> =>
  blocks(db).where('b.account_id', '=', accountId).where('b.blocked_id', '=', blockedId).executeTakeFirst()

/** Returns a page of the people whom an account has blocked, newest first. */
export const pageOfBlocks = (db: Db, accountId: string, { limit, offset }: Part): Promise<Paged<BlockRow>> =>
  paged(
    db.selectFrom('blocks').where('account_id', '=', accountId),
    blocks(db)
      .where('b.account_id', '=', accountId)
      .orderBy('b.created_at', 'desc')
      .orderBy('b.blocked_id', 'desc')
      .limit(limit)
      .offset(offset),
  )
