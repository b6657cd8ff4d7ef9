import { startProvider, type ProviderRequest, type FakeProvider, type Sent } from './provider.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- items of eBay in their JSON format
type Wire = Record<string, any>

export type FakeEbay = FakeProvider & {
  env: Record<string, string>
  items: Wire[]
  /** Returns the number of tokens issued so far. */
  mints(): number
  expireTokens(): void
  expiresInS: number
  find(query: string): Wire[]
}

const ERROR = { errors: [{ errorId: 12_012, domain: 'API_BROWSE', category: 'REQUEST', message: 'Something of eBay' }] }

/**
 * Starts a fake of eBay's Browse API and its application tokens. As in the real API, amounts are strings, and `itemSummaries` is absent if
 * nothing was found.
 */
export async function startEbay(t: { after(stop: () => Promise<void>): void }): Promise<FakeEbay> {
  let minted = 0
  let refusedUpTo = 0

  function answer({ path, headers, body, query }: ProviderRequest): Sent {
    if (path === '/identity/v1/oauth2/token') return mint(headers, body)
    const token = Number(/^Bearer token-(\d+)$/.exec(headers['authorization'] ?? '')?.[1] ?? 0)
    if (token <= refusedUpTo || headers['x-ebay-c-marketplace-id'] !== 'EBAY_US') return { status: 401, body: ERROR }
    const found = ebay.find(query['q']!).slice(0, Number(query['limit']))
    return {
      status: 200,
      body: { href: path, total: found.length, limit: 50, offset: 0, ...(found.length > 0 && { itemSummaries: found }) },
    }
  }

  function mint(headers: Record<string, string>, body: string): Sent {
    const basic = Buffer.from('fake-id:fake-secret').toString('base64')
    const grant = new URLSearchParams(body).get('grant_type')
    if (headers['authorization'] !== `Basic ${basic}` || grant !== 'client_credentials')
      return { status: 401, body: { error: 'invalid_client' } }
    return { status: 200, body: { access_token: `token-${++minted}`, expires_in: ebay.expiresInS, token_type: 'Application Access Token' } }
  }

  const provider = await startProvider(t, { answer, error: ERROR, untroubled: (path) => path.startsWith('/identity') })
  const ebay: FakeEbay = Object.assign(provider, {
    env: { EBAY_CLIENT_ID: 'fake-id', EBAY_CLIENT_SECRET: 'fake-secret', EBAY_BASE_URL: provider.url },
    items: [ebayItem()],
    mints: () => minted,
    expireTokens: () => void (refusedUpTo = minted),
    expiresInS: 7_200,
    find: (): Wire[] => ebay.items,
  })
  return ebay
}

export const ebayItem = (change: Wire = {}): Wire => ({
  itemId: 'v1|1|0',
  title: 'Nike Dunk Low, size 10',
  price: { value: '79.50', currency: 'USD' },
  condition: 'Pre-owned',
  conditionId: '3000',
  buyingOptions: ['FIXED_PRICE'],
  itemWebUrl: 'https://www.ebay.com/itm/1',
  image: { imageUrl: 'https://i.ebayimg.com/1.jpg' },
  shippingOptions: [{ shippingCostType: 'FIXED', shippingCost: { value: '8.25', currency: 'USD' } }],
  ...change,
})
