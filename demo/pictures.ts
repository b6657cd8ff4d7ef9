import { fileURLToPath } from 'node:url'
import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { SCOPES } from '#core/scopes.ts'
import { attachPhotos, takeIn } from '#catalog/photos/index.ts'
import { setPicture } from '#catalog/shops/index.ts'
import * as queries from './queries.ts'
import type { PictureRow } from './queries.ts'

/**
 * Adds the pending images one at a time, until none is left or `stopped` returns true. The transaction that attaches an image also removes
 * it from the queue, so the next run can continue after an interruption.
 */
export async function addPictures(ctx: Context, stopped: () => boolean): Promise<number> {
  for (let added = 0; ; added++) {
    const row = stopped() ? undefined : await queries.nextPicture(ctx.db)
    if (!row) return added
    await addOne(ctx, row)
  }
}

async function addOne(ctx: Context, row: PictureRow): Promise<void> {
  // a row from an earlier release contains a drawing instead of a file name, so its listing gets no image
  const { file } = row.drawing as { file?: string }
  const [photo] = file ? await takeIn(ctx, [{ path: fileURLToPath(new URL(`./pictures/${file}`, import.meta.url)), param: file }]) : []
  await inTransaction(ctx, async (tx) => {
    if (!(await queries.takePicture(tx.db, row.position)) || !photo) return
    if (row.listing_id) {
      const source = file!.endsWith('-web.avif') ? 'web' : 'own'
      await attachPhotos(tx, row.owner_id, row.listing_id, [photo], { source, alt: row.alt })
      await queries.showInOrders(tx.db, row.listing_id, photo.variants.at(-1)!.key)
    } else await setPicture(tx, ownerOf(row), row.slug, photo)
  })
}

const ownerOf = ({ owner_id }: PictureRow): Person => ({
  kind: 'key',
  accountId: owner_id,
  name: '',
  credential: owner_id,
  tenant: '',
  keyKind: 'api',
  scopes: SCOPES,
  askFirst: [],
  maxOfferCents: null,
  maxDayCents: null,
  address: '127.0.0.1',
})
