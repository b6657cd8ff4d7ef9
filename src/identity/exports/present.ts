import { eachText } from '#catalog/listings/rules/texts.ts'
import type { Core } from '#platform/context/index.ts'
import { shippingDollarsOf } from '#core/shipping.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import type { ExportRow, OwnedCustomer, OwnedListing, OwnedShop } from './queries.ts'
import type { OwnedInvitation, OwnedOffer, OwnedOrder } from './trade/queries.ts'

export { presentAddress } from '#identity/addresses/present.ts'
export { presentReply } from '#messaging/replies/index.ts'

/** Presents an export (spec: completions 3, `POST /exports`). */
export const presentExport = (ctx: Core, row: ExportRow) => ({
  object: 'export' as const,
  id: row.id,
  status: row.status,
  url: row.status === 'done' ? `${ctx.config.programsUrl}/v1/exports/${row.id}/archive` : null,
  bytes: row.bytes,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** Presents a shop in its owner's data export. */
export const presentOwnedShop = ({ owner_id: _owner, picture: _picture, asked_visibility, ...shop }: OwnedShop) => ({
  object: 'shop' as const,
  ...shop,
  visibility: asked_visibility ?? shop.visibility,
})

/** Presents a listing, including its minimum price, in its owner's data export. Amounts are in dollars. */
export const presentOwnedListing = (row: OwnedListing) => ({
  object: 'listing' as const,
  id: row.id,
  shop: row.shop,
  status: row.status,
  visibility: row.asked_visibility ?? row.visibility,
  hidden_at: row.hidden_at,
  prompt: row.prompt,
  ...eachText((name) => row[name]),
  price: dollarsOrNull(row.price_cents),
  lowest_price: dollarsOrNull(row.lowest_price_cents),
  shipping: dollarsOrNull(row.shipping_cents),
  take_offers: row.take_offers,
  parcel: row.parcel,
  fields: row.fields,
  research: row.research,
  link: row.link,
  published_at: row.published_at,
  sold_at: row.sold_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Presents the account's customer record at the payment provider, which stores the account's cards. */
export const presentCustomer = ({ provider, mode, provider_ref, created_at }: OwnedCustomer) => ({
  stored_at: provider,
  mode,
  customer: provider_ref,
  created_at,
})

/** Presents an invitation in the data export of the seller or of an invited person. */
export const presentOwnedInvitation = ({ amount_cents, ended_as, ...invitation }: OwnedInvitation) => ({
  object: 'invitation' as const,
  ...invitation,
  ended: ended_as,
  amount: dollarsFromCents(amount_cents),
})

/** Presents an offer in the data export of either party. Amounts are in dollars. */
export const presentOwnedOffer = ({ listing_price_cents, amount_cents, counter_cents, ...offer }: OwnedOffer) => ({
  object: 'offer' as const,
  ...offer,
  listing_price: dollarsOrNull(listing_price_cents),
  amount: dollarsOrNull(amount_cents),
  counter: dollarsOrNull(counter_cents),
})

/** Presents an order in the data export of one party, without identifying the other party. Amounts are in dollars. */
export const presentOwnedOrder = (row: OwnedOrder, accountId: string) => ({
  object: 'order' as const,
  id: row.id,
  role: row.buyer_id === accountId ? 'buyer' : 'seller',
  status: row.status,
  payment: row.payment,
  payout: row.payout,
  listing: { id: row.listing_id, title: row.listing_title },
  shop: { slug: row.shop_slug, name: row.shop_name },
  offer: row.offer_id,
  hold: row.hold_id,
  purchase: row.purchase_id,
  discount: dollarsOrNull(row.discount_cents),
  item: dollarsFromCents(row.item_cents),
  shipping: shippingDollarsOf(row),
  fee: dollarsFromCents(row.fee_cents),
  deposit: dollarsFromCents(row.deposit_cents),
  refunded: dollarsFromCents(row.refunded_cents),
  // only the buyer's export contains the postal address, because the seller received it only for shipping the item
  address: row.buyer_id === accountId ? row.address : null,
  tracking: { carrier: row.carrier, number: row.tracking_number },
  labels: row.buyer_id === accountId ? [] : row.labels,
  problem: row.problem,
  return: row.return_details && { status: row.return_status, ...row.return_details },
  timeline: row.timeline,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
