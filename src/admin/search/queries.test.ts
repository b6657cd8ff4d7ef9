import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makeShop, type ShopRow } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { findAccounts, findListings, findOrders } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
const tenant = await openTestTenant(app, ana)
const made = (await app.call('POST', '/v1/shops', { key: tenant.seller.key, json: { name: 'Zinc', slug: 'zinc-test' } })).body
const testShop: ShopRow = { id: made.id, slug: made.slug, ownerId: tenant.seller.id }
const [older, shop] = [
  await makeShop(ctx, ana.id, { slug: 'zinc-old', name: 'Zinc', createdAt: new Date(0) }),
  await makeShop(ctx, ana.id, { slug: 'zinc-new', name: 'Brass' }),
]
const bens = await makeShop(ctx, ben.id, { slug: 'copper', name: 'Copper' })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('an account is found by its own fields and those of its shops, and a test account never', async () => {
  const find = async (q: string) => (await findAccounts(db, q)).map(({ id, shops }) => [id, ...shops])
  const [a, b] = [
    [ana.id, older.slug, shop.slug],
    [ben.id, bens.slug],
  ]
  for (const q of [ana.id, ana.email, 'ana', older.id, 'ZINC', 'c-new', 'brass']) assert.deepEqual(await find(q), [a], q)
  assert.deepEqual(await find('copper'), [b])
  assert.deepEqual(await find('@example.test'), [b, a])
  for (const q of [testShop.id, tenant.seller.id, 'zinc-test', 'Test seller', '_', '%']) assert.deepEqual(await find(q), [], q)
})

test('listings and orders of test mode are never found, and others by each of their fields, newest first', async () => {
  const lamp = await makeListing(ctx, shop, { title: 'Zinc lamp' })
  const vase = await makeListing(ctx, bens, { title: 'Zinc vase' })
  const fake = await makeListing(ctx, testShop, { title: 'Zinc fake' })
  await db.updateTable('listings').set({ hidden_at: ctx.now() }).where('id', '=', vase.id).execute()
  const listings = async (q: string) => (await findListings(db, q)).map(({ id, hidden, shop_slug }) => [id, hidden, shop_slug])
  const [l, v] = [
    [lamp.id, false, shop.slug],
    [vase.id, true, bens.slug],
  ]
  assert.deepEqual([await listings('zinc'), await listings(lamp.id), await listings('VASE')], [[v, l], [l], [v]])
  assert.deepEqual(await listings(fake.id), [])

  const first = await makeOrder(ctx, shop, lamp, { buyerId: ben.id, title: 'Zinc lamp' })
  const second = await makeOrder(ctx, bens, vase, { buyerId: ana.id, title: 'Zinc vase', itemCents: 7_00, shippingCents: 50 })
  const other = await makeOrder(ctx, testShop, fake, { buyerId: tenant.buyer.id, title: 'Zinc fake' })
  await db.updateTable('orders').set({ tracking_number: '1Z 99' }).where('id', '=', first).execute()
  const orders = async (q: string) => idsOf(await findOrders(db, q))
  assert.deepEqual([await orders('zinc'), await orders('@example.test')], [[second, first], [second, first]]) // prettier-ignore
  for (const q of [first, 'LAMP', '1z99', '1 Z99', ben.email, 'ben']) assert.deepEqual(await orders(q), [first], q)
  for (const q of [second, 'vase', ana.email, 'Ana']) assert.deepEqual(await orders(q), [second], q)
  for (const q of [other, 'fake', 'Test buyer', '1z9']) assert.deepEqual(await orders(q), [], q)
  assert.deepEqual((await findOrders(db, second)).map(({ total_cents, disputed }) => [total_cents, disputed]), [[7_50, false]]) // prettier-ignore
})

test('each search finds at most ten records, the newest', async () => {
  const ids: string[] = []
  for (let count = 0; count < 11; count++) {
    const listing = await makeListing(ctx, shop, { title: `Clock ${count}` })
    ids.unshift(await makeOrder(ctx, shop, listing, { buyerId: ben.id, title: 'Clock' }))
    await app.signUp('Many')
  }
  assert.deepEqual(idsOf(await findOrders(db, 'clock')), ids.slice(0, 10))
  assert.equal((await findAccounts(db, 'many')).length, 10)
  assert.equal((await findListings(db, 'clock')).length, 10)
})
