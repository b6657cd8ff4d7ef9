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
  /** The colour of the shop, and of the room it photographs in. */
  tone: Studio
  emblem: Emblem
  visibility?: ShopVisibility
  paused?: true
  lowestPercent?: number
  /** It holds things for a deposit. */
  askHold?: true
  sinceDays: number
  followers: PersonName[]
  views: number
  things: readonly CastThing[]
}

/** How a thing is drawn; the shop adds its room, and the cast a seed. */
export type Look = { kind: Kind; dye: Dye; bright: Dye; cloth?: Cloth; flaw?: Flaw; at?: Spot }

/** What is said of an order when it is over. */
export type CastReview = { stars: number; words: string; reply?: string }

/** How far a sale has come: each is a state that somebody sees in their orders. */
export type SaleEnd = 'to ship' | 'late' | 'shipped' | 'done' | 'problem' | 'refunded'

/** What became of a thing. Hours are counted back from the day it is planted. */
export type Life =
  | { is: 'live'; hours: number }
  | { is: 'draft'; hours: number }
  /** Was live, and was taken back. */
  | { is: 'taken back'; hours: number; untilHours: number }
  | { is: 'sold'; hours: number; soldHours: number }
  /** Was bought here, `boughtHours` ago: at its price, or at a counter to `offered` dollars. A late one, when that makes it late. */
  | {
      is: 'bought'
      hours: number
      by: PersonName
      boughtHours?: number
      offered?: number
      end: SaleEnd
      /** What is wrong with it, where that is its end. */
      complaint?: string
      review?: CastReview
    }
  /** Was sold, came back, and is for sale again. */
  | { is: 'relisted'; hours: number; soldHours: number; againHours: number }

/** An offer that was made. All but `firm` and `owner decides` wait for their buyer, or are over. */
export type CastOffer = {
  by: PersonName
  dollars: number
  hours: number
  note?: string
  /** `countered`: by rule. With `counter` by the owner, in dollars. */
  becomes: 'owner decides' | 'firm' | 'countered' | 'expired' | 'withdrawn'
  counter?: { dollars: number; note: string }
}

/** A conversation about a thing. `passed on`: the shop's agent, which leaves it to the owner. */
export type CastTalk = {
  with: PersonName
  lines: readonly { from: 'buyer' | 'owner' | 'agent' | 'agent, passed on'; minutes: number; text: string }[]
}

export type CastThing = {
  title: string | null
  /** The seller's own few words, where there is no title yet. */
  prompt?: string
  oneLiner?: string
  /** Paragraphs, with the flaw in plain words. */
  words?: string
  category?: (typeof MARKET_CATEGORIES)[number]
  /** Dollars. `shipping` 0 is pickup only, null is to be asked for. */
  price?: number
  floor?: number
  shipping?: number | null
  offers?: false
  link?: true
  details?: Record<string, string>
  life: Life
  look: Look
  /** All views that the kind has, unless it says which. */
  views?: readonly View[]
  likes?: readonly PersonName[]
  visits?: number
  bids?: readonly CastOffer[]
  talks?: readonly CastTalk[]
  /** Kept for somebody who paid a deposit. */
  held?: { by: PersonName; hours: number }
}
