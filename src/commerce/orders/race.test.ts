import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { raceForEach } from '#test/races/buyers.ts'
import { ledgerOf, openSale } from '#test/sales.ts'

const LISTINGS = 6
const BUYERS = 25

test(`when ${BUYERS} buyers order each of ${LISTINGS} items at the same time, one order per item succeeds and all others get 409`, async (t) => {
  const app = await startApp(t)
  const seller = await openSeller(app)
  const keys: string[] = []
  for (let i = 0; i < BUYERS; i++) {
    const json = { name: 'Buyer', email: `racer${i}@example.test`, password: 'a long enough password' }
    keys.push((await app.call('POST', '/v1/accounts', { json })).body.api_key.secret)
  }
  const listings: string[] = []
  for (let i = 0; i < LISTINGS; i++) listings.push((await seller.list({ title: 'Lamp', price: 5, shipping: 0, publish: true })).id)

  const { statuses, winners } = await raceForEach({ port: app.port, listings, keys })
  assert.deepEqual(statuses, { 201: LISTINGS, 409: LISTINGS * (BUYERS - 1) })
  for (const [listing, won] of winners) assert.equal(won.length, 1, listing)
  const { rows } = await sql<{ orders: number; listings: number }>`
    select count(*)::int as orders, count(distinct listing_id)::int as listings from orders`.execute(app.service.ctx.db)
  assert.deepEqual(rows, [{ orders: LISTINGS, listings: LISTINGS }])
})

test('ten concurrent requests to pay for one order charge the buyer only once', async (t) => {
  const app = await startApp(t)
  const sale = await openSale(app)
  const replies = await Promise.all(Array.from({ length: 10 }, () => sale.as('buyer', 'pay', { method: 'test_ok' })))
  assert.ok(replies.every(({ status }) => status === 200 || status === 409))
  assert.ok(replies.some(({ status }) => status === 200))
  await app.advance(120)
  assert.deepEqual(await ledgerOf(app, sale.order.id), { buyer: -4800, escrow: 4800 })
})

test('concurrent payment, expiry and cancellation of an order lead to a single outcome and a correct ledger', async (t) => {
  const app = await startApp(t)
  for (let i = 0; i < 5; i++) {
    const sale = await openSale(app)
    await Promise.all([sale.as('buyer', 'pay', { method: 'test_ok' }), sale.as('buyer', 'cancel'), app.advance(i % 2 === 0 ? 0 : 900)])
    await app.advance(120)
    const { status } = await sale.read()
    const ledger = await ledgerOf(app, sale.order.id)
    if (status === 'paid') assert.deepEqual(ledger, { buyer: -4800, escrow: 4800 })
    else assert.deepEqual([['cancelled', 'expired'].includes(status), ledger], [true, {}], status)
  }
})
