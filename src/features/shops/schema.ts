import { z } from 'zod'
import { SHOP_VISIBILITIES } from '#domain/market.ts'
import { parseShopSlug } from '#domain/slug.ts'
import { bool, integer, oneOf, text, timestamp } from '#lib/http/fields.ts'

export const SHOP_TONES = ['lemon', 'mint', 'pink', 'leaf', 'blush'] as const
export type ShopTone = (typeof SHOP_TONES)[number]

/** A slug that a shop may take (completions 4, Slug). Whether it is free shows when it is claimed. */
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

export const ShopParams = z.object({ slug: z.string() })

const words = {
  name: text(1, 60),
  slug: newSlug(),
  category: text(0, 40).nullable(),
  about: text(0, 300).nullable(),
  tone: oneOf(SHOP_TONES),
  visibility: oneOf(SHOP_VISIBILITIES),
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

/** Body of `PATCH /shops/{slug}`: the four agent settings come flat and are shown under `agent`. */
export const ChangeShop = z
  .object({
    ...words,
    location: text(0, 80).nullable(),
    paused: bool(),
    answer_questions: bool(),
    haggle: bool(),
    lowest_percent: integer(0, 90).meta({
      description:
        'How far under the price the negotiator may go where a listing has no lowest_price. Haggling tells of it: a counter shows a patient buyer your floor to within its step (1 dollar, or 5 from 100 dollars up), and exactly where that is a whole dollar below 100. See docs/negotiation.md.',
    }),
    ask_hold: bool(),
  })
  .partial()
export type ChangeShop = z.output<typeof ChangeShop>

/** Body of `PUT /shops/{slug}/picture` beside the file of a multipart body. */
export const SetPicture = z.object({ url: z.string().optional() })

const shopFields = {
  object: z.literal('shop'),
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  about: z.string().nullable(),
  category: z.string().nullable(),
  location: z.string().nullable(),
  tone: z.enum(SHOP_TONES),
  visibility: z.enum(SHOP_VISIBILITIES),
  paused: z.boolean(),
  url: z.string(),
  picture_url: z.string().nullable(),
  agent: z.object({ answer_questions: z.boolean(), haggle: z.boolean(), lowest_percent: z.int(), ask_hold: z.boolean() }),
  counts: z.object({ live: z.int(), drafts: z.int(), sold: z.int() }),
  created_at: timestamp(),
}

/** interface, shop. */
export const Shop = z.object(shopFields).meta({ id: 'Shop' })

/** As `GET /shops/{slug}` shows it. */
export const ShopWithStats = z
  .object({
    ...shopFields,
    stats: z.object({ views: z.int(), views_7d: z.int(), followers: z.int(), likes: z.int(), shares: z.int(), offers_waiting: z.int() }),
  })
  .meta({ id: 'ShopWithStats' })

export const DeletedShop = z.object({ object: z.literal('shop'), slug: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedShop' })
