import { z } from 'zod'
import { RESEARCH_CATEGORIES } from '#domain/market.ts'
import { SHOPPING_VERDICTS } from '#domain/shopping-score.ts'
import { ComparablePrice } from '#features/research/schema.ts'
import { money, text } from '#lib/http/fields.ts'

/** Body of `POST /sidekick`: a link or words, and what it would cost where the caller knows it. */
export const CheckShopping = z.object({
  link: text(0, 2000).nullable().optional(),
  words: text(0, 500).nullable().optional(),
  price: money().nullable().optional(),
})
export type CheckShopping = z.output<typeof CheckShopping>

/** completions 9, shopping_check. */
export const ShoppingCheck = z
  .object({
    object: z.literal('shopping_check'),
    product: z.object({
      name: z.string(),
      brand: z.string().nullable(),
      category: z.enum(RESEARCH_CATEGORIES),
      image: z.string().nullable(),
      link: z.string().nullable(),
    }),
    price: z.number().nullable(),
    new_price: z.number().nullable(),
    comparables: z.array(ComparablePrice),
    resale_price: z.number().nullable(),
    score: z.number().nullable(),
    verdict: z.enum(SHOPPING_VERDICTS).nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ShoppingCheck' })
