import { startProvider, type FakeProvider } from './provider.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- pages of Firecrawl in their JSON format
type Wire = Record<string, any>

export type FakeFirecrawl = FakeProvider & {
  env: Record<string, string>
  page: Wire
}

const ERROR = { success: false, error: 'Something of Firecrawl', code: 'SCRAPE_FAILED' }

/** Starts a fake of Firecrawl's endpoint `POST /v2/scrape`. */
export async function startFirecrawl(t: { after(stop: () => Promise<void>): void }): Promise<FakeFirecrawl> {
  const provider = await startProvider(t, {
    error: ERROR,
    answer({ path, headers, body }) {
      if (path !== '/v2/scrape' || headers['authorization'] !== 'Bearer fake-key') return { status: 401, body: ERROR }
      const { url, formats } = JSON.parse(body) as Wire
      if (!url || !formats.includes('product')) return { status: 400, body: ERROR }
      return { status: 200, body: { success: true, data: firecrawl.page } }
    },
  })
  const firecrawl: FakeFirecrawl = Object.assign(provider, {
    env: { FIRECRAWL_API_KEY: 'fake-key', FIRECRAWL_API_URL: provider.url },
    page: firecrawlPage(),
  })
  return firecrawl
}

export const firecrawlPage = (
  price: Wire | undefined = { amount: 145, currency: 'USD', formatted: '$145.00' },
  change: Wire = {},
): Wire => ({
  product: {
    title: 'Nike Dunk Low',
    brand: 'Nike',
    url: 'https://shop.test/dunk',
    variants: [
      { title: '9', price: { amount: 1 }, availability: { inStock: false } },
      { title: '10', price, availability: { inStock: true }, images: [{ url: 'https://img.test/dunk.jpg' }] },
    ],
  },
  markdown: '# Nike Dunk Low\n\nA shoe.',
  metadata: { title: 'Dunk | Shop', ogImage: 'https://img.test/og.jpg', statusCode: 200, sourceURL: 'https://shop.test/dunk' },
  ...change,
})
