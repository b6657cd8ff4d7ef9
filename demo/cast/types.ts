import type { Dye } from '#demo/art/draw/colour.ts'
import type { Cloth } from '#demo/art/cloth.ts'
import type { Emblem } from '#demo/art/emblem.ts'
import type { Flaw } from '#demo/art/flaws.ts'
import type { View } from '#demo/art/picture.ts'
import type { Spot } from '#demo/art/thing.ts'
import type { Studio } from '#demo/art/studio.ts'
import type { Kind } from '#demo/art/things/index.ts'
import type { StoredAddress } from '#core/address.ts'
import type { MARKET_CATEGORIES, ShopVisibility } from '#catalog/browse/rules/market.ts'

export type PersonName = 'ana' | 'jules' | 'sam' | 'noor' | 'theo' | 'mika' | 'odette' | 'robin'

export type CastPerson = { name: string; email: string; sinceDays: number }

export type CastShop = {
  slug: string
  owner: PersonName
  name: string
  about: string
  category: string
  location: string
  /** If this address is set, the shop's items have parcels, so that labels can be bought. */
  shipFrom?: StoredAddress
  /** Colour of the shop, and of the room in its images. */
  tone: Studio
  emblem: Emblem
  visibility?: ShopVisibility
  paused?: true
  lowestPercent?: number
  /** The shop accepts deposits that reserve an item. */
  askHold?: true
  sinceDays: number
  followers: PersonName[]
  views: number
  items: readonly CastItem[]
}

/** Appearance of an item. The shop adds the room, and the list of shops adds the seed. */
export type Appearance = { kind: Kind; dye: Dye; bright: Dye; cloth?: Cloth; flaw?: Flaw; at?: Spot }

export type CastReview = { stars: number; words: string; reply?: string }

/** Final state of a sale, as users see it. */
export type SaleEnd = 'to ship' | 'late' | 'shipped' | 'done' | 'problem' | 'refunded'

/** History of an item. Hours count backwards from the time when the demo data is created. */
export type Life =
  | { is: 'live'; hours: number }
  | { is: 'draft'; hours: number }
  /** The item was live, and was then delisted. */
  | { is: 'taken back'; hours: number; untilHours: number }
  | { is: 'sold'; hours: number; soldHours: number }
  /**
   * The user `by` bought the item `boughtHours` hours ago. With `offered`, the price is a counteroffer to an offer of `offered` dollars.
   * Without `boughtHours`, the sale is just old enough to be overdue.
   */
  | {
      is: 'bought'
      hours: number
      by: PersonName
      boughtHours?: number
      offered?: number
      end: SaleEnd
      /** The buyer's complaint, for a sale that ends with a problem. */
      complaint?: string
      review?: CastReview
    }
  | { is: 'relisted'; hours: number; soldHours: number; againHours: number }

/**
 * An offer by a demo user. Offers that become `firm` or `owner decides` wait for the seller. All other offers wait for the buyer or are
 * closed.
 */
export type CastOffer = {
  by: PersonName
  dollars: number
  hours: number
  note?: string
  /** `countered`: the owner counters with `counter` if it is set. Otherwise, the negotiator counters by its rules. */
  becomes: 'owner decides' | 'firm' | 'countered' | 'expired' | 'withdrawn'
  counter?: { dollars: number; note: string }
}

/** A conversation about an item. `agent, passed on`: the shop's agent forwards the question to the owner. */
export type CastTalk = {
  with: PersonName
  lines: readonly { from: 'buyer' | 'owner' | 'agent' | 'agent, passed on'; minutes: number; text: string }[]
}

export type CastItem = {
  title: string | null
  /** The seller's prompt, for a draft without a title. */
  prompt?: string
  oneLiner?: string
  /** Description in paragraphs, which names the flaw plainly. */
  words?: string
  category?: (typeof MARKET_CATEGORIES)[number]
  /** In dollars. A `shipping` of 0 means pickup only, and null means that the cost is unknown. */
  price?: number
  /** The earlier, higher price in dollars, and the hours since the reduction. */
  reducedFrom?: { price: number; hours: number }
  floor?: number
  shipping?: number | null
  offers?: false
  link?: true
  details?: Record<string, string>
  life: Life
  appearance: Appearance
  /** Default: all views for this kind of item. */
  views?: readonly View[]
  likes?: readonly PersonName[]
  visits?: number
  bids?: readonly CastOffer[]
  talks?: readonly CastTalk[]
  /** The user `by` paid a deposit, which reserves the item. */
  held?: { by: PersonName; hours: number }
}
