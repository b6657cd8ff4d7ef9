import { z } from 'zod'

/** Fields that many records share. Other fields are described with their record. */

/** `object`: record kind (interface, Conventions 6). */
export const kind = <const K extends string>(name: K) => z.literal(name).describe('Kind of record.')

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
    .describe('On the answer to `pay` alone, while the payment is open: what the buyer’s browser goes on with.'),
  checkout_url: link('Likewise with the method `checkout`: the provider’s own page, where the buyer pays and comes back from.')
    .nullable()
    .optional(),
}

export const shopSlug = () => z.string().describe('Slug of the shop: the name of its subdomain.')

export const deleted = () => z.literal(true).describe('The record is gone.')

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
