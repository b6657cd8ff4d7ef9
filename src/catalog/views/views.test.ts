import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { twoApps } from '#test/two-apps.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { until } from '#test/until.ts'

const viewsOf = async (app: TestApp, subject: string): Promise<number> => {
  const rows = await app.service.ctx.db
    .selectFrom('daily_counts')
    .select('count')
    .where('subject', '=', subject)
    .where('kind', '=', 'view')
    .execute()
  return rows.reduce((sum, row) => sum + row.count, 0)
}

test('a visitor’s views of a listing, on the page or through the API, are counted once a day, and the owner’s views are never counted', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id, { slug: 'lemon-row' })
  const { id } = await makeListing(ctx, shop, { link: 'coat' })
  const visit = async (name: string) => {
    const headers = { 'user-agent': name }
    await app.call('GET', `/v1/market/listings/${id}`, { headers })
    await app.call('GET', '/v1/market/stores/lemon-row', { headers })
    await app.call('GET', '/coat', { host: 'lemon-row.resale.localhost', headers })
    await app.call('GET', '/', { host: 'lemon-row.resale.localhost', headers })
  }
  await visit('one browser')
  await visit('one browser')
  await app.advance(0)
  assert.deepEqual([await viewsOf(app, id), await viewsOf(app, shop.id)], [1, 1])
  await visit('another browser')
  for (const credential of [{ key: buyer.key }, { cookie: buyer.cookie }, { key: owner.key }, { cookie: owner.cookie }]) {
    await app.call('GET', `/v1/market/listings/${id}`, credential)
  }
  await app.advance(0)
  assert.deepEqual([await viewsOf(app, id), await viewsOf(app, shop.id)], [3, 2], 'an account is one visitor by key and by cookie')
  await app.advance(86_400)
  await visit('one browser')
  await app.advance(0)
  assert.deepEqual([await viewsOf(app, id), await viewsOf(app, shop.id)], [4, 3], 'a visitor counts again on another day')
})

/** Requests a shop's page. Then sends the request that the page's script would send to the main host, with the session cookie. */
const view = async (app: TestApp, path: string, accept: string, person: { cookie?: string } = {}) => {
  const host = 'lemon-row.resale.localhost'
  const headers = { 'user-agent': 'a browser' }
  assert.equal((await app.call('GET', path, { host, headers })).status, 200)
  if (person.cookie) {
    const request = { headers: { ...headers, origin: `http://${host}:${app.port}` }, cookie: person.cookie }
    assert.equal((await app.call('GET', `/you/here${accept}`, request)).status, 200)
  }
}

test('an owner’s views of their own pages are not counted, and a buyer who uses both the page and the API is counted once', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id, { slug: 'lemon-row' })
  const { id } = await makeListing(ctx, shop, { link: 'coat' })
  const open = async (person?: { cookie: string }) => {
    await view(app, '/coat', `?listing=${id}`, person)
    await view(app, '/', '?front=', person)
  }
  const views = async () => {
    await app.advance(0)
    return [await viewsOf(app, id), await viewsOf(app, shop.id)]
  }
  await open(owner)
  assert.deepEqual(await views(), [0, 0])
  await open(owner)
  await open()
  assert.deepEqual(await views(), [0, 0], 'a view of a cached page by the same browser does not count again')
  await app.advance(86_400)
  await open()
  assert.deepEqual(await views(), [1, 1])
  await open(owner)
  assert.deepEqual(await views(), [0, 0], 'subtracts views that were already written')
  for (let i = 0; i < 2; i++) {
    await open(buyer)
    await app.call('GET', `/v1/market/listings/${id}`, { key: buyer.key })
    await app.call('GET', '/v1/market/stores/lemon-row', { cookie: buyer.cookie })
    assert.deepEqual(await views(), [1, 1])
  }
})

test('each visitor’s shares of a listing or shop are counted once a day, and the owner’s shares are never counted', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id, { slug: 'lemon-row' })
  const { id } = await makeListing(ctx, shop, { link: 'coat' })
  const draft = await makeListing(ctx, shop, { status: 'draft' })
  const origin = ctx.urls.shop('lemon-row')
  const share = async (path: string, who: { cookie?: string } = {}, browser = 'one') =>
    (await app.call('POST', `/share/${path}`, { ...who, headers: { origin, 'user-agent': browser } })).status
  const stats = async () => {
    await app.advance(0)
    const [listing, front] = await Promise.all([`listings/${id}`, 'shops/lemon-row'].map((path) => app.call('GET', `/v1/${path}`, owner)))
    return [listing!.body.stats.shares, front!.body.stats.shares, listing!.body.stats.views]
  }
  for (const path of [`listing/${id}`, 'shop/lemon-row'])
    for (const who of [{}, {}, owner, buyer]) assert.equal(await share(path, who), 200)
  const once = await stats()
  assert.deepEqual(once, [2, 4, 0], 'one anonymous user and one buyer each; a shop includes the shares of its listings; no views')
  assert.equal(await share(`listing/${id}`, {}, 'another'), 200)
  assert.deepEqual(await stats(), [3, 5, 0])
  for (const path of [`listing/${draft.id}`, 'listing/nothing', 'shop/nothing']) assert.equal(await share(path), 404, path)
  const page = await app.call('GET', '/coat', { host: 'lemon-row.resale.localhost' })
  assert.ok(page.body.includes(`data-share="${app.url}/share/listing/${id}" hidden`), 'the button is hidden until a script shows it')
})

test('a visitor is counted only once a day, even if two processes serve the visitor', async (t) => {
  const [one, two] = await twoApps(t)
  const owner = await one.signUp()
  const { id } = await makeListing(one.service.ctx, await makeShop(one.service.ctx, owner.id))
  for (const app of [one, two]) {
    assert.equal((await app.call('GET', `/v1/market/listings/${id}`)).status, 200)
    await app.service.ctx.visits.flush()
  }
  assert.equal(await viewsOf(one, id), 1)
})

test('the salt for counting visits is random, and is replaced on the next day', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const { id } = await makeListing(ctx, await makeShop(ctx, owner.id))
  const salts = async () => {
    await app.call('GET', `/v1/market/listings/${id}`)
    await app.advance(0)
    return (await ctx.db.selectFrom('visit_salts').selectAll().execute()).map(({ salt }) => Buffer.from(salt).toString('hex'))
  }
  const [today] = await salts()
  assert.match(today!, /^[0-9a-f]{64}$/)
  assert.deepEqual(await salts(), [today])
  await app.advance(86_400)
  const next = await salts()
  assert.equal(next.length, 1)
  assert.notEqual(next[0], today)
})

test('a timer writes the counted views to the database, and the visits are deleted at the end of the day', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const { id } = await makeListing(ctx, await makeShop(ctx, owner.id))
  await app.call('GET', `/v1/market/listings/${id}`)
  await until('the flushed view', async () => (await viewsOf(app, id)) > 0)
  await app.advance(3 * 86_400)
  assert.equal((await ctx.db.selectFrom('visits').selectAll().execute()).length, 0)
  assert.equal(await viewsOf(app, id), 1)
})

test('views of a listing in a paused shop are not counted', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const shop = await makeShop(ctx, owner.id, { paused: true })
  const { id } = await makeListing(ctx, shop)
  await app.call('GET', `/v1/market/listings/${id}`)
  await app.call('GET', `/v1/market/stores/${shop.slug}`)
  await app.advance(0)
  assert.deepEqual([await viewsOf(app, id), await viewsOf(app, shop.id)], [0, 0])
})
