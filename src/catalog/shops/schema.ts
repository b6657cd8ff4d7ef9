import { z } from 'zod'
import { SHOP_VISIBILITIES } from '#catalog/browse/rules/market.ts'
import { parseShopSlug } from '#catalog/shops/rules/slug.ts'
import { bool, integer, line, oneOf, text, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, kind, link, shopSlug } from '#platform/http/record-fields.ts'

export const SHOP_TONES = ['lemon', 'mint', 'pink', 'leaf', 'blush'] as const
export type ShopTone = (typeof SHOP_TONES)[number]

/** completions 4, Slug. Claiming it shows whether it is free. */
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

const WORDS = {
  name: 'Name of the shop.',
  about: 'A few sentences about the shop.',
  category: 'What the shop mostly sells, in words of its owner.',
  location: 'Where things ship from.',
  tone: 'Colour of the shop.',
  visibility: '`public`: on the marketplace. `link`: only with the link. `private`: for its owner alone.',
  paused: 'Hides the shop and keeps everything.',
  answer_questions: 'Whether the helper answers buyers from what the listing says.',
  haggle: 'Whether the negotiator answers low offers by fixed rules.',
  lowest_percent: 'The floor where a listing has none of its own: this much off the price, in percent.',
  ask_hold: 'Whether buyers can have an item held for a deposit.',
}

const words = {
  name: line(1, 60).describe(WORDS.name),
  slug: newSlug(),
  category: line(0, 40).nullable().describe(WORDS.category),
  about: text(0, 300).nullable().describe(WORDS.about),
  tone: oneOf(SHOP_TONES).describe(WORDS.tone),
  visibility: oneOf(SHOP_VISIBILITIES).describe(WORDS.visibility),
}

/** Body of `POST /shops`. */
export const CreateShop = z.object({
  name: words.name,
  slug: words.slug,
  category: words.category.optional(),
  about: words.about.optional(),
  tone: words.tone.default('lemon'),
  visibility: words.visibility.default('public'),
})
export type CreateShop = z.output<typeof CreateShop>

/** Body of `PATCH /shops/{slug}`: the four agent settings, which the record shows under `agent`. */
export const ChangeShop = z
  .object({
    ...words,
    location: line(0, 80).nullable().describe(WORDS.location),
    paused: bool().describe(WORDS.paused),
    answer_questions: bool().describe(WORDS.answer_questions),
    haggle: bool().describe(WORDS.haggle),
    lowest_percent: integer(0, 90).meta({
      description:
        'How far under the price the negotiator may go where a listing has no lowest_price. Haggling tells of it: a counter shows a patient buyer your floor to within its step (1 dollar, or 5 from 100 dollars up), and exactly where that is a whole dollar below 100. See docs/negotiation.md.',
    }),
    ask_hold: bool().describe(WORDS.ask_hold),
  })
  .partial()
export type ChangeShop = z.output<typeof ChangeShop>

/** Body of `PUT /shops/{slug}/picture`, besides the file of a multipart body. */
export const SetPicture = z.object({ url: z.string().optional().describe('Public address of a picture; a copy is kept.') })

const shopFields = {
  object: kind('shop'),
  id: id('shop'),
  slug: shopSlug(),
  name: z.string().describe(WORDS.name),
  about: z.string().nullable().describe(WORDS.about),
  category: z.string().nullable().describe(WORDS.category),
  location: z.string().nullable().describe(WORDS.location),
  tone: z.enum(SHOP_TONES).describe(WORDS.tone),
  visibility: z.enum(SHOP_VISIBILITIES).describe(WORDS.visibility),
  paused: z.boolean().describe(WORDS.paused),
  url: link('Address of the shop.'),
  picture_url: link('Address of the shop’s picture.').nullable(),
  agent: z
    .object({
      answer_questions: z.boolean().describe(WORDS.answer_questions),
      haggle: z.boolean().describe(WORDS.haggle),
      lowest_percent: z.int().describe(WORDS.lowest_percent),
      ask_hold: z.boolean().describe(WORDS.ask_hold),
    })
    .meta({ id: 'ShopAgent' })
    .describe('What the shop’s helpers may do.'),
  counts: z
    .object({
      live: count('Listings that are live and not hidden by an operator.'),
      drafts: count('Drafts.'),
      sold: count('What was sold.'),
    })
    .meta({ id: 'ShopCounts' })
    .describe('How many listings the shop has.'),
  created_at: timestamp('When it was opened.'),
}

/** interface, shop. */
export const Shop = z.object(shopFields).meta({ id: 'Shop' })

/** Response of `GET /shops/{slug}`. */
export const ShopWithStats = z
  .object({
    ...shopFields,
    stats: z
      .object({
        views: count('Views of the shop and its listings, each person once a day.'),
        views_7d: count('Of those, in the last 7 days.'),
        followers: count('People who follow the shop.'),
        likes: count('Likes of its listings.'),
        shares: count('How often it was shared.'),
        offers_waiting: count('Offers that wait for an answer.'),
      })
      .describe('How the shop does.'),
  })
  .meta({ id: 'ShopWithStats' })

export const DeletedShop = z.object({ object: kind('shop'), slug: shopSlug(), deleted: deleted() }).meta({ id: 'DeletedShop' })
