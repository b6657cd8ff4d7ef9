import { z } from 'zod'
import { RESEARCH_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { SHOPPING_VERDICTS } from './rules.ts'
import { ComparablePrice } from '#helpers/research/schema.ts'
import { money, text } from '#platform/http/fields.ts'
import { dollars, kind, link } from '#platform/http/record-fields.ts'

/** Body of `POST /sidekick`: a link or a description and, if the caller knows it, the cost. */
export const CheckShopping = z.object({
  link: text(0, 2000).nullable().optional().describe('URL of a product page.'),
  words: text(0, 500).nullable().optional().describe('Description of the item, instead of a link.'),
  price: money().nullable().optional().describe('Cost of the item in US dollars, if you know it.'),
})
export type CheckShopping = z.output<typeof CheckShopping>

/** Result of a shopping check (spec: completions 9, shopping_check). */
export const ShoppingCheck = z
  .object({
    object: kind('shopping_check'),
    product: z
      .object({
        name: z.string().describe('Name of the product.'),
        brand: z.string().nullable().describe('Brand; null if not recognized.'),
        category: z.enum(RESEARCH_CATEGORIES).describe('Best-matching category.'),
        image: link('URL of the picture in the source; null if there is none.').nullable(),
        link: link('URL of the product page that was read; null if no link was sent.').nullable(),
      })
      .describe('Recognized product.'),
    price: dollars('Cost: the price you sent, otherwise the price on the page, otherwise the price of a new item').nullable(),
    new_price: dollars('Price of a new item; null if none was found').nullable(),
    comparables: z.array(ComparablePrice).describe('Second-hand prices that were compared.'),
    resale_price: dollars('Likely price when sold second-hand').nullable(),
    score: z.number().nullable().describe('Likely resale price divided by the cost. An item with a score of 0.6 or more holds its value.'),
    verdict: z.enum(SHOPPING_VERDICTS).nullable().describe('Verdict for the score.'),
    note: z.string().nullable().describe('Missing information; null if nothing is missing.'),
  })
  .meta({ id: 'ShoppingCheck' })
