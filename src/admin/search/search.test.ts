import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { lifetime } from '#test/lifetime.ts'
import { openSale, openSaleAt, type SaleScene } from '#test/sales.ts'

describe('operator search across all records', () => {
  let app: TestApp
  let boss: Awaited<ReturnType<TestApp['signUp']>>
  let sale: SaleScene
  const life = lifetime()
  before(async () => {
    app = await startApp(life)
    boss = await app.signUp('Boss')
    await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', boss.id).execute()
    sale = await openSaleAt(app, 'problem', { title: 'Zinc 100% lantern' })
  })

  const find = async (q: string): Promise<Reply['body']> => {
    const { status, body } = await app.call('GET', `/v1/operator/search?q=${encodeURIComponent(q)}`, { cookie: boss.cookie })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const ids = async (q: string) => {
    const { accounts, listings, orders } = await find(q)
    return [accounts, listings, orders].map((records) => records.map(({ id }: { id: string }) => id))
  }

  test('operator search finds an account by its id, email address and name, and by the slug of its shop', async () => {
    for (const q of [sale.seller.id, sale.seller.slug]) assert.deepEqual((await ids(q))[0], [sale.seller.id], q)
    assert.deepEqual((await ids(sale.buyer.email.toUpperCase()))[0], [sale.buyer.id])
    assert.ok((await ids('ben buy'))[0].includes(sale.buyer.id))
  })

  test('operator search finds a listing by its id or any part of its title, and treats % as an ordinary character', async () => {
    for (const q of [sale.listing.id, 'zinc 100% lan', '100%']) assert.deepEqual((await ids(q))[1], [sale.listing.id], q)
    assert.deepEqual((await ids('zinc%lantern'))[1], [])
  })

  test('operator search finds an order by its id, title, tracking number and the buyer’s email address', async () => {
    for (const q of [sale.order.id, 'Zinc 100%', '1Z999AA10123456784', '1z999aa1 0123456784', sale.buyer.email])
      assert.deepEqual((await ids(q))[2], [sale.order.id], q)
    const [order] = (await find(sale.order.id)).orders
    assert.deepEqual(order, {
      id: sale.order.id,
      title: 'Zinc 100% lantern',
      status: 'problem',
      total: 48,
      seller: sale.seller.id,
      buyer: sale.buyer.id,
      disputed: true,
    })
  })

  test('operator search returns at most 10 records of each kind, newest first, and returns no email addresses', async () => {
    const created: string[] = []
    for (let count = 0; count < 11; count++) created.unshift((await sale.seller.list({ title: `Clock ${count}` })).id)
    assert.deepEqual(
      (await find('clock')).listings.map(({ id }: { id: string }) => id),
      created.slice(0, 10),
    )
    assert.equal((await find('clock')).listings[0].url, null, 'a draft has no address')
    assert.doesNotMatch(JSON.stringify(await find(sale.buyer.email)), /@/)
  })

  test('operator search requires a search term, and is available only to operators', async () => {
    const missing = await app.call('GET', '/v1/operator/search', { cookie: boss.cookie })
    assert.deepEqual([missing.status, missing.body.error.param], [400, 'q'])
    assert.equal((await app.call('GET', '/v1/operator/search?q=a')).status, 401)
    assert.equal((await app.call('GET', '/v1/operator/search?q=a', { cookie: sale.buyer.cookie })).status, 404)
    assert.equal((await app.call('GET', '/v1/operator/search?q=a', { key: boss.key })).status, 403)
  })

  test('each result of operator search links to the page where an operator can handle it', async () => {
    const other = await openSale(app, { title: 'Plain lamp' })
    const page = async (q: string) =>
      (await app.call('GET', `/operator/search?find=${encodeURIComponent(q)}`, { cookie: boss.cookie })).body
    const body = await page('Zinc')
    assert.ok(body.includes(`href="/operator/disputes/${sale.order.id}"`))
    assert.ok(body.includes(`href="${sale.listing.url}"`), 'a visible listing')
    assert.ok((await page(other.order.id)).includes(`href="/operator/accounts/${other.seller.id}"`), 'an order without a dispute')
    await app.call('POST', `/v1/operator/listings/${sale.listing.id}/hide`, { cookie: boss.cookie, json: { reason: 'A copy' } })
    assert.ok((await page(sale.listing.id)).includes(`href="/operator/accounts/${sale.seller.id}"`), 'a hidden listing')
    assert.match(await page('nothing like this'), /Nothing found/)
    assert.match((await app.call('GET', '/operator', { cookie: boss.cookie })).body, /action="\/operator\/search"/)
  })
})
