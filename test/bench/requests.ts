import type { Client } from 'pg'
import { sendToAny } from '#test/app.ts'
import { anyWord, CATEGORIES, COMMON, NOUN } from './market-data.ts'
import type { Request, Target } from './wrk.ts'

const SEARCH = '/v1/market/search'
/** Searches that are measured both with and without the counts for all facets. */
export const FACETED = ['browse', 'one facet', 'price range', 'one word', 'two words', 'noun', 'common word', 'two common words'] as const
export const facetsOf = (name: (typeof FACETED)[number]): string => `${name}, facets`
/** Number of different requests per measurement. To prevent cache hits, this must exceed the number of responses that fit in the cache. */
const MANY = 1_000

/** Requests whose total cost is measured. With `uncached`, they have a meaningless cookie, so that no response comes from the cache. */
export type Figure = { requests: Request[]; uncached: boolean }

type Listed = { id: string; link: string; slug: string }

const paths = (query: () => string): string[] => Array.from({ length: MANY }, query)

function withFacets(searches: Record<(typeof FACETED)[number], string[]>, figure: (requests: Request[]) => Figure): Record<string, Figure> {
  const requests = (queries: string[], more: string) => figure(queries.map((query) => ({ path: `${SEARCH}?${query}${more}` })))
  return Object.fromEntries(
    FACETED.flatMap((name) => [
      [name, requests(searches[name], '')],
      [facetsOf(name), requests(searches[name], '&facets=true')],
    ]),
  )
}

/** Returns the requests for all measured reads, by the name of the measurement. */
export async function readFigures(db: Client, key: string): Promise<Record<string, Figure>> {
  const { rows } = await db.query<Listed>(`
    select l.id, l.link, s.slug from listings l join shops s on s.id = l.shop_id where l.in_market order by md5(l.id) limit ${MANY}`)
  const of = (path: (listed: Listed) => string) => rows.map((listed): Request => ({ path: path(listed) }))
  const many = (path: () => string) => Array.from({ length: MANY }, (): Request => ({ path: path() }))
  const uncached = (requests: Request[]): Figure => ({
    requests: requests.map((each) => ({ ...each, headers: { Cookie: 'bench=1', ...each.headers } })),
    uncached: true,
  })
  const cached = (requests: Request[]): Figure => ({ requests, uncached: false })
  const packed = (requests: Request[]) => requests.map((each) => ({ ...each, headers: { ...each.headers, 'Accept-Encoding': 'gzip, br' } }))
  const shopPage = rows.map(({ slug }): Request => ({ host: `${slug}.resale.localhost`, path: '/' }))
  const listingPage = rows.map(({ slug, link }): Request => ({ host: `${slug}.resale.localhost`, path: `/${link}` }))
  const listing = of(({ id }) => `/v1/market/listings/${id}`)
  const home = [{ path: '/' }]
  const searches: Record<(typeof FACETED)[number], string[]> = {
    browse: [''],
    'one facet': paths(() => `size=${any(['m', 'l', 'eu+38'])}&condition=${any(['new', 'good'])}`),
    'price range': paths(() => `min_price=${Math.floor(Math.random() * 80)}&size=m`),
    'one word': paths(() => `q=${anyWord()}`),
    'two words': paths(() => `q=${anyWord()}+${anyWord()}`),
    noun: [`q=${NOUN}`],
    'common word': [`q=${COMMON}`],
    'two common words': [`q=${COMMON}+${NOUN}`],
  }
  const searchPage = many(() => `/search?q=${anyWord()}`)
  return {
    listing: uncached(listing),
    'listing, cached': cached(listing.slice(0, 100)),
    'browse, cached': cached([{ path: SEARCH }]),
    'browse, cached, compressed': cached(packed([{ path: SEARCH }])),
    'browse, deep': uncached([{ path: `${SEARCH}?offset=2000` }]),
    filter: uncached(many(() => `${SEARCH}?category=${any(CATEGORIES)}&price=25-100&sort=price-asc`)),
    ...withFacets(searches, uncached),
    store: uncached(of(({ slug }) => `/v1/market/stores/${slug}`)),
    stores: uncached([{ path: '/v1/market/stores' }]),
    'with a key: me': cached([{ path: '/v1/me', headers: { Authorization: `Bearer ${key}` } }]),
    'with a key: own listings': cached([{ path: '/v1/listings', headers: { Authorization: `Bearer ${key}` } }]),
    'page: home': cached(home),
    'page: home, compressed': cached(packed(home)),
    'page: home, uncached': cached([{ path: '/?n={n}' }]),
    'page: search, compressed': cached(packed(searchPage.slice(0, 100))),
    'page: search, uncached': cached(searchPage.map((each) => ({ path: `${each.path}&n={n}` }))),
    'page: shop': cached(shopPage.slice(0, 100)),
    'page: shop, compressed': cached(packed(shopPage.slice(0, 100))),
    'page: shop, uncached': cached(shopPage.map((each) => ({ ...each, path: '/?offset=0&n={n}' }))),
    'page: listing': cached(listingPage.slice(0, 100)),
    'page: listing, compressed': cached(packed(listingPage.slice(0, 100))),
    'page: listing, uncached': cached(listingPage.map((each) => ({ ...each, path: `${each.path}?n={n}` }))),
  }
}

/**
 * `next` returns the requests for a load of `seconds` seconds. If `isOnce` is true, each write succeeds only once per listing, so each call
 * returns the next part of the list. Otherwise, each call returns the same requests.
 */
export type Requests = { next(seconds: number): readonly Request[]; isOnce: boolean }

/** Number of requests to prepare for each second of load. It exceeds the number that the load can send. */
const ONCE_A_SECOND = 300

/**
 * Returns a function that creates a source of these requests. Each measured service needs its own source, but may get the same requests,
 * because each service has its own database.
 */
const once = (requests: readonly Request[]) => (): Requests => {
  let taken = 0
  const next = (seconds: number) => requests.slice(taken, (taken += seconds * ONCE_A_SECOND))
  return { next, isOnce: true }
}

export const always = (requests: readonly Request[]) => (): Requests => ({ next: () => requests, isOnce: false })

/**
 * Returns the writes of one seller and one buyer, by the name of the measurement. Each entry is a function that returns the requests for
 * one measured service.
 */
export async function writeFigures(
  db: Client,
  { seller, buyer }: { seller: string; buyer: string },
): Promise<Record<string, () => Requests>> {
  const { rows: all } = await db.query<{ id: string; price_cents: number; take_offers: boolean }>(
    `select id, price_cents, take_offers from listings where in_market order by md5(id)`,
  )
  const rows = all.slice(0, MANY)
  const by = (key: string) => ({ Authorization: `Bearer ${key}` })
  const draft = draftIn('bench')
  return {
    'a draft': always([{ method: 'POST', path: '/v1/listings', headers: by(seller), json: draft }]),
    'a listing, published': always(
      rows.map((_, n) => ({
        method: 'POST',
        path: '/v1/listings',
        headers: by(seller),
        json: { ...draft, title: `${draft.title} ${n}`, publish: true },
      })),
    ),
    'a like': always(rows.map(({ id }) => ({ method: 'PUT', path: `/v1/market/listings/${id}/like`, headers: by(buyer) }))),
    'a question': always([
      { method: 'POST', path: '/v1/threads', headers: by(buyer), json: { shop: 'bench', text: 'Is it still there?' } },
    ]),
    'an offer': once(
      all
        .filter(({ take_offers }) => take_offers)
        .map(({ id, price_cents }) => ({
          method: 'POST',
          path: '/v1/offers',
          headers: by(buyer),
          json: { listing: id, amount: Math.max(0.01, Math.floor(price_cents * 0.9) / 100) },
        })),
    ),
    'an order': once(
      all
        .filter(({ take_offers }) => !take_offers)
        .map(({ id }) => ({ method: 'POST', path: '/v1/orders', headers: by(buyer), json: { listing: id, address: HOME } })),
    ),
    'a sign-in': always([{ method: 'POST', path: '/v1/sessions', json: { email: 'buyer@example.test', password: PASSWORD } }]),
  }
}

/** Returns the JSON body for creating a listing. */
export const draftIn = (shop: string) => ({
  shop,
  title: 'Enamel camping mug',
  description: 'Half a litre. '.repeat(20),
  category: 'Home',
  price: 12.5,
})

const PASSWORD = 'a long enough password'
const HOME = { name: 'Ben Buyer', line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', country: 'US' }

/** Creates a buyer, and a seller with a shop, through the API. Returns their API keys. */
export async function people({ port }: Target): Promise<{ seller: string; buyer: string }> {
  const seller = await signUp(port, 'Seller')
  const buyer = await signUp(port, 'Buyer')
  const shop = await sendToAny(port, 'POST', '/v1/shops', { key: seller, json: { name: 'Bench', slug: 'bench' } })
  if (shop.status !== 201) throw new Error(`no shop: ${shop.bytes.toString()}`)
  return { seller, buyer }
}

export async function signUp(port: number, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '')}@example.test`
  const { status, body } = await sendToAny(port, 'POST', '/v1/accounts', { json: { name, email, password: PASSWORD } })
  if (status !== 201) throw new Error(`no account: ${JSON.stringify(body)}`)
  return body.api_key.secret
}

export const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!
