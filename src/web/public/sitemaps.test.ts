import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readXml } from '#platform/encoding/xml.ts'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'

const MANY = 10_100
const app = await startApp({ after })
const { db } = app.service.ctx
let ana: Seller
let bea: Seller

before(async () => {
  ana = await openSeller(app, 'Ana')
  bea = await openSeller(app, 'Bea')
  const { id } = await ana.list({ title: 'Lamp', price: 10, publish: true })
  await bea.list({ title: 'Stool', price: 10, publish: true })
  await bea.list({ title: 'Draft', price: 10 })
  await sql`insert into listings (id, shop_id, owner_id, status, title, price_cents, link, published_at, created_at, updated_at)
    select 'lst_00' || lpad(n::text, 10, '0'), shop_id, owner_id, status, title, price_cents, 'n' || n, published_at, created_at, updated_at
    from listings, generate_series(1, ${MANY}) n where id = ${id}`.execute(db)
})

type Map = { urlset?: { url: { loc: string; lastmod?: string }[] }; sitemapindex?: { sitemap: { loc: string }[] } }
async function mapAt(url: string): Promise<Map> {
  const { hostname, pathname, search } = new URL(url)
  const reply = await app.call('GET', `${pathname}${search}`, { host: hostname })
  assert.equal(reply.status, 200, url)
  return readXml(reply.bytes.toString(), ['url', 'sitemap']) as Map
}
const indexAt = async (url: string): Promise<string[]> => (await mapAt(url)).sitemapindex!.sitemap.map(({ loc }) => loc)
const urlsAt = async (url: string): Promise<string[]> => ((await mapAt(url)).urlset!.url ?? []).map(({ loc }) => loc)
const hostOf = ({ slug }: Seller) => `http://${slug}.resale.localhost:${app.port}`
const robotsAt = async (host?: string) => (await app.call('GET', '/robots.txt', host === undefined ? {} : { host })).body as string

describe('sitemaps of the marketplace and its shops', () => {
  test('the marketplace’s sitemap lists every public shop and listing once', async () => {
    const market = `${app.url}/sitemap-market.xml`
    assert.ok((await robotsAt()).includes(`Sitemap: ${market}\n`))
    assert.ok(
      (await robotsAt(`${ana.slug}.resale.localhost`)).includes(`Sitemap: ${market}\n`),
      'the shop’s robots.txt names the market sitemap',
    )
    const files = await indexAt(market)
    assert.equal(files.length, 1 + 3)
    const urls = (await Promise.all(files.map(urlsAt))).flat()
    assert.equal(new Set(urls).size, urls.length, 'no URL occurs twice')
    assert.equal(urls.length, 2 + MANY + 2)
    for (const url of [`${hostOf(ana)}/`, `${hostOf(bea)}/`, `${hostOf(bea)}/stool`, `${hostOf(ana)}/n${MANY}`])
      assert.ok(urls.includes(url), url)
    const { url: locations } = (await mapAt(files[1]!)).urlset!
    assert.equal(locations.length, 5_000)
    assert.match(locations[0]!.lastmod!, /^\d{4}-\d\d-\d\dT/)
  })

  test('the sitemap of a large shop is split and has an index, and a small shop has a single sitemap', async () => {
    const files = await indexAt(`${hostOf(ana)}/sitemap.xml`)
    const urls = (await Promise.all(files.map(urlsAt))).flat()
    assert.deepEqual([files.length, urls.length, new Set(urls).size], [3, MANY + 1 + 2, MANY + 1 + 2])
    assert.deepEqual(await urlsAt(`${hostOf(bea)}/sitemap.xml`), [`${hostOf(bea)}/`, `${hostOf(bea)}/reviews`, `${hostOf(bea)}/stool`])
  })

  test('sitemaps omit shops that are visible only by link', async () => {
    await bea.call('PATCH', `/v1/shops/${bea.slug}`, { json: { visibility: 'link' } })
    assert.deepEqual(await urlsAt(`${hostOf(bea)}/sitemap.xml?of=listings`), [`${hostOf(bea)}/`, `${hostOf(bea)}/reviews`])
    for (const kind of ['shops', 'listings'])
      assert.equal((await urlsAt(`${app.url}/sitemap-market.xml?of=${kind}`)).some((url) => url.startsWith(hostOf(bea))), false) // prettier-ignore
    for (const wrong of ['of=drafts', 'of=listings&after=x', "of=shops&until='", 'of=listings&after=shp_1'])
      assert.equal((await indexAt(`${app.url}/sitemap-market.xml?${wrong}`)).length, 4, wrong)
  })
})

type Atom = { feed: { link: Record<string, string>[]; entry?: { id: string }[] } }
const linksOf = (xml: string) => new Map([...xml.matchAll(/<link rel="(\w+)" href="([^"]+)"\/>/g)].map(([, rel, href]) => [rel!, href!]))

describe('the news feed of a shop', () => {
  test('the pages of an Atom feed link to each other (RFC 5005)', async () => {
    const host = `${ana.slug}.resale.localhost`
    const at = (url: string) => url.replace(hostOf(ana), '')
    const seen = new Set<string>()
    let [path, pages] = ['/feed.xml', 0]
    for (; pages < 3; pages++) {
      const xml = (await app.call('GET', path, { host })).bytes.toString()
      for (const { id } of (readXml(xml, ['entry', 'link']) as Atom).feed.entry!) seen.add(id)
      const links = linksOf(xml)
      assert.deepEqual([at(links.get('self')!), at(links.get('first')!)], [path, '/feed.xml'])
      assert.equal(links.has('previous'), pages > 0)
      path = at(links.get('next')!)
    }
    assert.equal(seen.size, 150)
    const last = linksOf((await app.call('GET', '/feed.xml?page=200', { host })).bytes.toString())
    assert.equal(last.has('next'), false)
    assert.equal(at(linksOf((await app.call('GET', '/feed.xml?page=x', { host })).bytes.toString()).get('self')!), '/feed.xml')
  })

  test('each page of a JSON feed except the last links to the next page', async () => {
    const read = async (seller: Seller, path: string) =>
      JSON.parse((await app.call('GET', path, { host: `${seller.slug}.resale.localhost` })).bytes.toString())
    const first = await read(ana, '/feed.json')
    assert.deepEqual([first.items.length, first.next_url], [50, `${hostOf(ana)}/feed.json?page=2`])
    const second = await read(ana, '/feed.json?page=2')
    assert.deepEqual([second.feed_url, second.items.length], [first.next_url, 50])
    assert.equal('next_url' in (await read(bea, '/feed.json')), false)
  })
})
