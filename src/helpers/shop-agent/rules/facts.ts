import { publicLines, type DetailLine } from '#catalog/listings/rules/fields.ts'
import { priceText } from '#core/format/money.ts'
import { shippingOf, shippingText } from '#core/shipping.ts'
import { isTellable } from './old-answers.ts'
import { isSayable } from './sayable.ts'
import { amountsIn, sentencesOf, tokensOf } from './text.ts'

/**
 * A fact that the shop agent may state (spec: interface, helper 7). `cents` lists the amounts of money that the fact mentions. `link` is
 * the URL of a page on this service. Facts never contain confidential information.
 */
export type Fact = { id: string; kind: FactKind; label: string; value: string; cents: readonly number[]; link?: string }
export type FactKind = 'status' | 'words' | 'line' | 'price' | 'shipping' | 'offers' | 'model' | 'owner' | 'listing'

/** Public content of a listing, including the owner's answers to buyers, but never the minimum price. */
export type AgentListing = {
  status: 'live' | 'sold' | 'away'
  title: string
  oneLiner: string | null
  description: string | null
  lines: readonly Pick<DetailLine, 'label' | 'value' | 'source'>[]
  priceCents: number | null
  /** Shipping price in cents: 0 for pickup only; null if the seller has not set a price. */
  shippingCents: number | null
  takesOffers: boolean
  /** Facts that apply to every item of this product model, not only to the listed item. */
  modelFacts: readonly { label: string; value: string }[]
  /** The owner's answers to buyers, newest first, except in this conversation. */
  ownerAnswers: readonly string[]
}

export type ShopListing = { title: string; priceCents: number; url: string }

export const MOST_OWNER_ANSWERS = 15
const MOST_SENTENCES = 40
const MOST_SHOP_LISTINGS = 40

type Draft = Omit<Fact, 'id' | 'cents'> & { cents?: readonly number[] }

/** Returns the facts about a listing. There are none about a hidden listing. */
export function factsOfListing(listing: AgentListing): Fact[] {
  if (listing.status === 'away') return []
  const allowed = amountsOf(listing)
  const known = new Set(tokensOf(wordsOf(listing)))
  const may = (text: string) => isSayable(text, allowed)
  const drafts: Draft[] = [
    { kind: 'status', label: 'Status', value: listing.status === 'live' ? 'Available' : 'Sold' },
    ...(listing.status === 'live' ? moneyFacts(listing) : []),
    ...[listing.title, ...sentencesOf(listing.oneLiner ?? ''), ...sentencesOf(listing.description ?? '').slice(0, MOST_SENTENCES)]
      .filter(may)
      .map((value): Draft => ({ kind: 'words', label: '', value })),
    ...linesOf(listing).filter(({ label, value }) => may(`${label}: ${value}`)),
    ...listing.ownerAnswers
      .filter((text) => isTellable(text, { allowedCents: allowed, known }))
      .slice(0, MOST_OWNER_ANSWERS)
      .map((value): Draft => ({ kind: 'owner', label: 'The seller said before', value })),
  ]
  return numbered(drafts)
}

/** Returns the facts for a thread about the shop as a whole: the live listings. */
export const factsOfShop = (listings: readonly ShopListing[]): Fact[] =>
  numbered(
    listings
      .filter(({ title }) => isSayable(title, []))
      .slice(0, MOST_SHOP_LISTINGS)
      .map(({ title, priceCents, url }) => ({
        kind: 'listing',
        label: title,
        value: priceText(priceCents),
        cents: [priceCents],
        link: url,
      })),
  )

/** Returns the amounts that a reply may mention: the price, the shipping cost, and the sum of both. */
export function amountsOf({ status, priceCents, shippingCents }: Pick<AgentListing, 'status' | 'priceCents' | 'shippingCents'>): number[] {
  if (status !== 'live' || priceCents === null) return []
  return shippingCents ? [priceCents, shippingCents, priceCents + shippingCents] : [priceCents]
}

function moneyFacts({ priceCents, shippingCents, takesOffers }: AgentListing): Draft[] {
  const shipping: Draft[] =
    shippingCents === null
      ? []
      : shippingCents === 0
        ? [{ kind: 'shipping', label: 'Shipping', value: shippingText(shippingOf(0)) }]
        : [{ kind: 'shipping', label: 'Shipping', value: priceText(shippingCents), cents: [shippingCents] }]
  return [
    ...(priceCents === null ? [] : [{ kind: 'price', label: 'Price', value: priceText(priceCents), cents: [priceCents] } as const]),
    ...shipping,
    { kind: 'offers', label: 'Offers', value: takesOffers ? 'You can make an offer with the offer button' : 'Not accepted' },
  ]
}

/**
 * Returns the detail lines for the facts. A line that applies to every item of the product model has a label starting with `Model:`. If the
 * seller and research have a line with the same label, uses the seller's line.
 */
function linesOf({ lines, modelFacts }: AgentListing): Draft[] {
  const own = publicLines(lines)
  const general = new Set(modelFacts.map(({ label, value }) => `${label}\n${value}`.toLowerCase()))
  const isGeneral = ({ label, value, source }: (typeof own)[number]) =>
    source === 'agent' && general.has(`${label}\n${value}`.toLowerCase())
  const labels = new Set(own.filter((line) => !isGeneral(line)).map(({ label }) => label.toLowerCase()))
  return [
    ...own.filter((line) => !isGeneral(line)).map(({ label, value }): Draft => ({ kind: 'line', label, value })),
    ...modelFacts
      .filter(({ label, value }) => value !== '' && !labels.has(label.toLowerCase()))
      .map(({ label, value }): Draft => ({ kind: 'model', label: `Model: ${label}`, value })),
  ]
}

/** Returns the words in the listing. They do not count as people's names. */
const wordsOf = ({ title, oneLiner, description, lines }: AgentListing): string =>
  [title, oneLiner, description, ...lines.map(({ label, value }) => `${label} ${value}`)].join(' ')

const numbered = (drafts: readonly Draft[]): Fact[] =>
  drafts.map((draft, index) => ({ ...draft, cents: draft.cents ?? amountsIn(draft.value).filter(Number.isFinite), id: `f${index + 1}` }))
