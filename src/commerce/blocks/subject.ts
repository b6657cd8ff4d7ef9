import type { Context, Person } from '#platform/context/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import { readForVerb } from '#commerce/orders/access.ts'
import type { BlockSubject } from '#messaging/blocks/index.ts'
import { readOwnThread } from '#messaging/threads/index.ts'

/** A conversation or an order (by its id), or a shop (by its slug). */
export type Target = { thread: string } | { order: string } | { store: string }

/** Returns the other person in a conversation or an order, or the owner of a shop that the actor may see. Errors: 403, 404. */
export async function subjectOf(ctx: Context, actor: Person, target: Target): Promise<BlockSubject & { name: string }> {
  const none = { threadId: null, orderId: null, shop: null }
  if ('store' in target) {
    const { store } = await requireVisibleStore(ctx, actor, target.store)
    return { ...none, accountId: store.owner.id, name: store.name, shop: { id: store.id, slug: store.slug, name: store.name } }
  }
  const { row, party, ...via } =
    'order' in target
      ? { ...(await readForVerb(ctx, actor, target.order)), orderId: target.order }
      : await readOwnThread(ctx, actor, target.thread).then(({ thread, party }) => ({ row: thread, party, threadId: thread.id }))
  if (party === 'seller') return { ...none, ...via, accountId: row.buyer_id, name: row.buyer_name }
  const shop = { id: row.shop_id, slug: row.shop_slug, name: row.shop_name }
  return { ...none, ...via, accountId: row.seller_id, name: row.shop_name, shop }
}
