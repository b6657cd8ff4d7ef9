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
  /** Address that the shop ships from. If it is set, the shop's items have parcel sizes, so that users can buy shipping labels. */
  shipFrom?: StoredAddress
  /** Color of the shop, and of the room in the shop's images. */
  tone: Studio
  emblem: Emblem
  visibility?: ShopVisibility
  paused?: true
  lowestPercent?: number
  /** True if buyers can reserve the shop's items with a deposit. */
  askHold?: true
  sinceDays: number
  followers: PersonName[]
  views: number
  items: readonly CastItem[]
}

/**
 * Appearance of an item, without its room, which depends on the shop, and without its random seed, which depends on the position in the
 * list of shops.
 */
export type Appearance = { kind: Kind; dye: Dye; bright: Dye; cloth?: Cloth; flaw?: Flaw; at?: Spot }

export type CastReview = { stars: number; text: string; reply?: string }

/** State of a sale in the finished demo, as users see it. */
export type SaleEnd = 'to ship' | 'late' | 'shipped' | 'done' | 'problem' | 'refunded'

/** History of an item. Hours count backwards from the time when the demo data is created. */
export type Life =
  | { is: 'live'; hours: number }
  | { is: 'draft'; hours: number }
  /** The item was live for a time, and the seller then delisted it. */
  | { is: 'taken back'; hours: number; untilHours: number }
  | { is: 'sold'; hours: number; soldHours: number }
  /**
   * The user `by` bought the item `boughtHours` hours ago. If `offered` is set, the buyer offered that many dollars and then accepted a
   * counteroffer. If `boughtHours` is not set, the purchase is just old enough for the shipment to be overdue.
   */
  | {
      is: 'bought'
      hours: number
      by: PersonName
      boughtHours?: number
      offered?: number
      end: SaleEnd
      /** The buyer's complaint, if the sale ends with a problem. */
      complaint?: string
      review?: CastReview
    }
  | { is: 'relisted'; hours: number; soldHours: number; againHours: number }

/**
 * An offer by a demo user. Offers that become `firm` or `owner decides` wait for the seller's decision. All other offers wait for the buyer
 * or are closed.
 */
export type CastOffer = {
  by: PersonName
  dollars: number
  hours: number
  note?: string
  /**
   * `countered`: the owner makes the counteroffer `counter`. If `counter` is not set, the negotiator makes a counteroffer according to its
   * rules.
   */
  becomes: 'owner decides' | 'firm' | 'countered' | 'expired' | 'withdrawn'
  counter?: { dollars: number; note: string }
}

/** A conversation about an item. `agent, passed on` means that the shop's agent forwarded the question to the owner. */
export type CastTalk = {
  with: PersonName
  lines: readonly { from: 'buyer' | 'owner' | 'agent' | 'agent, passed on'; minutes: number; text: string }[]
}

export type CastItem = {
  title: string | null
  /** The seller's prompt, for a draft that has no title yet. */
  prompt?: string
  oneLiner?: string
  /** The description's paragraphs, which plainly mention the flaw. */
  text?: string
  category?: (typeof MARKET_CATEGORIES)[number]
  /** Price in dollars. `shipping` is in dollars too: 0 means pickup only, and null means that the cost is unknown. */
  price?: number
  /** The previous, higher price in dollars, and the number of hours since the price drop. */
  reducedFrom?: { price: number; hours: number }
  floor?: number
  shipping?: number | null
  offers?: false
  link?: true
  details?: Record<string, string>
  life: Life
  appearance: Appearance
  /** Views to draw. Default: all views that this kind of item has. */
  views?: readonly View[]
  likes?: readonly PersonName[]
  visits?: number
  bids?: readonly CastOffer[]
  talks?: readonly CastTalk[]
  /** The demo user `by` paid a deposit to reserve the item. */
  held?: { by: PersonName; hours: number }
}
