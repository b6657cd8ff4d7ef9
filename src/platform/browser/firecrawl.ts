import { z } from 'zod'
import {
  createProviderClient,
  firstCodePoints,
  lenientCents,
  oneLine,
  webUrl,
  writtenCurrency,
  type ClientOptions,
} from '#platform/providers/client.ts'
import { ProviderError } from '#platform/providers/error.ts'
import type { Browser, ReadPage } from './index.ts'

export type FirecrawlOptions = { apiKey: string; baseUrl: string | null } & Pick<ClientOptions, 'timeoutMs' | 'maxBytes'>

/** Time limit in ms, enforced by the provider. The client's own timeout is slightly longer. */
const PAGE_MS = 25_000
const DAY_MS = 86_400_000
const MAX_TEXT = 8_000

/**
 * Reads a web page through Firecrawl's browsers (`POST /v2/scrape`), so that no request to the page comes from our network. Errors:
 * ProviderError.
 */
export function createFirecrawl({ apiKey, baseUrl, timeoutMs = PAGE_MS + 5_000, ...limits }: FirecrawlOptions): Browser {
  const client = createProviderClient({ provider: 'Firecrawl', timeoutMs, ...limits })
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' }
  return {
    name: 'firecrawl',
    async read(url, signal) {
      if (webUrl(url) === null) throw new ProviderError('Firecrawl', 'refused', 'The link must start with http:// or https://.')
      const body = JSON.stringify({ url, formats: ['product', 'markdown'], onlyMainContent: true, timeout: PAGE_MS, maxAge: DAY_MS })
      const answer = await client.send(`${baseUrl ?? 'https://api.firecrawl.dev'}/v2/scrape`, { method: 'POST', headers, body }, signal)
      const { data } = client.read(answer, Scraped)
      // Firecrawl reports success even if the page returned an error
      if ((data.metadata?.statusCode ?? 200) >= 400) throw new ProviderError('Firecrawl', 'unavailable', 'The page could not be read.')
      const page = pageOf(data)
      if (page === null) throw new ProviderError('Firecrawl', 'bad_answer', 'The page contains no readable text.')
      return page
    },
  }
}

const Price = z
  .object({ amount: z.unknown(), currency: z.string().nullish().catch(null), formatted: z.string().nullish().catch(null) })
  .partial()
const Variant = z.object({
  price: Price.nullish().catch(null),
  availability: z.object({ inStock: z.boolean().nullish() }).nullish().catch(null),
  images: z
    .array(z.object({ url: z.string() }))
    .nullish()
    .catch(null),
})
type Variant = z.infer<typeof Variant>

const Product = z.object({
  title: z.string(),
  brand: z.string().nullish().catch(null),
  variants: z.array(Variant.catch({})).nullish().catch(null),
})

const Metadata = z.object({
  title: z.string().nullish().catch(null),
  ogImage: z.string().nullish().catch(null),
  statusCode: z.number().nullish().catch(null),
})

const Data = z.object({ product: Product.nullish().catch(null), markdown: z.string().nullish(), metadata: Metadata.nullish().catch(null) })
const Scraped = z.object({ success: z.literal(true), data: Data })

function pageOf({ product, markdown, metadata }: z.infer<typeof Data>): ReadPage | null {
  const variants = product?.variants ?? []
  const variant = variants.find(({ availability }) => availability?.inStock !== false) ?? variants[0]
  const title = oneLine(product?.title ?? metadata?.title ?? '')
  const text = firstCodePoints(
    (markdown ?? '').replaceAll(/\p{Cc}+/gu, (gap) => (gap.includes('\n') ? '\n' : ' ')),
    MAX_TEXT,
  )
  if (title === '' && text.trim() === '') return null
  return {
    title,
    brand: product?.brand ? oneLine(product.brand, 80) : null,
    ...priceOf(variant),
    condition: null,
    image: webUrl(variant?.images?.[0]?.url) ?? webUrl(metadata?.ogImage),
    text,
  }
}

function priceOf(variant: Variant | undefined): Pick<ReadPage, 'priceCents' | 'currency'> {
  const price = variant?.price
  const amount = price?.amount ?? price?.formatted
  const currency = price?.currency?.toUpperCase() ?? writtenCurrency(price?.formatted) ?? writtenCurrency(amount)
  return { priceCents: currency === 'USD' ? lenientCents(amount) : null, currency: currency ?? null }
}
