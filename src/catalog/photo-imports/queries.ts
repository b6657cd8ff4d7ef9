import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/index.ts'
import { wroteRow } from '#platform/db/rows.ts'

export type PhotoImport = { listing_id: string; position: number; url: string; alt: string | null; problem: string | null }

/** Adds photos to the download queue with one statement. */
export async function insertPhotoImports(db: Tx, ownerId: string, rows: readonly PhotoImport[], at: Date): Promise<void> {
  await sql`
    insert into wanted_photos (listing_id, position, owner_id, url, alt, created_at)
    select w.listing_id, w.position, ${ownerId}::text, w.url, w.alt, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (listing_id text, position smallint, url text, alt text)`.execute(db)
}

/** Returns the next queued photo that the service has not tried to download yet. */
export const nextPhotoImport = (db: Db, ownerId: string): Promise<PhotoImport | undefined> =>
  db
    .selectFrom('wanted_photos')
    .select(['listing_id', 'position', 'url', 'alt', 'problem'])
    .where('owner_id', '=', ownerId)
    .where('problem', 'is', null)
    .orderBy('owner_id')
    .orderBy('listing_id')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

/** Removes a photo from the queue. Returns false if the queue no longer contains the photo. */
export const takePhotoImport = (db: Tx, { listing_id, position }: PhotoImport): Promise<boolean> =>
  wroteRow(
    db.deleteFrom('wanted_photos').where('listing_id', '=', listing_id).where('position', '=', position).where('problem', 'is', null),
  )

export async function failPhotoImport(db: Db, { listing_id, position }: PhotoImport, problem: string): Promise<void> {
  await db.updateTable('wanted_photos').set({ problem }).where('listing_id', '=', listing_id).where('position', '=', position).execute()
}
