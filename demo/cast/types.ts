import type { Dye } from '#demo/art/draw/colour.ts'
import type { Cloth } from '#demo/art/cloth.ts'
import type { Emblem } from '#demo/art/emblem.ts'
import type { Flaw } from '#demo/art/flaws.ts'
import type { View } from '#demo/art/picture.ts'
import type { Spot } from '#demo/art/thing.ts'
import type { Studio } from '#demo/art/studio.ts'
import type { Kind } from '#demo/art/things/index.ts'
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
  /** Colour of the shop, and of the room in its pictures. */
  tone: Studio
  emblem: Emblem
  visibility?: ShopVisibility
  paused?: true
  lowestPercent?: number
  /** Accepts deposits to hold items. */
  askHold?: true
  sinceDays: number
  followers: PersonName[]
  views: number
  things: readonly CastItem[]
}

/** Appearance of an item. The shop adds its room, and the cast a seed. */
export type Look = { kind: Kind; dye: Dye; bright: Dye; cloth?: Cloth; flaw?: Flaw; at?: Spot }

export type CastReview = { stars: number; words: string; reply?: string }

/** Final state of a sale. Each is one that users see in their orders. */
export type SaleEnd = 'to ship' | 'late' | 'shipped' | 'done' | 'problem' | 'refunded'

/** History of an item. Hours count back from the time of planting. */
export type Life =
  | { is: 'live'; hours: number }
  | { is: 'draft'; hours: number }
  /** Was live, then delisted. */
  | { is: 'taken back'; hours: number; untilHours: number }
  | { is: 'sold'; hours: number; soldHours: number }
  /**
   * Bought here `boughtHours` ago: at its price, or at a counter to `offered` dollars. A late sale omits it: it is as old as late needs.
   */
  | {
      is: 'bought'
      hours: number
      by: PersonName
      boughtHours?: number
      offered?: number
      end: SaleEnd
      /** The problem, for a sale that ends with one. */
      complaint?: string
      review?: CastReview
    }
  | { is: 'relisted'; hours: number; soldHours: number; againHours: number }

/** An offer. All but `firm` and `owner decides` wait for their buyer, or are closed. */
export type CastOffer = {
  by: PersonName
  dollars: number
  hours: number
  note?: string
  /** `countered`: by rule, or with `counter` by the owner, in dollars. */
  becomes: 'owner decides' | 'firm' | 'countered' | 'expired' | 'withdrawn'
  counter?: { dollars: number; note: string }
}

/** A conversation about an item. `passed on`: the shop's agent leaves the question to the owner. */
export type CastTalk = {
  with: PersonName
  lines: readonly { from: 'buyer' | 'owner' | 'agent' | 'agent, passed on'; minutes: number; text: string }[]
}

export type CastItem = {
  title: string | null
  /** The seller's own words, for a draft without a title. */
  prompt?: string
  oneLiner?: string
  /** Paragraphs, which describe the flaw plainly. */
  words?: string
  category?: (typeof MARKET_CATEGORIES)[number]
  /** Dollars. `shipping`: 0 is pickup only, null is not known. */
  price?: number
  floor?: number
  shipping?: number | null
  offers?: false
  link?: true
  details?: Record<string, string>
  life: Life
  look: Look
  /** Default: all views of the kind. */
  views?: readonly View[]
  likes?: readonly PersonName[]
  visits?: number
  bids?: readonly CastOffer[]
  talks?: readonly CastTalk[]
  /** Held for a person who paid a deposit. */
  held?: { by: PersonName; hours: number }
}
