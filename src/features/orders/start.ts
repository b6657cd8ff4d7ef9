import type { Context } from '#context.ts'
import type { Buyable } from '#features/listings/sale.ts'

/** Where a parcel goes (completions 11, Address). */
export type Address = {
  name: string
  line1: string
  line2?: string | undefined
  city: string
  state?: string | undefined
  postal_code: string
  country: string
}

export type Sale = {
  /** Locked by `lockForBuyer` in this transaction. */
  listing: Buyable
  buyerId: string
  /** The price of the listing, or what an offer agreed on. */
  itemCents: number
  offerId: string | null
  /** A paid deposit that counts toward the price. */
  hold: { id: string; depositCents: number } | null
  address: Address | null
  /** 15 minutes, or 24 hours for an accepted offer (completions 7). */
  payWithinMs: number
}

/**
 * Makes an order that awaits its payment and so reserves the listing for its buyer (completions 7). Gives its id.
 * Errors: 409 when it is reserved for somebody else or has an unfinished order.
 */
export async function startOrder(_tx: Context, _sale: Sale): Promise<string> {
  throw new Error('orders are being built')
}
