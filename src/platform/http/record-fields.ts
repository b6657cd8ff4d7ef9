import { z } from 'zod'

/** The fields that many records have, each described once. What only one record has is described where it stands. */

/** `object`: which kind of record this is (interface, Conventions 6). */
export const kind = <const K extends string>(name: K) => z.literal(name).describe('Kind of record.')

/** An id as it is shown: opaque text (completions 2). */
export const id = (of: string) => z.string().describe(`Id of the ${of}.`)

/** The path of `/things/{id}`. */
export const idParams = (of: string) => z.object({ id: id(of) })

/** An amount that is shown: whole cents inside, dollars outside (interface, Conventions 4). */
export const dollars = (words: string) => z.number().describe(`${words}, in US dollars.`)

/** How many of something: never less than none. */
export const count = (words: string) => z.int().meta({ description: words, minimum: 0 })

/** A web address. */
export const link = (words: string) => z.string().describe(words)

/** What a payment that is still open answers with. */
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

/** A list of words that generators make one type of, by its name. Made once for each name. */
export const namedEnum = <const T extends readonly [string, ...string[]]>(name: string, values: T) => z.enum(values).meta({ id: name })

/** A shop where it is only named. */
export const ShopRef = z.object({ slug: shopSlug(), name: z.string().describe('Name of the shop.') }).meta({ id: 'ShopRef' })
/** A person where only the name is shown. */
export const PersonRef = z.object({ name: z.string().describe('Name of the person.') }).meta({ id: 'PersonRef' })
/** A listing where it is only named. */
export const ListingRef = z.object({ id: id('listing'), title: z.string().describe('Title of the listing.') }).meta({ id: 'ListingRef' })
/** A person as an operator sees them. */
export const AccountRef = z.object({ id: id('account'), name: z.string().describe('Name of the person.') }).meta({ id: 'AccountRef' })
/** A shop as an operator sees it. */
export const OperatorShopRef = ShopRef.extend({ id: id('shop') }).meta({ id: 'OperatorShopRef' })
