import { presentAddress } from '#core/address.ts'
import { shipsTo } from '#core/ships-to.ts'
import { pictureUrl } from '#catalog/stores/picture/present.ts'
import type { Core } from '#platform/context/index.ts'
import type { ShopCounts, ShopRow, ShopStats } from './queries.ts'

/** Builds the owner's view of a shop (spec: interface, shop). */
export const presentShop = (ctx: Core, row: ShopRow, counts: ShopCounts) => ({
  object: 'shop' as const,
  id: row.id,
  slug: row.slug,
  name: row.name,
  about: row.about,
  category: row.category,
  location: row.location,
  tone: row.tone,
  visibility: row.visibility,
  paused: row.paused,
  away_until: row.away_until?.toISOString() ?? null,
  url: ctx.urls.shop(row.slug, row.tenant),
  picture_url: pictureUrl(ctx, row),
  agent: { answer_questions: row.answer_questions, haggle: row.haggle, lowest_percent: row.lowest_percent, ask_hold: row.ask_hold },
  bundle_tiers: row.bundle_tiers,
  bundle_shipping: row.bundle_shipping,
  ship_from: presentAddress(row.ship_from),
  ships_to: shipsTo(row),
  counts: presentCounts(counts),
  created_at: row.created_at.toISOString(),
})

export const presentShopWithStats = (ctx: Core, row: ShopRow, stats: ShopStats & ShopCounts) => ({
  ...presentShop(ctx, row, stats),
  stats: presentStats(stats),
})

export const presentStats = ({ views, views_7d, followers, likes, shares, offers_waiting }: ShopStats) => ({
  views,
  views_7d,
  followers,
  likes,
  shares,
  offers_waiting,
})

export const presentCounts = ({ live, drafts, sold }: ShopCounts) => ({ live, drafts, sold })

/** Returns the data of a shop event. Contains no private fields. */
export const presentShopEvent = (row: ShopRow) => ({
  object: 'shop' as const,
  id: row.id,
  slug: row.slug,
  name: row.name,
  visibility: row.visibility,
  paused: row.paused,
})
