import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { SCOPES } from '#domain/scopes.ts'
import { attachPhotos, takeInDrawing } from '#selling/photos/index.ts'
import { setPicture } from '#selling/shops/index.ts'
import { drawEmblem } from './art/emblem.ts'
import { drawPicture } from './art/picture.ts'
import * as queries from './queries.ts'
import type { PictureRow } from './queries.ts'
import type { Drawing } from './wanted.ts'

/**
 * Draws what is still to be drawn, one picture at a time, until nothing is left or `stopped` says so. Each is
 * attached in the transaction that strikes it off the list, so it may be killed anywhere and goes on next time.
 */
export async function drawPictures(ctx: Context, stopped: () => boolean): Promise<number> {
  for (let drawn = 0; ; drawn++) {
    const row = stopped() ? undefined : await queries.nextPicture(ctx.db)
    if (!row) return drawn
    await drawOne(ctx, row)
  }
}

async function drawOne(ctx: Context, row: PictureRow): Promise<void> {
  const drawing = row.drawing as Drawing
  const photo = await takeInDrawing(
    ctx,
    drawing.of === 'emblem' ? drawEmblem(drawing.emblem, drawing.studio) : drawPicture(drawing.picture),
  )
  await inTransaction(ctx, async (tx) => {
    if (!(await queries.takePicture(tx.db, row.position))) return
    const source = drawing.of === 'thing' && drawing.picture.view === 'web' ? 'web' : 'own'
    if (row.listing_id) {
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
  keyKind: 'api',
  scopes: SCOPES,
  askFirst: [],
  maxOfferCents: null,
  maxDayCents: null,
  address: '127.0.0.1',
})
