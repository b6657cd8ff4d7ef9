import { REAL, type Tenant } from '#core/tenant.ts'
import type { Person, Tx, Core } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { quoteName } from '#core/quoted-name.ts'
import { dayBeforeWeek } from '#catalog/stats/rules.ts'
import { orphanPhotosOf, replaceFiles, type PreparedPhoto } from '#catalog/photos/index.ts'
import { requireQuota } from '#identity/quotas/index.ts'
import { ApiError, conflict, invalid, notFound } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import { presentShopEvent } from './present.ts'
import { awayProblem } from './rules/away.ts'
import { isSameSetting } from './rules/setting.ts'
import * as queries from './queries.ts'
import type { HeldShop, ShopChange, ShopCounts, ShopRow, ShopStats } from './queries.ts'
import type { ChangeShop, CreateShop } from './schema.ts'

export type { HeldShop, ShopCounts, ShopRow, ShopStats } from './queries.ts'
export { SHOP_TONES } from './schema.ts'

const DAY_MS = 86_400_000
/** Time in ms for which a released slug remains reserved for its last owner (spec: completions 4, A moved shop). */
const SLUG_RESERVED_MS = 30 * DAY_MS

/** Opens a shop. Errors: 409 `slug` if the slug is taken, 409 `quota`. */
export async function openShop(tx: Tx, actor: Person, input: CreateShop): Promise<ShopRow> {
  const id = tx.newId('shp')
  const now = tx.now()
  await claimSlug(tx, actor, id, input.slug)
  const row = await queries.insertShop(tx.db, {
    id,
    owner_id: actor.accountId,
    slug: input.slug,
    name: input.name,
    about: input.about ?? null,
    category: input.category ?? null,
    tone: input.tone,
    visibility: input.visibility,
    created_at: now,
    updated_at: now,
  })
  await requireQuota(tx, actor.accountId, 'shops')
  await record(tx, { accountId: actor.accountId, type: 'shop.opened', object: presentShopEvent(row) })
  return row
}

/** Returns the actor's shop by its current slug. Errors: 404. */
export async function readShop(ctx: Core, actor: Person, slug: string): Promise<ShopRow> {
  const known = knownSlug(slug)
  return requireShop(known === null ? undefined : await queries.findOwnShop(ctx.db, actor.accountId, known))
}

export const listShops = (ctx: Core, actor: Person): Promise<ShopRow[]> => queries.listOwnShops(ctx.db, actor.accountId)

/**
 * Changes the settings of a shop. Fields that are missing from the request do not change. A new `slug` changes the URL of the shop. If the
 * shop becomes paused or private, its offers are closed. Errors: 404, 409 `slug`, 400 `away_until`, 403 `visibility` if the shop is
 * suspended.
 */
export async function changeShop(tx: Tx, actor: Person, slug: string, change: ChangeShop): Promise<ShopRow> {
  const shop = await lockShop(tx, actor, slug)
  const changed = Object.entries(change).filter(([name, value]) => !isSameSetting(value, shop[name as keyof ChangeShop]))
  if (shop.suspended_at && changed.some(([name]) => name === 'visibility'))
    throw new ApiError('permission', `The operator suspended this shop, so it is hidden. See the reason or appeal: ${tx.urls.measures()}`, {
      param: 'visibility',
      code: 'suspended',
    })
  if (changed.length === 0) return shop
  const now = tx.now()
  const problem = change.away_until ? awayProblem(change.away_until, now) : null
  if (problem !== null) throw invalid('away_until', `away_until ${problem}.`)
  if (change.slug !== undefined && change.slug !== shop.slug) {
    await queries.leaveSlug(tx.db, shop.id, now)
    await claimSlug(tx, actor, shop.id, change.slug)
  }
  const row = await queries.updateShop(tx.db, shop.id, { ...(Object.fromEntries(changed) as ShopChange), updated_at: now })
  await record(tx, { accountId: actor.accountId, type: 'shop.changed', object: presentShopEvent(row) })
  await closeOffersBehind(tx, shop, row)
  return row
}

/**
 * Deletes a shop with its listings and photos. The slug remains reserved for 30 days. Errors: 404, 409 if the shop has ever sold anything
 * (spec: reliability I4).
 */
export async function deleteShop(tx: Tx, actor: Person, slug: string): Promise<ShopRow> {
  const shop = await lockShop(tx, actor, slug)
  const listings = await queries.lockListingsOf(tx.db, shop.id)
  await refuseWithSales(tx, shop.id, listings)
  const ids = listings.map(({ id }) => id)
  await tx.hooks.listingDelisted(tx, ids, 'removed')
  await orphanPhotosOf(tx, ids)
  await replaceFiles(tx, actor.accountId, shop.picture, null)
  await queries.deleteCounts(tx.db, shop.id, ids)
  await queries.leaveSlug(tx.db, shop.id, tx.now())
  await queries.deleteShop(tx.db, shop.id)
  await record(tx, { accountId: actor.accountId, type: 'shop.deleted', object: presentShopEvent(shop) })
  return shop
}

/** Sets the shop's picture, or removes it if `picture` is null (spec: completions 4). Errors: 404, 409 `quota`. */
export async function setPicture(tx: Tx, actor: Person, slug: string, picture: PreparedPhoto | null): Promise<ShopRow> {
  const shop = await lockShop(tx, actor, slug)
  if (picture === null && shop.picture === null) return shop
  await replaceFiles(tx, shop.owner_id, shop.picture, picture?.variants ?? null)
  const row = await queries.setPicture(tx.db, shop.id, picture?.variants ?? null, tx.now())
  await record(tx, { accountId: actor.accountId, type: 'shop.changed', object: presentShopEvent(row) })
  return row
}

const NO_LISTINGS: ShopCounts = { live: 0, drafts: 0, sold: 0, hidden: 0 }
const NO_STATS = { ...NO_LISTINGS, views: 0, views_7d: 0, shares: 0, likes: 0, followers: 0, offers_waiting: 0 }

/** Counts the listings in several shops by status, with one query. Returns a function that looks up the counts for one of the shops. */
export async function countsOf(ctx: Core, shops: readonly ShopRow[]): Promise<(row: ShopRow) => ShopCounts> {
  const counts = await queries.countListings(
    ctx.db,
    shops.map(({ id }) => id),
  )
  return ({ id }) => counts.get(id) ?? NO_LISTINGS
}

/**
 * Reads the stats and the counts for several shops with one query. Returns a function that looks them up for one of the shops. The stats
 * include views of the shop's page and of its listings (spec: interface, shop `stats`). Weekly stats cover today and the previous six days
 * (UTC).
 */
export async function statsOf(ctx: Core, shops: readonly ShopRow[]): Promise<(row: ShopRow) => ShopStats & ShopCounts> {
  const now = ctx.now()
  const ids = shops.map(({ id }) => id)
  const stats = await queries.shopStats(ctx.db, ids, { weekAfter: dayBeforeWeek(now), now })
  return ({ id }) => stats.get(id) ?? NO_STATS
}

/**
 * Resolves a slug for a page. Returns the shop's current slug, or null if the requested slug is unknown. `moved` is true if the requested
 * slug is a former slug of the shop.
 */
export async function resolveShopSlug(
  ctx: Core,
  slug: string,
  tenant: Tenant = REAL,
): Promise<{ slug: string; shopId: string; moved: boolean } | null> {
  const known = knownSlug(slug)
  return known === null ? null : ((await queries.resolveSlug(ctx.reads, known, tenant)) ?? null)
}

/**
 * Returns the shop for a new listing: the named shop or, if none is named, the actor's first shop. Until the transaction ends, the shop
 * cannot be deleted. Errors: 400 `shop`, with the same message for an unknown slug as for a different owner's shop (spec: completions 11).
 */
export async function shopForListing(tx: Tx, actor: Person, slug: string | undefined): Promise<HeldShop> {
  const shop = await queries.holdShopForListing(tx.db, actor.accountId, slug === undefined ? undefined : slugFor(slug))
  if (shop) return shop
  if (slug !== undefined) throw notYours()
  throw invalid('shop', 'shop is missing. Open a shop first with POST /v1/shops.')
}

/** Returns the normalized slug. Errors: 400 `shop` for an invalid slug, with the same message as for an unknown shop. */
export function slugFor(named: string): string {
  const slug = knownSlug(named)
  if (slug === null) throw notYours()
  return slug
}

const notYours = () => invalid('shop', 'shop must be the slug of one of your shops.')

/** Describes the deletion of a shop for the owner who must approve it. Errors: 404. */
export async function describeDeletion(ctx: Core, actor: Person, slug: string): Promise<string> {
  const shop = await readShop(ctx, actor, slug)
  const counts = (await countsOf(ctx, [shop]))(shop)
  const listings = counts.live + counts.drafts + counts.sold + counts.hidden
  const contents = listings === 0 ? '' : ` with its ${counted(listings, 'listing')} and all photos`
  return `Permanently delete the shop ${quoteName(shop.name)} (${shop.slug})${contents}.`
}

/**
 * If a shop was paused or made private, closes its offers and refunds its deposits (spec: completions 6). Lock order: shop, then its
 * listings.
 */
export async function closeOffersBehind(tx: Tx, before: ShopRow, after: ShopRow): Promise<void> {
  const reason = after.paused && !before.paused ? 'shop_paused' : after.visibility === 'private' ? 'shop_private' : null
  if (reason === null || (reason === 'shop_private' && before.visibility === 'private')) return
  const listings = await queries.lockListingsOf(tx.db, after.id)
  const ids = listings.map(({ id }) => id)
  await tx.hooks.listingDelisted(tx, ids, reason)
}

/** Throws if a shop has sold anything, or has an order that is paid or awaits payment (spec: completions 4). */
async function refuseWithSales(tx: Tx, shopId: string, listings: readonly { ever_sold: boolean }[]): Promise<void> {
  if (listings.some(({ ever_sold }) => ever_sold) || (await tx.hooks.shopHasOrders(tx, shopId)))
    throw conflict('This shop has sales and cannot be deleted. Pause it instead.')
}

async function claimSlug(tx: Tx, actor: Person, shopId: string, slug: string): Promise<void> {
  const freeBefore = new Date(tx.now().getTime() - SLUG_RESERVED_MS)
  const claimed = await queries.claimSlug(tx.db, { slug, shopId, ownerId: actor.accountId, freeBefore })
  if (!claimed) throw conflict(`slug "${slug}" is taken. Choose another.`, 'slug')
}

/** Locks the actor's shop until the transaction ends. Errors: 404. */
export async function lockShop(tx: Tx, actor: Person, slug: string): Promise<ShopRow> {
  const known = knownSlug(slug)
  return requireShop(known === null ? undefined : await queries.lockOwnShop(tx.db, actor.accountId, known))
}

/** Returns the normalized slug, or null for an invalid slug, so that the caller can skip the lookup. */
export function knownSlug(raw: string): string | null {
  const slug = raw.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return /^[a-z0-9-]{1,32}$/.test(slug) ? slug : null
}

function requireShop(row: ShopRow | undefined): ShopRow {
  if (!row) throw notFound('shop')
  return row
}
