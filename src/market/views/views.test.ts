import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type TestApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'

const viewsOf = async (app: TestApp, subject: string): Promise<number> => {
  const rows = await app.service.ctx.db
    .selectFrom('daily_counts')
    .select('count')
    .where('subject', '=', subject)
    .where('kind', '=', 'view')
    .execute()
  return rows.reduce((sum, row) => sum + row.count, 0)
}

test('counts each visitor once a day on a listing and a store, on pages and the API alike, and never the owner', async (t) => {
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
  assert.deepEqual([await viewsOf(app, id), await viewsOf(app, shop.id)], [4, 3], 'another day counts anew')
})

test('writes views within a second by itself, and forgets visitors once their day is over', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const owner = await app.signUp()
  const { id } = await makeListing(ctx, await makeShop(ctx, owner.id))
  await app.call('GET', `/v1/market/listings/${id}`)
  for (let waited = 0; (await viewsOf(app, id)) === 0; waited += 50) {
    assert.ok(waited < 1_500, 'not written in time')
    await sleep(50)
  }
  await app.advance(3 * 86_400)
  assert.equal((await ctx.db.selectFrom('visits').selectAll().execute()).length, 0)
  assert.equal(await viewsOf(app, id), 1)
})

test('does not count what was not shown', async (t) => {
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
