import { z } from 'zod'

/** Defines the `object` field, which names the type of a record (spec: interface, Conventions 6). */
export const kind = <const K extends string>(name: K) => z.literal(name).describe('Type of record.')

/** Defines an opaque id (spec: completions 2). `of`: the type of record. */
export const id = (of: string) => z.string().describe(`Id of the ${of}.`)

/** Defines the path parameters of an endpoint such as `/listings/{id}`. */
export const idParams = (of: string) => z.object({ id: id(of) })

/** Defines an amount of money in responses. The service stores cents, but responses contain dollars (spec: interface, Conventions 4). */
export const dollars = (description: string) => z.number().describe(`${description.replace(/[;:]|$/, ', in US dollars$&')}.`)

/** Defines the crossed-out price of a listing. */
export const wasPrice = () =>
  dollars(
    'Crossed-out price: the lowest price at which the item was publicly for sale in the 30 days before its price fell; null without a reduction',
  ).nullable()

/** Defines a count: a whole number that is never negative. */
export const count = (description: string) => z.int().meta({ description, minimum: 0 })

/** Defines a URL in responses. */
export const link = (description: string) => z.string().describe(description)

/** Fields of a payment that has not been completed. */
export const openPayment = {
  client_secret: z
    .string()
    .nullable()
    .optional()
    .describe('Secret for the payment form in the buyer’s browser. Only in the response to `pay`, while the payment is open.'),
  checkout_url: link(
    'URL of the provider’s payment page, which returns the buyer here afterwards. Only in the response to `pay` with the method `checkout`.',
  )
    .nullable()
    .optional(),
}

export const shopSlug = () => z.string().describe('Slug of the shop: its subdomain name.')

export const deleted = () => z.literal(true).describe('The record was deleted.')

/** Defines a list of allowed strings. Client generators convert it to one named type, so define each name only once. */
export const namedEnum = <const T extends readonly [string, ...string[]]>(name: string, values: T) => z.enum(values).meta({ id: name })

export const ShopRef = z.object({ slug: shopSlug(), name: z.string().describe('Name of the shop.') }).meta({ id: 'ShopRef' })
/** Reference to a user by name only. */
export const PersonRef = z.object({ name: z.string().describe('Name of the person.') }).meta({ id: 'PersonRef' })
export const ListingRef = z.object({ id: id('listing'), title: z.string().describe('Title of the listing.') }).meta({ id: 'ListingRef' })
/** Reference to a user in responses for operators. */
export const AccountRef = z.object({ id: id('account'), name: z.string().describe('Name of the person.') }).meta({ id: 'AccountRef' })
/** Reference to a shop in responses for operators. */
export const OperatorShopRef = ShopRef.extend({ id: id('shop') }).meta({ id: 'OperatorShopRef' })

export const TIER_DESCRIPTIONS = {
  from: 'Number of items from which the discount applies, 2 to 10.',
  percent: 'Discount in percent, 1 to 50.',
}
export const BundleTier = z
  .object({ from: z.int().describe(TIER_DESCRIPTIONS.from), percent: z.int().describe(TIER_DESCRIPTIONS.percent) })
  .meta({ id: 'BundleTier' })
