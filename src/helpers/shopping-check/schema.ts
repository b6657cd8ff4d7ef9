import { z } from 'zod'
import { RESEARCH_CATEGORIES } from '#catalog/browse/rules/market.ts'
import { SHOPPING_VERDICTS } from './rules.ts'
import { ComparablePrice } from '#helpers/research/schema.ts'
import { money, text } from '#platform/http/fields.ts'
import { dollars, kind, link } from '#platform/http/record-fields.ts'

/** Body of `POST /sidekick`: a link or text, and the cost if the caller knows it. */
export const CheckShopping = z.object({
  link: text(0, 2000).nullable().optional().describe('Address of a product page.'),
  words: text(0, 500).nullable().optional().describe('What the thing is, where there is no link.'),
  price: money().nullable().optional().describe('What it costs, in US dollars, where you know it.'),
})
export type CheckShopping = z.output<typeof CheckShopping>

/** completions 9, shopping_check. */
export const ShoppingCheck = z
  .object({
    object: kind('shopping_check'),
    product: z
      .object({
        name: z.string().describe('Name of the product.'),
        brand: z.string().nullable().describe('Brand, where it was recognised.'),
        category: z.enum(RESEARCH_CATEGORIES).describe('Category that fits it best.'),
        image: link('Address of a picture of it.').nullable(),
        link: link('Address of the product page that was read.').nullable(),
      })
      .describe('The product that was recognised.'),
    price: dollars('What it costs: the price that you sent, else that of the page, else that of a new one').nullable(),
    new_price: dollars('Price of a new one, where one was found').nullable(),
    comparables: z.array(ComparablePrice).describe('Second-hand prices that were compared.'),
    resale_price: dollars('Likely price when sold second-hand').nullable(),
    score: z.number().nullable().describe('Likely resale price divided by the cost: 0.6 or more holds its value.'),
    verdict: z.enum(SHOPPING_VERDICTS).nullable().describe('The score in words.'),
    note: z.string().nullable().describe('What the check could not find, in words.'),
  })
  .meta({ id: 'ShoppingCheck' })
