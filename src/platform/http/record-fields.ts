import { z } from 'zod'

/** Fields that many records share. Other fields are described with their record. */

/** `object`: record kind (interface, Conventions 6). */
export const kind = <const K extends string>(name: K) => z.literal(name).describe('Type of record.')

/** An opaque id (completions 2). */
export const id = (of: string) => z.string().describe(`Id of the ${of}.`)

/** Parameters of `/things/{id}`. */
export const idParams = (of: string) => z.object({ id: id(of) })

/** An amount in responses: cents inside, dollars outside (interface, Conventions 4). */
export const dollars = (words: string) => z.number().describe(`${words}, in US dollars.`)

/** A count, never negative. */
export const count = (words: string) => z.int().meta({ description: words, minimum: 0 })

/** A web address. */
export const link = (words: string) => z.string().describe(words)

/** Fields of an open payment. */
export const openPayment = {
  client_secret: z
    .string()
    .nullable()
    .optional()
    .describe('Only in the response to `pay` while the payment is open: secret for the payment form in the buyer’s browser.'),
  checkout_url: link(
    'Only in the response to `pay` with the method `checkout`: the provider’s payment page, which returns the buyer here afterwards.',
  )
    .nullable()
    .optional(),
}

export const shopSlug = () => z.string().describe('Slug of the shop: its subdomain name.')

export const deleted = () => z.literal(true).describe('The record was deleted.')

/** A word list that generators turn into one named type. Create it once per name. */
export const namedEnum = <const T extends readonly [string, ...string[]]>(name: string, values: T) => z.enum(values).meta({ id: name })

/** Reference to a shop. */
export const ShopRef = z.object({ slug: shopSlug(), name: z.string().describe('Name of the shop.') }).meta({ id: 'ShopRef' })
/** A person by name only. */
export const PersonRef = z.object({ name: z.string().describe('Name of the person.') }).meta({ id: 'PersonRef' })
/** Reference to a listing. */
export const ListingRef = z.object({ id: id('listing'), title: z.string().describe('Title of the listing.') }).meta({ id: 'ListingRef' })
/** A person in operator responses. */
export const AccountRef = z.object({ id: id('account'), name: z.string().describe('Name of the person.') }).meta({ id: 'AccountRef' })
/** A shop in operator responses. */
export const OperatorShopRef = ShopRef.extend({ id: id('shop') }).meta({ id: 'OperatorShopRef' })
