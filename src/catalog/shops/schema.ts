import { z } from 'zod'
import {
  BUNDLE_SHIPPING,
  MAX_BUNDLE_ITEMS,
  MAX_BUNDLE_PERCENT,
  MAX_BUNDLE_TIERS,
  MIN_BUNDLE_ITEMS,
  sortTiers,
  tiersProblem,
} from '#core/bundle.ts'
import { COUNTRY_CODES } from '#core/countries.ts'
import { SHOP_VISIBILITIES } from '#catalog/browse/rules/market.ts'
import { parseShopSlug } from '#catalog/shops/rules/slug.ts'
import { Address, country, shownAddress } from '#platform/http/address-fields.ts'
import { bool, integer, line, listUpTo, oneOf, text, time, timestamp } from '#platform/http/fields.ts'
import { BundleTier, count, deleted, id, kind, link, shopSlug, TIER_DESCRIPTIONS } from '#platform/http/record-fields.ts'

export const SHOP_TONES = ['lemon', 'mint', 'pink', 'leaf', 'blush'] as const
export type ShopTone = (typeof SHOP_TONES)[number]

/** Slug of a new shop (spec: completions 4, Slug). The schema does not check that the slug is free; `claimSlug` does. */
const newSlug = () =>
  z
    .string()
    .transform((raw, issues) => {
      const parsed = parseShopSlug(raw)
      if (parsed.ok) return parsed.slug
      issues.addIssue({ code: 'custom', message: parsed.reason })
      return z.NEVER
    })
    .meta({ minLength: 1, maxLength: 32 })
    .describe('The shop’s subdomain: lower-case letters, digits and inner hyphens; unique across the service.')

export const ShopParams = z.object({ slug: shopSlug() })

const DESCRIPTIONS = {
  name: 'Name of the shop.',
  about: 'A few sentences about the shop.',
  category: 'Main category of the shop, as free text.',
  location: 'Place that the shop ships from.',
  tone: 'Colour theme of the shop.',
  visibility: '`public`: on the marketplace. `link`: for people with the link. `private`: for the owner only.',
  paused: 'Whether the shop is paused. A paused shop is hidden, but nothing is deleted.',
  away_until:
    'Time until which the shop is away, or null. Its items stay visible. Orders, offers and holds return 409 `away` until then. Set a time in the future, at most a year ahead; a past time means that the shop is open again.',
  answer_questions: 'Whether the helper answers buyers’ questions from the listing.',
  haggle: 'Whether the negotiator answers low offers by fixed rules.',
  lowest_percent: 'Price floor for listings without a `lowest_price`, as the highest discount in percent.',
  ask_hold: 'Whether buyers can pay a deposit to hold an item.',
  ship_from: 'Address that parcels are sent from. Only you and the carrier see it.',
  ships_to:
    'Countries that the shop ships to, as ISO 3166-1 codes. Defaults to the country of `ship_from`, or else US. Buyers elsewhere can only pick items up.',
  bundle_tiers:
    'Discounts for buying several items together, at most 3. Each further tier requires more items and gives a higher discount.',
  bundle_shipping: 'Shipping of several items in one parcel. `sum`: each item’s shipping counts. `highest`: only the highest one counts.',
}

const bundleTiers = () =>
  listUpTo(
    MAX_BUNDLE_TIERS,
    z.object({
      from: integer(MIN_BUNDLE_ITEMS, MAX_BUNDLE_ITEMS).describe(TIER_DESCRIPTIONS.from),
      percent: integer(1, MAX_BUNDLE_PERCENT).describe(TIER_DESCRIPTIONS.percent),
    }),
  )
    .superRefine((tiers, issues) => {
      const problem = tiersProblem(tiers)
      if (problem !== null) issues.addIssue({ code: 'custom', message: problem })
    })
    .transform(sortTiers)
    .describe(DESCRIPTIONS.bundle_tiers)

const countries = () =>
  listUpTo(COUNTRY_CODES.length, country())
    .min(1, 'must have at least one country')
    .transform((codes) => [...new Set(codes)])

const fields = {
  name: line(1, 60).describe(DESCRIPTIONS.name),
  slug: newSlug(),
  category: line(0, 40).nullable().describe(DESCRIPTIONS.category),
  about: text(0, 300).nullable().describe(DESCRIPTIONS.about),
  tone: oneOf(SHOP_TONES).describe(DESCRIPTIONS.tone),
  visibility: oneOf(SHOP_VISIBILITIES).describe(DESCRIPTIONS.visibility),
}

/** Body of `POST /shops`. */
export const CreateShop = z.object({
  name: fields.name,
  slug: fields.slug,
  category: fields.category.optional(),
  about: fields.about.optional(),
  tone: fields.tone.default('lemon'),
  visibility: fields.visibility.default('public'),
})
export type CreateShop = z.output<typeof CreateShop>

/** Body of `PATCH /shops/{slug}`. In this body, the four agent settings are top-level fields; in responses, they are under `agent`. */
export const ChangeShop = z
  .object({
    ...fields,
    location: line(0, 80).nullable().describe(DESCRIPTIONS.location),
    paused: bool().describe(DESCRIPTIONS.paused),
    away_until: time().nullable().describe(DESCRIPTIONS.away_until),
    answer_questions: bool().describe(DESCRIPTIONS.answer_questions),
    haggle: bool().describe(DESCRIPTIONS.haggle),
    lowest_percent: integer(0, 90).meta({
      description:
        'Highest discount, in percent, that the negotiator may give on a listing without a `lowest_price`. It sets the price floor. From the counteroffers, patient buyers may work out the floor to within one step: 1 dollar, or 5 dollars for prices of 100 dollars or more. Below a price of 100 dollars, they may work out a floor in whole dollars exactly. See docs/negotiation.md.',
    }),
    ask_hold: bool().describe(DESCRIPTIONS.ask_hold),
    bundle_tiers: bundleTiers(),
    ship_from: Address.nullable().describe(DESCRIPTIONS.ship_from),
    ships_to: countries().nullable().describe(`${DESCRIPTIONS.ships_to} Null restores the default.`),
    bundle_shipping: oneOf(BUNDLE_SHIPPING).describe(DESCRIPTIONS.bundle_shipping),
  })
  .partial()
export type ChangeShop = z.output<typeof ChangeShop>

/** Body of `PUT /shops/{slug}/picture` without a file. Alternatively, a multipart body can contain the picture itself. */
export const SetPicture = z.object({ url: z.string().optional().describe('Public URL of a picture. The service stores a copy.') })

const shopFields = {
  object: kind('shop'),
  id: id('shop'),
  slug: shopSlug(),
  name: z.string().describe(DESCRIPTIONS.name),
  about: z.string().nullable().describe(DESCRIPTIONS.about),
  category: z.string().nullable().describe(DESCRIPTIONS.category),
  location: z.string().nullable().describe(DESCRIPTIONS.location),
  tone: z.enum(SHOP_TONES).describe(DESCRIPTIONS.tone),
  visibility: z.enum(SHOP_VISIBILITIES).describe(DESCRIPTIONS.visibility),
  paused: z.boolean().describe(DESCRIPTIONS.paused),
  away_until: timestamp(DESCRIPTIONS.away_until).nullable(),
  url: link('URL of the shop.'),
  picture_url: link('URL of the shop’s picture.').nullable(),
  agent: z
    .object({
      answer_questions: z.boolean().describe(DESCRIPTIONS.answer_questions),
      haggle: z.boolean().describe(DESCRIPTIONS.haggle),
      lowest_percent: z.int().describe(DESCRIPTIONS.lowest_percent),
      ask_hold: z.boolean().describe(DESCRIPTIONS.ask_hold),
    })
    .meta({ id: 'ShopAgent' })
    .describe('Settings of the shop’s helpers.'),
  bundle_tiers: z.array(BundleTier).describe(DESCRIPTIONS.bundle_tiers),
  bundle_shipping: z.enum(BUNDLE_SHIPPING).describe(DESCRIPTIONS.bundle_shipping),
  ship_from: z.object(shownAddress).meta({ id: 'ShipFrom' }).nullable().describe(DESCRIPTIONS.ship_from),
  ships_to: z.array(z.string()).describe(DESCRIPTIONS.ships_to),
  counts: z
    .object({
      live: count('Number of live listings that the operator has not hidden.'),
      drafts: count('Number of drafts.'),
      sold: count('Number of sold listings.'),
    })
    .meta({ id: 'ShopCounts' })
    .describe('Number of listings by status.'),
  created_at: timestamp('Time when the shop was opened, ISO 8601, UTC.'),
}

/** A shop as its owner sees it (spec: interface, shop). */
export const Shop = z.object(shopFields).meta({ id: 'Shop' })

/** Response of `GET /shops/{slug}`. */
export const ShopWithStats = z
  .object({
    ...shopFields,
    stats: z
      .object({
        views: count('Views of the shop and its listings, at most one per person per day.'),
        views_7d: count('Views in the last 7 days.'),
        followers: count('Number of people who follow the shop.'),
        likes: count('Number of likes of the shop’s listings.'),
        shares: count('Number of shares.'),
        offers_waiting: count('Number of offers waiting for your answer.'),
      })
      .describe('Statistics of the shop.'),
  })
  .meta({ id: 'ShopWithStats' })

export const DeletedShop = z.object({ object: kind('shop'), slug: shopSlug(), deleted: deleted() }).meta({ id: 'DeletedShop' })
