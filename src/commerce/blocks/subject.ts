import type { Context, Person } from '#platform/context/index.ts'
import { requireVisibleStore } from '#catalog/stores/index.ts'
import type { BlockSubject } from '#messaging/blocks/index.ts'
import { readOwnThread } from '#messaging/threads/index.ts'

/** A conversation by its id, or a shop by its slug. */
export type Target = { thread: string } | { store: string }

/** Returns the other person in a conversation, or the owner of a shop that the actor may see. Errors: 403, 404. */
export async function subjectOf(ctx: Context, actor: Person, target: Target): Promise<BlockSubject & { name: string }> {
  if ('store' in target) {
    const { store } = await requireVisibleStore(ctx, actor, target.store)
    return { accountId: store.owner.id, name: store.name, threadId: null, shop: { id: store.id, slug: store.slug, name: store.name } }
  }
  const { thread, party } = await readOwnThread(ctx, actor, target.thread)
  if (party === 'seller') return { accountId: thread.buyer_id, name: thread.buyer_name, threadId: thread.id, shop: null }
  const shop = { id: thread.shop_id, slug: thread.shop_slug, name: thread.shop_name }
  return { accountId: thread.seller_id, name: thread.shop_name, threadId: thread.id, shop }
}
