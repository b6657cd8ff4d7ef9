import type { Person, Core } from '#platform/context/index.ts'
import { readShop } from '#catalog/shops/index.ts'
import * as queries from './queries.ts'
import type { DayRow } from './queries.ts'
import type { ReadStats } from './schema.ts'

const DAY_MS = 86_400_000

/** Returns the daily activity up to today, either of one shop or of all the actor's shops. Errors: 404 `shop`. */
export async function readDailyStats(
  ctx: Core,
  actor: Person,
  { days, shop }: ReadStats,
): Promise<{ shop: string | null; rows: DayRow[] }> {
  const own = shop === undefined ? null : await readShop(ctx, actor, shop)
  const dayOf = (ago: number): string => new Date(ctx.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const range = { ownerId: actor.accountId, shopId: own?.id ?? null, first: dayOf(days - 1), last: dayOf(0) }
  return { shop: own?.slug ?? null, rows: await queries.dailySeries(ctx.db, range) }
}
