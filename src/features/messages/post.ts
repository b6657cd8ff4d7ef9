import type { Context } from '#context.ts'

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
 * marketplace. The last lock that a verb takes.
 */
export async function tellBuyer(
  _tx: Context,
  _subject: ThreadSubject,
  _message: { from: 'owner' | 'agent' | 'service'; text: string },
): Promise<void> {}
