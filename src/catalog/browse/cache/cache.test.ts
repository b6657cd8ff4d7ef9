import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { beginning } from '#platform/events/changes.ts'
import { readShown } from '#platform/replica/queries.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { openSeller } from '#test/factories.ts'
import { cachedResponseAt } from '#test/kept.ts'
import { sendRaw } from '#test/raw.ts'
import { twoApps } from '#test/two-apps.ts'
import { openShownChanges, readShownChanges } from './queries.ts'

const cachedFor = (app: TestApp, path: string) => cachedResponseAt(app, `resale.localhost:${app.port} ${path}`)

/** Requests a path as an anonymous user until its response is served from the cache. */
async function warm(app: TestApp, path: string): Promise<void> {
  for (let tries = 0; (await cachedFor(app, path)) === null; tries++) {
    assert.ok(tries < 5, `${path} was not cached`)
    assert.equal((await app.call('GET', path)).status, 200, path)
  }
}

/** Requests an uncached response. Any request with a cookie bypasses the cache. */
const fresh = (app: TestApp, path: string) => app.call('GET', path, { headers: { cookie: 'nothing=1' } })

async function marketOf(app: TestApp) {
  await app.service.ctx.search.ready()
  const ana = await openSeller(app)
  const { id } = await ana.list({ title: 'Brass lantern, été ☕', price: 20, publish: true })
  const paths = { listing: `/v1/market/listings/${id}`, store: `/v1/market/stores/${ana.slug}`, search: '/v1/market/search?q=lantern' }
  return { ana, id, paths, all: Object.values(paths) }
}

test('a cached response has the same bytes and headers as an uncached response, and supports ETag and HEAD', async (t) => {
  const app = await startApp(t)
  const { all } = await marketOf(app)
  for (const path of all) {
    const first = await fresh(app, path)
    await warm(app, path)
    const again = await app.call('GET', path)
    assert.deepEqual(again.bytes, first.bytes, path)
    const same = ({ headers }: typeof first) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !['date', 'request-id', 'connection', 'keep-alive'].includes(name)))
    assert.deepEqual(same(again), same(first), path)
    assert.match(again.headers['request-id']!, /^req_/)
    assert.notEqual(again.headers['request-id'], (await app.call('GET', path)).headers['request-id'])
    const known = await app.call('GET', path, { headers: { 'if-none-match': again.headers.etag! } })
    assert.deepEqual([known.status, known.bytes.length, known.headers.etag], [304, 0, again.headers.etag])
    const head = await app.call('HEAD', path)
    assert.deepEqual([head.status, head.bytes.length, head.headers.etag], [200, 0, again.headers.etag])
  }
})

test('a full cache keeps its entries, and stores a new response only when the response is requested a second time', async (t) => {
  const app = await startApp(t, { RESPONSE_CACHE_MB: '1' })
  const { paths } = await marketOf(app)
  for (const path of Object.values(paths)) await warm(app, path)
  const once = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `/v1/market/search?q=lantern&offset=${from + n}`)
  for (const path of once(1, 900)) assert.equal((await app.call('GET', path)).status, 200)
  for (const path of Object.values(paths)) assert.notEqual(await cachedFor(app, path), null, `${path} stays cached`)
  const [late] = once(900, 901)
  await app.call('GET', late!)
  assert.equal(await cachedFor(app, late!), null)
  await app.call('GET', late!)
  assert.notEqual(await cachedFor(app, late!), null)
})

test('requests with duplicate Host headers are rejected even if the response is cached', async (t) => {
  const app = await startApp(t)
  const { paths } = await marketOf(app)
  await warm(app, paths.listing)
  const host = `Host: resale.localhost:${app.port}\r\n`
  const request = (hosts: string) => sendRaw(app.port, `GET ${paths.listing} HTTP/1.1\r\n${hosts}\r\n`)
  assert.equal((await request(host)).status, 200)
  for (const second of [host, host.replace('Host', 'hOsT'), 'Host: other.example\r\n']) {
    const { status, body } = await request(host + second)
    assert.deepEqual([status, body.error.param], [400, 'Host'])
  }
})

test('pausing a shop or making it private takes effect in every process on the next read', async (t) => {
  const apps = await twoApps(t)
  const { ana, paths } = await marketOf(apps[0])
  const set = (app: TestApp, json: object) => app.call('PATCH', `/v1/shops/${ana.slug}`, { key: ana.key, json })
  for (const change of [{ paused: true }, { visibility: 'private' }]) {
    for (const app of apps) for (const path of Object.values(paths)) await warm(app, path)
    assert.equal((await set(apps[1], change)).status, 200)
    for (const app of apps) {
      assert.equal((await app.call('GET', paths.listing)).status, 404)
      assert.equal((await app.call('GET', paths.search)).body.total, 0)
      const store = await app.call('GET', paths.store)
      assert.deepEqual([store.status, store.body.paused], 'paused' in change ? [200, true] : [404, undefined])
    }
    await set(apps[0], { paused: false, visibility: 'public' })
    for (const app of apps) assert.equal((await app.call('GET', paths.listing)).status, 200)
  }
})

test('after each kind of change, every process shows the change on the next read', async (t) => {
  const apps = await twoApps(t)
  const [one, other] = apps
  const { ana, id, all } = await marketOf(one)
  const ben = await one.signUp('Ben')
  const { db } = other.service.ctx
  const changes: Record<string, () => Promise<unknown>> = {
    'a price': () => other.call('PATCH', `/v1/listings/${id}`, { key: ana.key, json: { price: 35 } }),
    'another listing': () => ana.list({ title: 'Tin lantern', price: 5, publish: true }),
    'a photo': () =>
      sql`insert into photos (id, listing_id, position, variants, created_at) values ('pho_1', ${id}, 0,
        '[{"size":"large","key":"one.webp","width":1,"height":1,"bytes":1,"type":"image/webp"}]', now())`.execute(db),
    'the file of a photo': () =>
      sql`update photos set variants = replace(variants::text, 'one', 'two')::jsonb where id = 'pho_1'`.execute(db),
    'no photo': () => sql`delete from photos where id = 'pho_1'`.execute(db),
    'the name of the seller': () => sql`update accounts set name = 'Another Ana' where id = ${ana.id}`.execute(db),
    'the shop': () => other.call('PATCH', `/v1/shops/${ana.slug}`, { key: ana.key, json: { about: 'Lamps. And more.' } }),
    'a follower': () => other.call('PUT', `/v1/market/stores/${ana.slug}/follow`, { key: ben.key }),
    'a sale': () => one.call('POST', `/v1/listings/${id}/mark-sold`, { key: ana.key }),
    'a listing that is back': () => one.call('POST', `/v1/listings/${id}/relist`, { key: ana.key }),
    'a draft': () => one.call('POST', `/v1/listings/${id}/unpublish`, { key: ana.key }),
  }
  for (const [what, change] of Object.entries(changes)) {
    for (const app of apps) for (const path of all) await warm(app, path)
    const before = await Promise.all(all.map((path) => fresh(one, path)))
    await change()
    const after = await Promise.all(all.map((path) => fresh(one, path)))
    assert.ok(
      after.some(({ bytes }, index) => !bytes.equals(before[index]!.bytes)),
      `${what} changes none of the tested responses`,
    )
    for (const app of apps)
      for (const path of all) assert.deepEqual((await app.call('GET', path)).body, (await fresh(app, path)).body, `${what}: ${path}`)
  }
})

test('a cached response is updated by a transaction that began before the response was cached and committed afterward', async (t) => {
  const app = await startApp(t)
  const { ana, id, paths } = await marketOf(app)
  await app.service.ctx.db.transaction().execute(async (late) => {
    await sql`update listings set price_cents = 9900 where id = ${id}`.execute(late)
    for (let i = 0; i < 3; i++) {
      await ana.list({ title: `Kettle ${i}`, price: 5, publish: true })
      await warm(app, paths.listing)
      assert.equal((await app.call('GET', paths.listing)).body.price, 20)
    }
  })
  assert.equal((await app.call('GET', paths.listing)).body.price, 99)
})

test('relative times such as “5 minutes ago” stay current in cached responses', async (t) => {
  const app = await startApp(t)
  const { all, paths } = await marketOf(app)
  for (const seconds of [30, 40, 3_600, 86_400, 86_400, 86_400, 8 * 86_400]) {
    for (const path of all) await warm(app, path)
    await app.advance(seconds)
    for (const path of all)
      assert.deepEqual((await app.call('GET', path)).body, (await fresh(app, path)).body, `${path} after ${seconds} s`)
  }
  assert.equal((await app.call('GET', paths.listing)).body.listed, 'Listed 1 week ago')
})

test('repeated views of a cached response by the same visitor are counted once', async (t) => {
  const app = await startApp(t)
  const { id, paths } = await marketOf(app)
  for (const path of [paths.listing, paths.store]) await warm(app, path)
  for (const browser of ['one', 'one', 'another']) {
    for (const path of [paths.listing, paths.store]) await app.call('GET', path, { headers: { 'user-agent': browser } })
  }
  await app.advance(0)
  const { rows } = await sql<{ subject: string; count: number }>`
    select subject, count from daily_counts order by subject`.execute(app.service.ctx.db)
  // the anonymous browser that filled the cache is counted as the third visitor
  assert.deepEqual(
    rows.map(({ count }) => count),
    [3, 3],
  )
  assert.equal(rows[0]!.subject, id)
})

test('the API finds a listing only by its ID, and not by the shop ID and slug that identify its page in the cache', async (t) => {
  const app = await startApp(t)
  const { ana, id } = await marketOf(app)
  const { shop_id: shopId, link } = await app.service.ctx.db
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (let i = 0; i < 2; i++) assert.equal((await app.call('GET', `/${link}`, { host: `${ana.slug}.resale.localhost` })).status, 200)
  const request = await app.call('GET', `/v1/market/listings/${encodeURIComponent(`${shopId} ${link}`)}`)
  assert.deepEqual([request.status, request.body.error.type], [404, 'not_found'])
})

test('the cache stores neither 404 responses nor responses to requests with a key or a cookie', async (t) => {
  const app = await startApp(t)
  const { ana, paths } = await marketOf(app)
  await warm(app, paths.search)
  for (let i = 0; i < 3; i++) {
    await app.call('GET', paths.listing, { key: ana.key })
    await app.call('GET', paths.store, { cookie: ana.cookie })
    await app.call('GET', '/v1/market/listings/lst_none')
  }
  for (const path of [paths.listing, paths.store, '/v1/market/listings/lst_none']) assert.equal(await cachedFor(app, path), null, path)
})

test('with RESPONSE_CACHE_MB=0, the cache is disabled, and requests still succeed', async (t) => {
  const app = await startApp(t, { RESPONSE_CACHE_MB: '0' })
  const { all } = await marketOf(app)
  for (const path of all) for (let i = 0; i < 2; i++) assert.equal((await app.call('GET', path)).status, 200)
  for (const path of all) assert.equal(await cachedFor(app, path), null)
})

test('cached responses count toward the rate limits', async (t) => {
  const app = await startApp(t, { RATE_LIMITS: 'on' })
  const { paths } = await marketOf(app)
  await warm(app, paths.listing)
  const replies = await Promise.all(Array.from({ length: 60 }, () => app.call('GET', paths.listing)))
  const refused = replies.filter(({ status }) => status === 429)
  assert.ok(refused.length >= 10 && refused.length < 60, `${refused.length} responses with 429`)
  assert.ok(refused.every(({ headers }) => headers['retry-after'] !== undefined && headers.ratelimit !== undefined))
  assert.match(replies[0]!.headers.ratelimit!, /^"default";r=\d+;t=1$/)
})

test('if a poll finds too many changes, the whole cache is cleared', async (t) => {
  const app = await startApp(t)
  const { id, paths } = await marketOf(app)
  const { db } = app.service.ctx
  await warm(app, paths.listing)
  await sql`insert into shown_changes (kind, id) select 'owner', 'usr_' || n from generate_series(1, 5000) n`.execute(db)
  await sql`update listings set price_cents = 7700 where id = ${id}`.execute(db)
  assert.equal((await app.call('GET', paths.listing)).body.price, 77)
  assert.equal(app.service.ctx.responseCache.bytes(), 0)
})

test('the response cache ignores changes whose transaction IDs come from a different database cluster', async (t) => {
  const { connection, db, pools, drop } = await testDatabase()
  const changes = openShownChanges(connection, 1)
  t.after(async () => {
    await changes.end()
    await drop()
  })
  const { horizon } = beginning(await readShownChanges(changes, null))
  await sql`insert into shown_changes (tx, kind, id) values ('4611686018427387904', 'owner', 'usr_elsewhere')`.execute(db)
  await sql`insert into shown_changes (kind, id) values ('owner', 'usr_here')`.execute(db)
  const polls = [await readShownChanges(changes, horizon), await readShown(pools.requests, horizon)]
  assert.deepEqual(
    polls.map(({ changes }) => changes.map((one) => ('id' in one ? one.id : one.what.split(' ')[1]))),
    [['usr_here'], ['usr_here']],
  )
})
