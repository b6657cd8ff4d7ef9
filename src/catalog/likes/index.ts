import type { Part } from '#platform/db/paginate.ts'
import { inTransaction, type Context, type Person, type Core } from '#platform/context/index.ts'
import { requireQuota } from '#identity/quotas/index.ts'
import { requireNotBlocked } from '#messaging/blocks/index.ts'
import * as market from '#catalog/browse/index.ts'
import * as stores from '#catalog/stores/index.ts'
import * as queries from './queries.ts'
import type { ViewerRelation } from './queries.ts'

/** Likes a visible listing. Idempotent. Errors: 404, 409 `quota`. */
export const like = (ctx: Context, actor: Person, listingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const listing = await market.requireVisibleListing(tx, actor, listingId)
    if (await queries.insertLike(tx.db, { account_id: actor.accountId, listing_id: listing.id, created_at: tx.now() }))
      await requireQuota(tx, actor.accountId, 'likes')
  })

/** Removes a like, even if the listing is hidden. Idempotent. Throws the same 404 as `like`. */
export async function unlike(ctx: Context, actor: Person, listingId: string): Promise<void> {
  if (!(await queries.deleteLike(ctx.db, actor.accountId, listingId))) await market.requireVisibleListing(ctx, actor, listingId)
}

export async function listLikes(ctx: Context, actor: Person, page: Part) {
  const { ids, total } = await queries.likedIds(ctx.db, actor.accountId, page)
  return { rows: await market.cardsByIds(ctx, actor, ids), total }
}

/**
 * Follows a store. Returns the store's normalized slug. Throws the same errors as `like`, and 409 `unavailable` if one party has blocked
 * the other.
 */
export const follow = (ctx: Context, actor: Person, slug: string): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const { store } = await stores.requireVisibleStore(tx, actor, slug)
    await requireNotBlocked(tx, actor.accountId, store.owner.id)
    if (await queries.insertFollow(tx.db, { account_id: actor.accountId, shop_id: store.id, created_at: tx.now() }))
      await requireQuota(tx, actor.accountId, 'follows')
    return store.slug
  })

/** Unfollows a store, even if the store is hidden. Returns the normalized slug. Throws the same errors as `unlike`. */
export async function unfollow(ctx: Context, actor: Person, slug: string): Promise<string> {
  if (!(await queries.deleteFollow(ctx.db, actor.accountId, actor.tenant, slug.toLowerCase())))
    await stores.requireVisibleStore(ctx, actor, slug)
  return slug.toLowerCase()
}

export async function listFollows(ctx: Context, actor: Person, page: Part) {
  const { ids, total } = await queries.followedIds(ctx.db, actor.accountId, page)
  return { rows: await stores.storesByIds(ctx, ids), total }
}

/**
 * Returns two flags, which tell if the account owns the shop and if it follows the shop, and the ids in `listings` of the listings that it
 * likes.
 */
export const relationTo = async (ctx: Core, actor: Person, slug: string, listings: readonly string[]): Promise<ViewerRelation> =>
  (await queries.readViewerRelation(ctx.db, slug, actor.accountId, listings))[0] ?? { owns: false, follows: false, liked: [] }
