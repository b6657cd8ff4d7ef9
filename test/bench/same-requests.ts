import type { Client } from 'pg'
import { ENDPOINTS } from '#api/index.ts'
import { SITE } from '#test/app.ts'
import { SELLER_PAGES } from '#web/seller/index.ts'
import { BUYER_PAGES } from '#web/buyer/index.ts'
import { CATEGORIES, COMMON, NOUN, words } from './market-data.ts'

export type BenchRequest = { method?: string; path: string; host?: string; headers?: Record<string, string> }

/** Returns about 1 000 requests for both checkouts. `who` contains an API key and a session cookie. */
export async function requestsOf(db: Client, who: { key: string; cookie: string }): Promise<BenchRequest[]> {
  const { rows: listings } = await db.query<{ id: string; link: string | null; slug: string }>(
    'select l.id, l.link, s.slug from listings l join shops s on s.id = l.shop_id order by md5(l.id) limit 110',
  )
  const { rows: shops } = await db.query<{ slug: string }>('select slug from shops order by slug limit 30')
  const [key, cookie] = [{ Authorization: `Bearer ${who.key}` }, { Cookie: who.cookie }]
  const packed = { 'Accept-Encoding': 'gzip, br' }
  const paths = [
    ...listings.map(({ id }) => `/v1/market/listings/${id}`),
    ...searches(),
    ...shops.flatMap(({ slug }) => [`/v1/market/stores/${slug}`, `/v1/stores/${slug}/reviews`]),
    ...['', '?limit=5', '?limit=5&offset=5', '?offset=100000', '?limit=0'].map((query) => `/v1/market/stores${query}`),
    ...['la', 'vin', '', 'x'.repeat(300)].map((q) => `/v1/market/suggest?q=${q}`),
  ]
  const pages = [
    ...['/', '/search', '/shops', '/shops?offset=30', '/sitemap.xml', '/robots.txt', '/how', '/safety', '/nowhere', '/sign-in'].map(
      (path): BenchRequest => ({ path }),
    ),
    ...CATEGORIES.map((category): BenchRequest => ({ path: `/c/${category.toLowerCase()}` })),
    ...searches()
      .slice(0, 25)
      .map((path): BenchRequest => ({ path: path.replace('/v1/market', '') })),
    ...shops.flatMap(({ slug }) =>
      ['/', '/?q=lantern', '/reviews', '/feed.xml', '/feed.json', '/google.xml'].map((path): BenchRequest => ({
        host: `${slug}.${SITE}`,
        path,
      })),
    ),
    ...listings.slice(0, 60).map(({ slug, link }): BenchRequest => ({ host: `${slug}.${SITE}`, path: `/${link ?? 'nothing'}` })),
  ]
  const own = ENDPOINTS.filter(({ method, path, media }) => method === 'GET' && !path.includes('{') && !media && path !== '/requests')
  return [
    ...paths.map((path): BenchRequest => ({ path })),
    ...paths.filter((_, n) => n % 6 === 0).map((path): BenchRequest => ({ path, headers: key })),
    ...paths.filter((_, n) => n % 6 === 1).map((path): BenchRequest => ({ path, headers: cookie })),
    ...paths.filter((_, n) => n % 6 === 2).map((path): BenchRequest => ({ path, headers: packed })),
    ...paths.filter((_, n) => n % 6 === 3).map((path): BenchRequest => ({ path, headers: { 'If-None-Match': '*' } })),
    ...paths.filter((_, n) => n % 12 === 4).map((path): BenchRequest => ({ path, method: 'HEAD' })),
    ...pages,
    ...pages.filter((_, n) => n % 6 === 0).map((page): BenchRequest => ({ ...page, headers: packed })),
    ...pages.filter((_, n) => n % 6 === 1).map((page): BenchRequest => ({ ...page, headers: cookie })),
    ...pages.filter((_, n) => n % 12 === 2).map((page): BenchRequest => ({ ...page, method: 'HEAD' })),
    ...own.flatMap(({ path }): BenchRequest[] => [key, cookie, {}].map((headers) => ({ path: `/v1${path}`, headers }))),
    ...[...SELLER_PAGES, ...BUYER_PAGES]
      .filter(({ path }) => !/:|developers/.test(path))
      .map(({ path }): BenchRequest => ({ path, headers: cookie })),
    ...refused(listings[0]!.id),
  ]
}

const searches = (): string[] => {
  const queries = [
    '',
    '?facets=true',
    '?limit=3',
    '?limit=50&offset=40',
    '?offset=2000',
    '?sort=price-asc',
    '?sort=price-desc',
    '?offers=true',
    '?offers=false',
  ]
  const searches = [COMMON, NOUN, `${COMMON} ${NOUN}`, ...words.slice(0, 12), 'vintaeg', 'the', '"lantern"', '%C3%A9', 'a'.repeat(200)]
  return [
    ...queries,
    ...CATEGORIES.flatMap((category) => [
      `?category=${category}`,
      `?category=${category.toUpperCase()}&price=25-100&sort=price-asc&facets=1`,
    ]),
    ...['under-25', '25-100', 'over-100', 'any'].map((price) => `?price=${price}`),
    ...searches.flatMap((q) => [`?q=${q}`, `?q=${q}&price=under-25&facets=true`]),
  ].map((query) => `/v1/market/search${query.replaceAll(' ', '+')}`)
}

/** Invalid requests. Both checkouts must return the same response, which shows the rule that rejected the request. */
const refused = (id: string): BenchRequest[] => [
  ...[
    'limit=0',
    'limit=x',
    'limit=101',
    'offset=-1',
    'price=low',
    'category=none',
    'sort=best',
    'sort=x',
    'offers=maybe',
    'q=a&q=b',
    'none=1',
    'q=%00',
    'q=%zz',
  ].map((query): BenchRequest => ({ path: `/v1/market/search?${query}` })),
  { path: `/v1/market/search?q=${'a'.repeat(201)}` },
  { path: `/v1/market/search?${'a=1&'.repeat(1_100)}` },
  ...['lst_none', '%20', '..', '%E0%A4%A', 'lst_%2F', `${id}/`, `${id}/none`].map((last): BenchRequest => ({
    path: `/v1/market/listings/${last}`,
  })),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): BenchRequest => ({ method, path: '/v1/market/search' })),
  ...['POST', 'DELETE', 'OPTIONS'].map((method): BenchRequest => ({ method, path: `/v1/market/listings/${id}` })),
  ...['Bearer', 'Bearer rsk_none', 'Basic YTpi', `Bearer rsk_${'a'.repeat(32)}`].map((Authorization): BenchRequest => ({
    path: '/v1/market/search',
    headers: { Authorization },
  })),
  { path: '/v1/market/search', headers: { Cookie: 'resale_session=none' } },
  { path: '/v1/market/search', headers: { Origin: 'https://elsewhere.test' } },
  { path: '/v1/market/search', host: 'elsewhere.test' },
  { path: '/v1/market/search', host: `bench-1.${SITE}` },
  { path: '/v1/market/search', host: `none.${SITE}` },
  { path: '/v1/market/search', headers: { 'Content-Length': '0' } },
  { path: '/v1' },
  { path: '/v1/' },
  { path: '/v1/market' },
  { path: '/v1/market/search/' },
  { path: '//v1/market/search' },
  { path: '/v1/market/%73earch' },
  { path: '/v1/none' },
  { path: '/v1/me' },
  { path: '/v1/openapi.json' },
  { path: '/healthz' },
  { path: '/readyz' },
]
