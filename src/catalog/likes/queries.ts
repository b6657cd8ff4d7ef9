import type { Tenant } from '#core/tenant.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'
import { pagedBy, type Part } from '#platform/db/paginate.ts'
import { statement, type Statement } from '#platform/db/statement.ts'
import { wroteRow } from '#platform/db/rows.ts'

/**
 * Inserts a like with the current price of the listing. Waits for uncommitted price changes, so that this person does not miss a price
 * drop. Returns false if the like already exists.
 */
export const insertLike = (db: Db, { account_id, listing_id, created_at }: NewLike): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('likes')
      .columns(['account_id', 'listing_id', 'created_at', 'price_cents'])
      .expression((eb) =>
        eb
          .selectFrom('listings')
          .select([
            sql<string>`${account_id}::text`.as('account_id'),
            'id',
            sql<Date>`${created_at}::timestamptz`.as('created_at'),
            'price_cents',
          ])
          .where('id', '=', listing_id)
          .forShare(),
      )
      .onConflict((oc) => oc.doNothing()),
  )

type NewLike = { account_id: string; listing_id: string; created_at: Date }

/** Deletes a like. Returns false if there was none. */
export const deleteLike = (db: Db, accountId: string, listingId: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('likes').where('listing_id', '=', listingId).where('account_id', '=', accountId))

/** Returns the ids of the listings that an account likes and can still see (`listingSeen`), latest like first. */
export async function likedIds(db: Db, accountId: string, { limit, offset }: Part): Promise<{ ids: string[]; total: number }> {
  const visible = sql`
    likes k join listings l on l.id = k.listing_id join shops s on s.id = l.shop_id
    where k.account_id = ${accountId} and l.status <> 'draft'
      and ((s.visibility <> 'private' and not s.paused and l.visibility <> 'hidden') or s.owner_id = ${accountId})`
  const page = sql<{ id: string }>`select l.id from ${visible} order by k.created_at desc, l.id desc limit ${limit} offset ${offset}`
  const { rows, total } = await pagedBy(db, visible, page)
  return { ids: rows.map(({ id }) => id), total }
}

export const insertFollow = (db: Db, row: { account_id: string; shop_id: string; created_at: Date }): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('follows')
      .values(row)
      .onConflict((oc) => oc.doNothing()),
  )

/** Deletes a follow, even if the shop is hidden. Returns false if there was none. */
export const deleteFollow = (db: Db, accountId: string, tenant: Tenant, slug: string): Promise<boolean> =>
  wroteRow(
    db
      .deleteFrom('follows')
      .where('account_id', '=', accountId)
      .where('shop_id', '=', (eb) => eb.selectFrom('shops').select('id').where('slug', '=', slug).where('world', '=', tenant)),
  )

/** Returns the ids of the shops that an account follows and can still see, latest follow first. */
export async function followedIds(db: Db, accountId: string, { limit, offset }: Part): Promise<{ ids: string[]; total: number }> {
  const visible = sql`
    follows f join shops s on s.id = f.shop_id
    where f.account_id = ${accountId} and (s.visibility <> 'private' or s.owner_id = ${accountId})`
  const page = sql<{ id: string }>`select s.id from ${visible} order by f.created_at desc, s.id desc limit ${limit} offset ${offset}`
  const { rows, total } = await pagedBy(db, visible, page)
  return { ids: rows.map(({ id }) => id), total }
}

export type ViewerRelation = { owns: boolean; follows: boolean; liked: string[] }

/** Reads how the viewer is related to a shop. Returns no row if the market has no shop with this slug. */
export const readViewerRelation = statement<Statement<[slug: string, account: string, listings: readonly string[]], ViewerRelation>>(`
  select s.owner_id = $2 as owns, exists (select from follows where shop_id = s.id and account_id = $2) as follows,
    array(select listing_id from likes where account_id = $2 and listing_id = any($3)) as liked
  from shops s where s.slug = $1 and s.world = ''`)
