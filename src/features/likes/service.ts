import { inTransaction, type Context, type Person } from '#context.ts'
import { requireQuota } from '#features/quotas/service.ts'
import * as market from '#features/market/service.ts'
import * as stores from '#features/stores/service.ts'
import * as queries from './queries.ts'

type Page = { limit: number; offset: number }

/** Likes a listing; again changes nothing. One cannot like what one cannot see: 404. Errors also: 409 `quota`. */
export const like = (ctx: Context, actor: Person, listingId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const listing = await market.seenListing(tx, actor, listingId)
    if (await queries.insertLike(tx.db, { account_id: actor.accountId, listing_id: listing.id, created_at: tx.now() }))
      await requireQuota(tx, actor.accountId, 'likes')
  })

/** Takes a like back, also from what is out of sight by now; again changes nothing. Errors: 404 as `like`. */
export async function unlike(ctx: Context, actor: Person, listingId: string): Promise<void> {
  if (!(await queries.deleteLike(ctx.db, actor.accountId, listingId))) await market.seenListing(ctx, actor, listingId)
}

export async function listLikes(ctx: Context, actor: Person, page: Page) {
  const { ids, total } = await queries.likedIds(ctx.db, actor.accountId, page)
  return { cards: await market.cardsByIds(ctx, actor, ids), total }
}

/** Follows a store; as `like`. Gives its slug as it is written. */
export const follow = (ctx: Context, actor: Person, slug: string): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const { store } = await stores.seenStore(tx, actor, slug)
    if (await queries.insertFollow(tx.db, { account_id: actor.accountId, shop_id: store.id, created_at: tx.now() }))
      await requireQuota(tx, actor.accountId, 'follows')
    return store.slug
  })

/** Stops following; as `unlike`. */
export async function unfollow(ctx: Context, actor: Person, slug: string): Promise<string> {
  if (!(await queries.deleteFollow(ctx.db, actor.accountId, slug.toLowerCase()))) await stores.seenStore(ctx, actor, slug)
  return slug.toLowerCase()
}

export async function listFollows(ctx: Context, actor: Person, page: Page) {
  const { ids, total } = await queries.followedIds(ctx.db, actor.accountId, page)
  return { stores: await stores.storesByIds(ctx, ids), total }
}
