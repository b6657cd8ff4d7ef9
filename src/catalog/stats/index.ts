import type { Person, Core } from '#platform/context/index.ts'
import { readShop } from '#catalog/shops/index.ts'
import * as queries from './queries.ts'
import type { DayRow } from './queries.ts'
import { totalOf, type Totals } from './rules.ts'
import type { ReadStats } from './schema.ts'

const DAY_MS = 86_400_000

/** Number of days for which views are certain to be stored (src/platform/retention/rules.ts). */
const RETAINED_DAYS = 100

export type Stats = {
  shop: string | null
  rows: DayRow[]
  /** Sums of as many days before, or null when their views are not certain to be stored. */
  before: Totals | null
}

/** Returns the daily activity up to today, either of one shop or of all the actor's shops. Errors: 404 `shop`. */
export async function readDailyStats(ctx: Core, actor: Person, { days, shop }: ReadStats): Promise<Stats> {
  const own = shop === undefined ? null : await readShop(ctx, actor, shop)
  const isCompared = 2 * days <= RETAINED_DAYS
  const dayOf = (ago: number): string => new Date(ctx.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const range = { ownerId: actor.accountId, shopId: own?.id ?? null, first: dayOf((isCompared ? 2 : 1) * days - 1), last: dayOf(0) }
  const rows = await queries.dailySeries(ctx.db, range)
  return { shop: own?.slug ?? null, rows: rows.slice(-days), before: isCompared ? totalOf(rows.slice(0, -days)) : null }
}
