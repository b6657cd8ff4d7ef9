import type { Dye } from '#features/demo/art/colour.ts'
import type { Cloth } from '#features/demo/art/cloth.ts'
import type { Emblem } from '#features/demo/art/emblem.ts'
import type { Flaw } from '#features/demo/art/flaws.ts'
import type { View } from '#features/demo/art/picture.ts'
import type { Spot } from '#features/demo/art/thing.ts'
import type { Studio } from '#features/demo/art/studio.ts'
import type { Kind } from '#features/demo/art/things/index.ts'
import type { MARKET_CATEGORIES, ShopVisibility } from '#domain/market.ts'

export type PersonName = 'ana' | 'jules' | 'sam' | 'noor' | 'theo' | 'mika' | 'odette'

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
  sinceDays: number
  followers: PersonName[]
  views: number
  things: readonly CastThing[]
}

/** How a thing is drawn; the shop adds its room, and the cast a seed. */
export type Look = { kind: Kind; dye: Dye; bright: Dye; cloth?: Cloth; flaw?: Flaw; at?: Spot }

/** What became of a thing. Hours are counted back from the day it is planted. */
export type Life =
  | { is: 'live'; hours: number }
  | { is: 'draft'; hours: number }
  /** Was live, and was taken back. */
  | { is: 'taken back'; hours: number; untilHours: number }
  | { is: 'sold'; hours: number; soldHours: number }
  /** Was sold, came back, and is for sale again. */
  | { is: 'relisted'; hours: number; soldHours: number; againHours: number }

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
}
