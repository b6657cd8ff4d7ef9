import type { Context } from '#context.ts'

/**
 * Closes every standing offer on these listings, because they are no longer for sale or take no offers (completions 6);
 * `reason` becomes `closed_reason`. The listings are locked by the caller.
 */
export async function closeOffers(
  _tx: Context,
  _listingIds: readonly string[],
  _reason: 'sold' | 'unpublished' | 'removed' | 'offers_off' | 'shop_paused' | 'shop_private',
  _except: string | null = null,
): Promise<void> {}

/** The order of an accepted offer was not paid in time: the offer lapses (completions 6). */
export async function lapseOffer(_tx: Context, _offerId: string): Promise<void> {}
