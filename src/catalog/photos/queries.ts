import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import type { Tables } from '#platform/db/tables.ts'
import { wroteRow } from '#platform/db/rows.ts'
import type { Variant } from '#catalog/photos/rules/photo.ts'

export type { Variant } from '#catalog/photos/rules/photo.ts'
export type PhotoRow = Omit<Selectable<Tables['photos']>, 'variants' | 'source'> & { variants: Variant[]; source: 'own' | 'web' }

/** Returns the photos of listings, in order. */
export const findPhotos = async (db: Db, listingIds: readonly string[]): Promise<PhotoRow[]> =>
  (await db
    .selectFrom('photos')
    .selectAll()
    .where('listing_id', '=', (eb) => eb.fn.any(eb.val([...listingIds])))
    .orderBy('listing_id')
    .orderBy('position')
    .execute()) as PhotoRow[]

export async function insertPhotos(db: Db, rows: readonly PhotoRow[]): Promise<void> {
  await db
    .insertInto('photos')
    .values(rows.map((row) => ({ ...row, variants: JSON.stringify(row.variants) })))
    .execute()
}

export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.deleteFrom('photos').where('id', '=', id).execute()
}

/** Stores the positions 0, 1, 2 … of the photos, in the order of `ids`. The unique constraint is checked only at commit. */
export async function setPositions(db: Db, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) await db.updateTable('photos').set({ position }).where('id', '=', id).execute()
}

/** Sets the alternative text of a photo. Returns false if the listing has no such photo. */
export const setAlt = (db: Db, listingId: string, id: string, alt: string | null): Promise<boolean> =>
  wroteRow(db.updateTable('photos').set({ alt }).where('id', '=', id).where('listing_id', '=', listingId))

/** Locks a listing so that its photos can be changed. Returns undefined if the listing has a different owner. */
export const lockListingForPhotos = (db: Tx, ownerId: string, id: string) =>
  db
    .selectFrom('listings')
    .select(['id', 'status', 'title', 'price_cents', 'ever_sold'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()

export const ownsListing = async (db: Db, ownerId: string, id: string): Promise<boolean> =>
  (await db.selectFrom('listings').select('id').where('id', '=', id).where('owner_id', '=', ownerId).executeTakeFirst()) !== undefined

export async function touchListing(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('listings').set({ updated_at: at }).where('id', '=', id).execute()
}

/** Deletes the records of failed imports. */
export async function forgetProblems(db: Db, listingId: string): Promise<void> {
  await db.deleteFrom('wanted_photos').where('listing_id', '=', listingId).where('problem', 'is not', null).execute()
}

/** Registers files before they are written. The files count as orphans until a database row refers to them. */
export async function announceFiles(db: Db, keys: readonly string[], at: Date): Promise<void> {
  await db
    .insertInto('stored_files')
    .values(keys.map((key) => ({ key, created_at: at, orphaned_at: at })))
    .execute()
}

/** Assigns files to an account and counts their bytes toward the account's quota. Returns how many of the files still exist. */
export async function adoptFiles(db: Db, accountId: string, files: readonly Pick<Variant, 'key' | 'bytes'>[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update stored_files f set orphaned_at = null, account_id = ${accountId}, bytes = named.bytes
    from unnest(${files.map(({ key }) => key)}::text[], ${files.map(({ bytes }) => bytes)}::bigint[]) as named (key, bytes)
    where f.key = named.key`.execute(db)
  return Number(numAffectedRows)
}

export async function orphanFiles(db: Db, keys: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable('stored_files')
    .set({ orphaned_at: at })
    .where('key', '=', (eb) => eb.fn.any(eb.val([...keys])))
    .execute()
}

/** Removes these files from the orders that show them as the photo, before the files are deleted. */
export async function leaveOrders(db: Db, listingIds: readonly string[], keys: readonly string[]): Promise<void> {
  await sql`
    update orders set photo = null
    where listing_id = any(${listingIds}::text[]) and photo ->> 'key' = any(${keys}::text[])`.execute(db)
}

/** Makes files private, so that `/media` does not serve them any longer. */
export async function hideFiles(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('stored_files')
    .set({ private: true })
    .where('key', '=', (eb) => eb.fn.any(eb.val([...keys])))
    .execute()
}

export const isServed = async (db: Db, key: string): Promise<boolean> =>
  (await db
    .selectFrom('stored_files')
    .select('key')
    .where('key', '=', key)
    .where('orphaned_at', 'is', null)
    .where('private', '=', false)
    .executeTakeFirst()) !== undefined

/** Returns the keys of files that became orphans before the time `before`. */
export const takeOrphans = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (await db.selectFrom('stored_files').select('key').where('orphaned_at', '<', before).limit(limit).execute()).map(({ key }) => key)

export async function forgetFile(db: Db, key: string): Promise<void> {
  await db.deleteFrom('stored_files').where('key', '=', key).where('orphaned_at', 'is not', null).execute()
}
