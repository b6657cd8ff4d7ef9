import type { Context } from '#platform/context.ts'
import { dayBeforeWeek } from '#domain/week.ts'
import { listPhotos } from '#selling/photos/index.ts'
import { listWanted } from '#selling/wanted-photos/index.ts'
import type { ListingSurroundings } from './present.ts'
import * as queries from './queries.ts'
import type { ListingRow, ListingTraffic } from './queries.ts'

const NO_TRAFFIC: ListingTraffic = { views: 0, views_7d: 0, likes: 0, shares: 0 }

/** Photos and stats of any number of listings in one go. The week is today and the six days before, UTC. */
export async function surroundingsOf(ctx: Context, rows: readonly ListingRow[]): Promise<(row: ListingRow) => ListingSurroundings> {
  const ids = rows.map(({ id }) => id)
  const photos = await listPhotos(ctx, ids)
  const wanted = await listWanted(ctx, ids)
  const traffic = await queries.listingTraffic(ctx.db, ids, dayBeforeWeek(ctx.now()))
  const offers = await ctx.hooks.offersOn(ctx, ids)
  return ({ id }) => ({
    photos: photos.get(id) ?? [],
    wanted: wanted.get(id) ?? [],
    stats: { ...NO_TRAFFIC, ...traffic.get(id), ...offers(id) },
  })
}
