import type { Core } from '#platform/context/index.ts'
import { dayBeforeWeek } from '#catalog/stats/rules.ts'
import * as queries from './queries.ts'
import type { ListingRow, ListingSurroundings } from './queries.ts'

export const EMPTY_DETAILS: ListingSurroundings = {
  photos: [],
  pendingPhotos: [],
  priceDrop: null,
  stats: { views: 0, views_7d: 0, likes: 0, shares: 0, offers: 0, offers_waiting: 0 },
}

/** Reads the photos and stats of listings with one query. Weekly stats cover today and the previous six days (UTC). */
export async function listingDetailsOf(ctx: Core, rows: readonly ListingRow[]): Promise<(row: ListingRow) => ListingSurroundings> {
  const now = ctx.now()
  const surroundings = await queries.surroundings(
    ctx.db,
    rows.map(({ id }) => id),
    { weekAfter: dayBeforeWeek(now), now },
  )
  return ({ id }) => surroundings.get(id) ?? EMPTY_DETAILS
}
