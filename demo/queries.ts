import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

export type MarketState = 'planted' | 'off'

/**
 * Claims the creation of the demo for the caller. Returns false if the demo already exists or must not be created. Concurrent calls wait
 * for each other.
 */
export async function claimMarket(db: Db, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('demo_market')
    .values({ state: 'planted', changed_at: at })
    .onConflict((oc) => oc.doNothing())
    .returning('state')
    .executeTakeFirst()
  return row !== undefined
}

export async function marketState(db: Db): Promise<MarketState | null> {
  const row = await db.selectFrom('demo_market').select('state').executeTakeFirst()
  return row?.state ?? null
}

export async function setMarketOff(db: Db, at: Date): Promise<void> {
  await db.insertInto('demo_market').values({ state: 'off', changed_at: at }).execute()
}

/** Sets the start of a listing's current price to `at`, because a database trigger recorded the current time as the start. */
export async function backdatePrice(db: Db, listingId: string, at: Date): Promise<void> {
  const prices = db.updateTable('listing_prices').where('listing_id', '=', listingId)
  await prices.set({ from_at: at }).where('until_at', 'is', null).execute()
  await prices.set({ until_at: at }).where('until_at', '>', at).execute()
  await db.updateTable('listings').set({ reduced_at: at }).where('id', '=', listingId).where('reduced_at', 'is not', null).execute()
}

export type NewPicture = { position: number; listing_id: string | null; shop_id: string | null; alt: string | null; drawing: unknown }

export async function insertPictures(db: Db, rows: readonly NewPicture[]): Promise<void> {
  await db
    .insertInto('demo_pictures')
    .values(rows.map((row) => ({ ...row, drawing: JSON.stringify(row.drawing) })))
    .execute()
}

export type PictureRow = NewPicture & { owner_id: string; slug: string }

/** Returns the next image to add, with the shop's slug and owner. */
export const nextPicture = (db: Db): Promise<PictureRow | undefined> =>
  db
    .selectFrom('demo_pictures as p')
    .leftJoin('listings as l', 'l.id', 'p.listing_id')
    .innerJoin('shops as s', (join) => join.on((eb) => eb('s.id', '=', eb.fn.coalesce('p.shop_id', 'l.shop_id'))))
    .select(['p.position', 'p.listing_id', 'p.shop_id', 'p.alt', 'p.drawing', 's.owner_id', 's.slug'])
    .orderBy('p.position')
    .limit(1)
    .executeTakeFirst()

/** Removes the image from the queue. Returns false if a different process has already added the image, or if the listing was deleted. */
export async function takePicture(db: Db, position: number): Promise<boolean> {
  return (await db.deleteFrom('demo_pictures').where('position', '=', position).returning('position').executeTakeFirst()) !== undefined
}

/** Stores the image in the orders for a listing. An order copies the listing's image when it is created, but the demo adds images later. */
export async function showInOrders(db: Db, listingId: string, key: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ photo: JSON.stringify({ key }) })
    .where('listing_id', '=', listingId)
    .where('photo', 'is', null)
    .execute()
}

export async function countPictures(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('demo_pictures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the accounts outside the demo, whose data would also be lost if the demo were cleared. */
export async function countOtherAccounts(db: Db, emails: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', 'not in', [...emails])
    .executeTakeFirstOrThrow()
  return count
}

export const storedKeys = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('stored_files').select('key').execute()).map(({ key }) => key)

/** Drops all tables. The caller must then run the migrations again. */
export async function dropEverything(db: Db): Promise<void> {
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

/** Marks the past events of demo users as delivered, because these users had no webhook. */
export async function suppressNotifications(db: Db): Promise<void> {
  await db
    .updateTable('events')
    .set((eb) => ({ dispatched_at: eb.ref('created_at') }))
    .where('dispatched_at', 'is', null)
    .execute()
}

/** Returns the ids of the user's two oldest public listings. */
export const someListings = async (db: Db, ownerId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('listings')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('in_market', '=', true)
      .orderBy('published_at')
      .orderBy('id')
      .limit(2)
      .execute()
  ).map(({ id }) => id)

/** Returns the id of the user's oldest live listing with a price of about forty dollars, or undefined if there is none. */
export const slowListing = async (db: Db, ownerId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('listings')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('in_market', '=', true)
      .where('price_cents', '>', 36_00)
      .where('price_cents', '<', 45_00)
      .orderBy('published_at')
      .orderBy('id')
      .executeTakeFirst()
  )?.id
