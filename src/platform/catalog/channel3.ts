import { z } from 'zod'
import type { Comparable } from '#platform/comparables/index.ts'
import { createProviderClient, lenientCents, oneLine, webUrl, type ClientOptions } from '#platform/providers/client.ts'
import type { Catalog, CatalogMatch } from './index.ts'
import { nameOverlap } from './overlap.ts'

export type Channel3Options = { apiKey: string; baseUrl: string | null } & Pick<ClientOptions, 'timeoutMs' | 'maxBytes'>

const NEW_ROWS = 10
const USED_ROWS = 30
/** Minimum share of the query's words that a product's name and brand must contain. */
const SAME_PRODUCT = 0.5

/** Creates a catalog that uses Channel3's search API to find used offers and the prices of new products. Errors: ProviderError. */
export function createChannel3({ apiKey, baseUrl, ...limits }: Channel3Options): Catalog {
  const client = createProviderClient({ provider: 'Channel3', ...limits })
  const url = `${baseUrl ?? 'https://api.trychannel3.com'}/v1/search`

  async function find(query: string, condition: 'new' | 'used', limit: number, signal: AbortSignal): Promise<Product[]> {
    const body = JSON.stringify({ query, limit, config: { country: 'US', currency: 'USD' }, filters: { condition } })
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': apiKey }
    const answer = await client.send(url, { method: 'POST', headers, body }, signal)
    return client.read(answer, SearchAnswer).products.flatMap((raw) => Product.safeParse(raw).data ?? [])
  }

  return {
    name: 'channel3',
    async match({ query }, signal) {
      const words = oneLine(query)
      if (words === '') return null
      const products = await find(words, 'new', NEW_ROWS, signal)
      return (
        products
          .filter((product) => isSame(words, product))
          .map(matchOf)
          .find((match) => match !== null) ?? null
      )
    },
    async used({ query }, signal) {
      const words = oneLine(query)
      if (words === '') return []
      const products = await find(words, 'used', USED_ROWS, signal)
      return products.filter((product) => isSame(words, product)).flatMap(usedOffers)
    },
  }
}

const SearchAnswer = z.object({ products: z.array(z.unknown()) })

const Offer = z.object({
  domain: z.string().nullish(),
  url: z.string(),
  availability: z.string().nullish(),
  condition: z.string().nullish(),
  // Channel3's guide calls this field `amount`; its client library calls it `price`.
  price: z.object({ currency: z.string(), price: z.unknown(), amount: z.unknown() }).partial({ price: true, amount: true }),
})
type Offer = z.infer<typeof Offer>

const Product = z.object({
  title: z.string(),
  brands: z.array(z.object({ name: z.string() })).catch([]),
  images: z.array(z.object({ url: z.string(), is_main_image: z.boolean().nullish() })).catch([]),
  offers: z.array(z.unknown()).transform((offers) => offers.flatMap((raw) => Offer.safeParse(raw).data ?? [])),
})
type Product = z.infer<typeof Product>

const isSame = (words: string, { title, brands }: Product): boolean =>
  nameOverlap(words, [title, ...brands.map(({ name }) => name)].join(' ')) >= SAME_PRODUCT

const inStock = ({ availability }: Offer): boolean => (availability ?? 'InStock') === 'InStock'

const usCents = ({ price }: Offer): number | null => (price.currency === 'USD' ? lenientCents(price.price ?? price.amount) : null)

/**
 * Converts a catalog product to a match. The price is the median of the product's new offers, because the cheapest offer is often only an
 * accessory.
 */
function matchOf(product: Product): CatalogMatch | null {
  const offers = product.offers
    .filter((offer) => inStock(offer) && (offer.condition ?? 'new') === 'new')
    .flatMap((offer) => {
      const [cents, url] = [usCents(offer), webUrl(offer.url)]
      return cents === null || url === null ? [] : [{ cents, url }]
    })
    .toSorted((a, b) => a.cents - b.cents)
  const [low, high] = [offers[Math.floor((offers.length - 1) / 2)], offers[Math.ceil((offers.length - 1) / 2)]]
  if (!low || !high) return null
  return {
    title: oneLine(product.title),
    brand: product.brands[0] ? oneLine(product.brands[0].name, 80) : null,
    newCents: Math.round((low.cents + high.cents) / 2),
    url: low.url,
    image: imageOf(product),
  }
}

/** Returns the offers that are marked as used. Unmarked offers count as new. */
const usedOffers = (product: Product): Comparable[] =>
  product.offers
    .filter((offer) => offer.condition === 'used' && inStock(offer))
    .flatMap((offer) => {
      const [cents, url] = [usCents(offer), webUrl(offer.url)]
      if (cents === null || url === null) return []
      const source = offer.domain ? oneLine(offer.domain, 80) : new URL(url).hostname
      return [
        { title: oneLine(product.title), cents, shippingCents: null, condition: 'used', sold: false, url, image: imageOf(product), source },
      ]
    })

const imageOf = ({ images }: Product): string | null => webUrl((images.find((image) => image.is_main_image) ?? images[0])?.url)
