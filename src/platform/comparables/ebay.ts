import { z } from 'zod'
import { createProviderClient, lenientCents, oneLine, webUrl, type ClientOptions } from '#platform/providers/client.ts'
import { createToken } from './ebay-token.ts'
import type { Comparable, Comparables } from './index.ts'

export type EbayOptions = { clientId: string; clientSecret: string; baseUrl: string | null } & Pick<ClientOptions, 'timeoutMs' | 'maxBytes'>

const FILTER = 'conditions:{USED},buyingOptions:{FIXED_PRICE},priceCurrency:USD'
const MAX_QUERY = 100
const MAX_ROWS = 200
/**
 * Maximum number of words in the second search. eBay requires that a result contain every word of the query. If a longer query has no
 * results, the second search uses only its first words.
 */
const FEWER_WORDS = 3

/**
 * Creates a search for used items on eBay (Browse API, `item_summary/search`). Finds only asking prices, because eBay hides sold items from
 * new API users. Errors: ProviderError.
 */
export function createEbay({ clientId, clientSecret, baseUrl, ...limits }: EbayOptions): Comparables {
  const base = baseUrl ?? 'https://api.ebay.com'
  const client = createProviderClient({ provider: 'eBay', ...limits })
  const token = createToken({ client, url: `${base}/identity/v1/oauth2/token`, clientId, clientSecret })

  async function find(words: readonly string[], limit: number, signal: AbortSignal): Promise<Comparable[]> {
    const query = new URLSearchParams({ q: words.join(' ').slice(0, MAX_QUERY), limit: String(limit), filter: FILTER })
    const url = `${base}/buy/browse/v1/item_summary/search?${query.toString()}`
    const call = (bearer: string) => client.send(url, { headers: { ...HEADERS, authorization: `Bearer ${bearer}` } }, signal)
    const first = await token.get(signal)
    let answer = await call(first)
    if (answer.status === 401) {
      token.forget(first)
      answer = await call(await token.get(signal))
    }
    return (client.read(answer, SearchAnswer).itemSummaries ?? []).flatMap(comparableOf)
  }

  return {
    name: 'ebay',
    async search({ query, limit }, signal) {
      // eBay treats an asterisk as a wildcard and rejects such searches
      const words = oneLine(query.replaceAll('*', ' ')).split(' ').filter(Boolean)
      if (words.length === 0) return []
      const rows = Math.min(Math.max(limit, 1), MAX_ROWS)
      const found = await find(words, rows, signal)
      return found.length > 0 || words.length <= FEWER_WORDS ? found : find(words.slice(0, FEWER_WORDS), rows, signal)
    },
  }
}

const HEADERS = { accept: 'application/json', 'x-ebay-c-marketplace-id': 'EBAY_US' }

/**
 * Search response. `total` is required: if it is missing, the response is an error with status 200. `itemSummaries` is absent if nothing
 * matches.
 */
const SearchAnswer = z.object({ total: z.number(), itemSummaries: z.array(z.unknown()).nullish() })

const Amount = z.object({ value: z.union([z.string(), z.number()]), currency: z.string() })
const Item = z.object({
  title: z.string(),
  price: Amount,
  condition: z.string().nullish(),
  conditionId: z.string().nullish(),
  itemWebUrl: z.string(),
  itemGroupType: z.string().nullish(),
  image: z.object({ imageUrl: z.string() }).nullish().catch(null),
  shippingOptions: z
    .array(z.object({ shippingCost: Amount.nullish().catch(null) }))
    .nullish()
    .catch(null),
})

/** Matches eBay's condition IDs for new items and for items sold for parts. */
const OTHER_CONDITION = /^(?:1\d{3}|7000)$/

/**
 * Converts a search result to a comparable. Skips results in another currency or condition, variant groups, and results without a valid
 * price.
 */
function comparableOf(raw: unknown): Comparable[] {
  const item = Item.safeParse(raw).data
  const url = webUrl(item?.itemWebUrl)
  const cents = item ? usCents(item.price) : null
  if (!item || url === null || cents === null || item.itemGroupType || OTHER_CONDITION.test(item.conditionId ?? '')) return []
  const shipping = item.shippingOptions?.[0]?.shippingCost
  return [
    {
      title: oneLine(item.title),
      cents,
      shippingCents: shipping ? shippingCents(shipping) : null,
      condition: item.condition ? oneLine(item.condition, 40) : null,
      sold: false,
      url,
      image: webUrl(item.image?.imageUrl),
      source: 'ebay',
    },
  ]
}

const usCents = ({ value, currency }: z.infer<typeof Amount>): number | null => (currency === 'USD' ? lenientCents(value) : null)

const shippingCents = (cost: z.infer<typeof Amount>): number | null =>
  cost.currency === 'USD' && Number(cost.value) === 0 ? 0 : usCents(cost)
