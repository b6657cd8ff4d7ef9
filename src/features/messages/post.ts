import type { Context } from '#context.ts'
import * as queries from './queries.ts'
import { append } from './append.ts'

/** What is needed of a listing to speak to a buyer about it. */
export type ThreadSubject = {
  listingId: string
  listingTitle: string
  shopId: string
  shopSlug: string
  shopName: string
  sellerId: string
  buyerId: string
}

/**
 * Writes to the buyer in their thread about a listing, which is begun where there is none yet. `service` speaks for the
 * marketplace. The last lock that a verb takes. Records no event: what the caller did has its own, and one mail tells of it.
 */
export async function tellBuyer(
  tx: Context,
  subject: ThreadSubject,
  message: { from: 'owner' | 'agent' | 'service'; text: string },
): Promise<void> {
  const now = tx.now()
  const thread = await queries.openThread(tx.db, {
    id: tx.newId('thr'),
    listing_id: subject.listingId,
    listing_title: subject.listingTitle,
    shop_id: subject.shopId,
    shop_slug: subject.shopSlug,
    shop_name: subject.shopName,
    seller_id: subject.sellerId,
    buyer_id: subject.buyerId,
    created_at: now,
    updated_at: now,
  })
  await append(tx, thread, message)
}
