import { startProvider, type FakeProvider } from './provider.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- products of Channel3 in their JSON format
type Wire = Record<string, any>

export type FakeChannel3 = FakeProvider & {
  env: Record<string, string>
  products: Record<'new' | 'used', Wire[]>
}

const ERROR = { detail: 'Something of Channel3' }

/** Starts a fake of Channel3's endpoint `POST /v1/search`. */
export async function startChannel3(t: { after(stop: () => Promise<void>): void }): Promise<FakeChannel3> {
  const provider = await startProvider(t, {
    error: ERROR,
    answer({ path, headers, body }) {
      if (path !== '/v1/search' || headers['x-api-key'] !== 'fake-key') return { status: 401, body: ERROR }
      const { query, image_url, filters } = JSON.parse(body) as Wire
      if (!query && !image_url) return { status: 422, body: { detail: [{ msg: 'query or image' }] } }
      return { status: 200, body: { products: channel3.products[filters.condition as 'new' | 'used'], next_page_token: null } }
    },
  })
  const channel3: FakeChannel3 = Object.assign(provider, {
    env: { CHANNEL3_API_KEY: 'fake-key', CHANNEL3_BASE_URL: provider.url },
    products: {
      new: [channel3Product([channel3Offer(110), channel3Offer(120), channel3Offer(500)])],
      used: [channel3Product([channel3Offer(60, { condition: 'used' }), channel3Offer(70, { condition: null })])],
    },
  })
  return channel3
}

export const channel3Product = (offers: Wire[], change: Wire = {}): Wire => ({
  id: 'p1',
  title: 'Nike Dunk Low Retro',
  brands: [{ id: 'b1', name: 'Nike' }],
  category: 'Shoes',
  description: 'A shoe.',
  images: [{ url: 'https://img.test/side.jpg' }, { url: 'https://img.test/main.jpg', is_main_image: true }],
  offers,
  ...change,
})

export const channel3Offer = (price: number, change: Wire = {}): Wire => ({
  domain: 'shop.test',
  url: `https://shop.test/${price}`,
  availability: 'InStock',
  condition: 'new',
  price: { currency: 'USD', price, compare_at_price: null },
  ...change,
})
