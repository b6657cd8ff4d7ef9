import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { cachedResponseAt } from '#test/kept.ts'
import { lifetime } from '#test/lifetime.ts'
import { makeOrder, type ShopRow } from '#test/rows.ts'

type Page = { path: string; host?: string }

/** Starts two services with the same data: one with a response cache, and one without. */
async function stage(t: TestContext) {
  const life = lifetime(t)
  const app = await startApp(life)
  const bare = await startApp(life, { DATABASE_URL: app.databaseUrl, RESPONSE_CACHE_MB: '0' })
  await Promise.all([app, bare].map(({ service }) => service.ctx.search.ready()))
  const ana = await openSeller(app)
  const listed = await ana.list({
    title: 'Brass lantern, été ☕',
    price: 20,
    category: 'Home',
    publish: true,
    description: 'Bright. '.repeat(50),
  })
  const other = await ana.list({ title: 'Tin lantern', price: 5, category: 'Home', publish: true })
  const host = `${ana.slug}.resale.localhost`
  const pages: Page[] = [
    ...['/', '/search', '/search?q=lantern', '/search?q=nothing', '/c/home', '/shops'].map((path) => ({ path })),
    ...['/', '/?q=brass', `/${listed.slug ?? new URL(listed.url).pathname.slice(1)}`].map((path) => ({ path, host })),
    ...['/v1/market/search', `/v1/market/stores/${ana.slug}`, `/v1/market/listings/${listed.id}`].map((path) => ({ path })),
  ]
  return { app, bare, ana, id: listed.id as string, other: other.id as string, places: pages }
}

const get = (app: TestApp, { path, host }: Page, headers: Record<string, string> = {}) =>
  app.call('GET', path, { ...(host && { host }), headers })
const cachedFor = (app: TestApp, { path, host = 'resale.localhost' }: Page) => cachedResponseAt(app, `${host}:${app.port} ${path}`)

async function warm(app: TestApp, page: Page): Promise<void> {
  for (let tries = 0; (await cachedFor(app, page)) === null; tries++) {
    assert.ok(tries < 5, `${page.path} was not cached`)
    assert.equal((await get(app, page)).status, 200, page.path)
  }
}

/** Requires equal responses from both services, except for the ports. */
async function same(app: TestApp, bare: TestApp, page: Page, what: string): Promise<void> {
  const [cached, made] = await Promise.all([get(app, page), get(bare, page)])
  const text = (reply: typeof cached, { port }: TestApp) => reply.bytes.toString().replaceAll(`:${port}`, '')
  assert.equal(text(cached, app), text(made, bare), `${what}: ${page.host ?? ''}${page.path}`)
  const { date: _, etag: _e, 'request-id': _r, 'content-length': _l, ...headers } = cached.headers
  const { date: _2, etag: _e2, 'request-id': _r2, 'content-length': _l2, ...others } = made.headers
  const plain = (of: object, { port }: TestApp) => JSON.parse(JSON.stringify(of).replaceAll(`:${port}`, ''))
  assert.deepEqual(plain(headers, app), plain(others, bare), page.path)
}

test('a change appears on every cached page the next time that the page is read', async (t) => {
  const { app, bare, ana, id, other, places: pages } = await stage(t)
  const ben = await app.signUp('Ben')
  const { db } = app.service.ctx
  const changes: Record<string, () => Promise<unknown>> = {
    'a price': () => bare.call('PATCH', `/v1/listings/${id}`, { key: ana.key, json: { price: 35 } }),
    'another listing': () => ana.list({ title: 'Oil lantern', price: 5, category: 'Home', publish: true }),
    'the file of a photo': () =>
      sql`insert into photos (id, listing_id, position, variants, created_at) values ('pho_1', ${id}, 0,
        '[{"size":"large","key":"one.webp","width":1,"height":1,"bytes":1,"type":"image/webp"}]', now())`.execute(db),
    'the name of the seller': () => sql`update accounts set name = 'Another Ana' where id = ${ana.id}`.execute(db),
    'the shop': () => bare.call('PATCH', `/v1/shops/${ana.slug}`, { key: ana.key, json: { about: 'Lamps. And more.', name: 'Lights' } }),
    'a follower': () => bare.call('PUT', `/v1/market/stores/${ana.slug}/follow`, { key: ben.key }),
    'a review': async () => {
      const order: string = await makeOrder(app.service.ctx, await shopOf(app, ana.slug), await listingOf(app, other), {
        buyerId: ben.id,
        status: 'completed',
      })
      await sql`insert into reviews (id, order_id, shop_id, listing_id, seller_id, buyer_id, rating, body, created_at)
        select 'rev_1', ${order}, shop_id, ${other}, ${ana.id}, ${ben.id}, 4, 'Good.', now() from listings where id = ${other}`.execute(db)
    },
    'a review, hidden': () => sql`update reviews set hidden_at = now(), hidden_reason = 'x' where id = 'rev_1'`.execute(db),
    'another shop': () => openSeller(bare, 'Cleo'),
    'a sale': () => bare.call('POST', `/v1/listings/${other}/mark-sold`, { key: ana.key }),
    'a draft': () => bare.call('POST', `/v1/listings/${other}/relist`, { key: ana.key }),
  }
  const changed = new Set<string>()
  for (const [what, change] of Object.entries(changes)) {
    for (const page of pages) await warm(app, page)
    const before = await Promise.all(pages.map((page) => get(app, page)))
    await change()
    for (const [index, page] of pages.entries()) {
      await same(app, bare, page, what)
      if (!(await get(app, page)).bytes.equals(before[index]!.bytes)) changed.add(what)
    }
  }
  assert.deepEqual([...changed].toSorted(), Object.keys(changes).toSorted(), 'each change affects a page of this test')
})

test('a shop that becomes paused or private disappears from every cached page the next time that the page is read', async (t) => {
  const { app, bare, ana, places: pages } = await stage(t)
  for (const json of [{ paused: true }, { visibility: 'private' }]) {
    for (const page of pages) await warm(app, page)
    assert.equal((await bare.call('PATCH', `/v1/shops/${ana.slug}`, { key: ana.key, json })).status, 200)
    for (const page of pages) {
      const { body } = await get(app, page)
      if (page.host === undefined) assert.doesNotMatch(typeof body === 'string' ? body : JSON.stringify(body), /rass lantern/i, page.path)
      else assert.equal((await get(app, page)).status, (await get(bare, page)).status, page.path)
    }
    await bare.call('PATCH', `/v1/shops/${ana.slug}`, { key: ana.key, json: { paused: false, visibility: 'public' } })
  }
})

test('only anonymous users get pages from the cache', async (t) => {
  const { app, ana, places: pages } = await stage(t)
  for (const page of pages.filter(({ path }) => !path.startsWith('/v1'))) {
    await warm(app, page)
    const cached = await get(app, page)
    assert.doesNotMatch(cached.body, /nonce=|form_token/)
    const reply = await app.call('GET', page.path, { ...(page.host && { host: page.host }), cookie: ana.cookie })
    if (page.host === undefined) assert.match(reply.headers['cache-control']!, /private/, page.path)
    assert.ok(!(await get(app, page)).body.includes('Sign out'), page.path)
  }
})

test('a cached page shows times relative to now', async (t) => {
  const { app, bare, places: pages } = await stage(t)
  for (const seconds of [30, 3_600, 86_400, 86_400, 86_400, 8 * 86_400]) {
    for (const page of pages) await warm(app, page)
    await app.advance(seconds)
    await bare.advance(0)
    for (const page of pages) await same(app, bare, page, `after ${seconds} s`)
  }
})

test('a page view counts once per visitor even if the page comes from the cache', async (t) => {
  const { app, places: pages } = await stage(t)
  const shown = pages.filter(({ host, path }) => host !== undefined && !path.includes('?'))
  for (const page of shown) await warm(app, page)
  for (const browser of ['one', 'one', 'another']) for (const page of shown) await get(app, page, { 'user-agent': browser })
  await app.advance(0)
  const { rows } = await sql<{ count: number }>`select count from daily_counts order by subject`.execute(app.service.ctx.db)
  assert.deepEqual(
    rows.map(({ count }) => count),
    [3, 3],
  )
})

const shopOf = async ({ service }: TestApp, slug: string): Promise<ShopRow> => {
  const { id, owner_id: ownerId } = await service.ctx.db.selectFrom('shops').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
  return { id, ownerId, slug }
}
const listingOf = async ({ service }: TestApp, id: string) =>
  service.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
