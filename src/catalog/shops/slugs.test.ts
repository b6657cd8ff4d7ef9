import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tenant } from '#core/tenant.ts'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { traceOf } from '#test/trace.ts'
import { resolveShopSlug } from './index.ts'

const app = await startApp({ after })
const DAY = 86_400

const open = (seller: Seller, slug: string) => seller.call('POST', '/v1/shops', { json: { name: 'Another', slug } })
const changeSlug = (seller: Seller, from: string, to: string) => seller.call('PATCH', `/v1/shops/${from}`, { json: { slug: to } })

test('when 100 requests for the same slug arrive at the same time, exactly one of them succeeds', async () => {
  const sellers = await Promise.all(Array.from({ length: 10 }, () => openSeller(app, 'Many')))
  const claims = Array.from({ length: 100 }, (_, n) => {
    const seller = sellers[n % 10]!
    return n % 20 < 10 ? open(seller, 'wanted') : changeSlug(seller, seller.slug, 'wanted')
  })
  const replies = await Promise.all(claims)
  const granted = replies.filter(({ status }) => status < 300)
  const refused = replies.filter(({ status }) => status === 409)
  // once the shop has been renamed, its remaining rename requests use the old slug and may get 404
  const gone = replies.filter(({ status }) => status === 404)
  assert.equal(granted.length, 1)
  assert.equal(granted.length + refused.length + gone.length, 100, JSON.stringify(replies.map(({ status }) => status)))
  assert.ok(refused.every(({ body }) => body.error.param === 'slug' && body.error.type === 'conflict'))
})

test('changing a shop’s slug to a slug that is already in use, in upper or lower case, returns 409 and leaves the shop unchanged', async () => {
  const ana = await openSeller(app, 'Ana')
  const bea = await openSeller(app, 'Bea')
  const before = await traceOf(app)
  for (const reply of [await open(bea, ana.slug.toUpperCase()), await open(ana, ana.slug), await changeSlug(bea, bea.slug, ana.slug)]) {
    assert.deepEqual([reply.status, reply.body.error.type, reply.body.error.param], [409, 'conflict', 'slug'])
  }
  assert.equal(await traceOf(app), before)
})

test('after a shop’s slug changes, the API finds the shop only under the new slug, and the old slug redirects to the new slug', async () => {
  const ana = await openSeller(app, 'Ana')
  const renamed = await changeSlug(ana, ana.slug, 'ana-moved')
  assert.deepEqual(
    [renamed.status, renamed.body.slug, renamed.body.url],
    [200, 'ana-moved', `http://ana-moved.resale.localhost:${app.port}`],
  )
  assert.equal((await ana.call('GET', `/v1/shops/${ana.slug}`)).status, 404)
  assert.equal((await ana.call('GET', '/v1/shops/ana-moved')).status, 200)
  const { ctx } = app.service
  assert.deepEqual(await resolveShopSlug(ctx, ana.slug), { slug: 'ana-moved', shopId: renamed.body.id, moved: true })
  assert.deepEqual(await resolveShopSlug(ctx, 'ANA-moved'), { slug: 'ana-moved', shopId: renamed.body.id, moved: false })
  assert.equal(await resolveShopSlug(ctx, 'nobody-was-here'), null)
  assert.equal(await resolveShopSlug(ctx, '\0'), null)
})

test('after a shop changes its slug, listing responses show the new slug immediately', async () => {
  const ana = await openSeller(app, 'Ana')
  const { id } = await ana.list({ title: 'Lamp', price: 3, publish: true })
  await changeSlug(ana, ana.slug, 'ana-moved-too')
  const { body } = await ana.call('GET', `/v1/listings/${id}`)
  assert.deepEqual([body.shop, body.url], ['ana-moved-too', `http://ana-moved-too.resale.localhost:${app.port}/lamp`])
})

test('an old slug stays reserved for the owner of its shop for 30 days', async () => {
  const ana = await openSeller(app, 'Ana')
  const bea = await openSeller(app, 'Bea')
  await changeSlug(ana, ana.slug, 'ana-left')
  assert.equal((await open(bea, ana.slug)).status, 409)
  await app.advance(30 * DAY - 60)
  assert.equal((await open(bea, ana.slug)).status, 409)
  await app.advance(60)
  const claimed = await open(bea, ana.slug)
  assert.equal(claimed.status, 201)
  assert.deepEqual(await resolveShopSlug(app.service.ctx, ana.slug), { slug: ana.slug, shopId: claimed.body.id, moved: false })
})

test('each earlier slug of a shop is released 30 days after the shop left that slug', async () => {
  const [ana, bea] = [await openSeller(app, 'Ana'), await openSeller(app, 'Bea')]
  await changeSlug(ana, ana.slug, 'ana-once')
  await app.advance(10 * DAY)
  await changeSlug(ana, 'ana-once', 'ana-twice')
  await app.advance(20 * DAY)
  assert.deepEqual([(await open(bea, ana.slug)).status, (await open(bea, 'ana-once')).status], [201, 409])
})

test('a slug that a shop and a test shop both use leads to the shop of the given tenant', async () => {
  const account = await app.signUp('Ana')
  const { seller } = await openTestTenant(app, account)
  const [shop, testShop] = await Promise.all(
    [account.key, seller.key].map(
      async (key) => (await app.call('POST', '/v1/shops', { key, json: { name: 'Shop', slug: 'ana-twin' } })).body.id,
    ),
  )
  const { ctx } = app.service
  assert.equal((await resolveShopSlug(ctx, 'ana-twin'))?.shopId, shop)
  assert.equal((await resolveShopSlug(ctx, 'ana-twin', account.id as Tenant))?.shopId, testShop)
})

test('a shop can change its slug back to any of its own earlier slugs', async () => {
  const ana = await openSeller(app, 'Ana')
  const id = (await changeSlug(ana, ana.slug, 'ana-away')).body.id
  const back = await changeSlug(ana, 'ana-away', ana.slug)
  assert.deepEqual([back.status, back.body.slug, back.body.id], [200, ana.slug, id])
  assert.deepEqual(await resolveShopSlug(app.service.ctx, 'ana-away'), { slug: ana.slug, shopId: id, moved: true })
})

test('the slug of a deleted shop stays reserved for 30 days and leads to no shop', async () => {
  const ana = await openSeller(app, 'Ana')
  const bea = await openSeller(app, 'Bea')
  await ana.call('DELETE', `/v1/shops/${ana.slug}`)
  assert.equal(await resolveShopSlug(app.service.ctx, ana.slug), null)
  assert.equal((await open(bea, ana.slug)).status, 409)
  assert.equal((await open(ana, ana.slug)).status, 201)
  await ana.call('DELETE', `/v1/shops/${ana.slug}`)
  await app.advance(30 * DAY)
  assert.equal((await open(bea, ana.slug)).status, 201)
})
