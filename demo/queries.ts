import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

export type MarketState = 'planted' | 'off'

/** Says that the market is planted from now on; false when it is already, or must not be. Two that ask wait for each other. */
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

export type NewPicture = { position: number; listing_id: string | null; shop_id: string | null; alt: string | null; drawing: unknown }

export async function insertPictures(db: Db, rows: readonly NewPicture[]): Promise<void> {
  await db
    .insertInto('demo_pictures')
    .values(rows.map((row) => ({ ...row, drawing: JSON.stringify(row.drawing) })))
    .execute()
}

export type PictureRow = NewPicture & { owner_id: string; slug: string }

/** The next picture to add, with the owner of what it shows and the shop's address. */
export const nextPicture = (db: Db): Promise<PictureRow | undefined> =>
  db
    .selectFrom('demo_pictures as p')
    .leftJoin('listings as l', 'l.id', 'p.listing_id')
    .innerJoin('shops as s', (join) => join.on((eb) => eb('s.id', '=', eb.fn.coalesce('p.shop_id', 'l.shop_id'))))
    .select(['p.position', 'p.listing_id', 'p.shop_id', 'p.alt', 'p.drawing', 's.owner_id', 's.slug'])
    .orderBy('p.position')
    .limit(1)
    .executeTakeFirst()

/** False when it is gone: added by another process, or its listing was deleted meanwhile. */
export async function takePicture(db: Db, position: number): Promise<boolean> {
  return (await db.deleteFrom('demo_pictures').where('position', '=', position).returning('position').executeTakeFirst()) !== undefined
}

/** Orders keep the picture that they were made with; those of the cast were made before there was one. */
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

/** Accounts that are not of the cast: people whose work would be lost with the demo. */
export async function countStrangers(db: Db, emails: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', 'not in', [...emails])
    .executeTakeFirstOrThrow()
  return count
}

export const storedKeys = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('stored_files').select('key').execute()).map(({ key }) => key)

/** Everything that is in the database, gone. The caller migrates again. */
export async function dropEverything(db: Db): Promise<void> {
  await sql`drop schema if exists graphile_worker cascade`.execute(db)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

/** What the cast did long ago is told to nobody: no webhook of theirs was there to hear it. */
export async function tellNobody(db: Db): Promise<void> {
  await db
    .updateTable('events')
    .set((eb) => ({ dispatched_at: eb.ref('created_at') }))
    .where('dispatched_at', 'is', null)
    .execute()
}

/** Two things that somebody has for everybody to see, the oldest. */
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

/** The live thing of theirs at about forty dollars that waits longest for a buyer. */
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
