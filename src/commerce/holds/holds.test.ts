import assert from 'node:assert/strict'
import { after, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { keyOf } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'

type Buyer = Awaited<ReturnType<TestApp['signUp']>>
const HOUR = 3_600

const shared = await startApp({ after })

/** Without settings, the sale takes place in the service that all tests of this file share. */
async function startSale(t: TestContext, env?: Record<string, string>) {
  const app = env ? await startApp(t, env) : shared
  const ana = await openSeller(app)
  const [ben, cleo] = [await app.signUp('Ben'), await app.signUp('Cleo')]
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
  const listing = await ana.list({ title: 'Wool coat', price: 100, publish: true })
  const as = (who: Buyer | Seller) => ({
    requestHold: (id: string = listing.id) => app.call('POST', '/v1/holds', { key: who.key, json: { listing: id } }),
    pay: (id: string, method = 'test_ok') => app.call('POST', `/v1/holds/${id}/pay`, { key: who.key, json: { method } }),
    read: async (id: string) => (await app.call('GET', `/v1/holds/${id}`, { key: who.key })).body,
    async hold(id: string = listing.id): Promise<string> {
      const requested = await this.requestHold(id)
      const paid = await this.pay(requested.body.id)
      assert.equal(paid.status, 200, JSON.stringify(paid.body))
      assert.equal(paid.body.status, 'active')
      return requested.body.id
    },
  })
  return { app, ana, ben, cleo, listing, as }
}

const refused = ({ status, body }: Reply, expected: number, message: RegExp) => {
  assert.equal(status, expected, JSON.stringify(body))
  assert.match(body.error.message, message)
}

async function booksOf(app: TestApp, holdId: string) {
  const { db } = app.service.ctx
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::int as cents from ledger_entries where hold_id = ${holdId} group by account order by account`.execute(
    db,
  )
  const transfers = await sql<{ kind: string; cents: number; account_id: string }>`
    select kind, amount_cents as cents, account_id from money_moves where hold_id = ${holdId} order by created_at, id`.execute(db)
  return { ledger: Object.fromEntries(rows.map(({ account, cents }) => [account, cents])), transfers: transfers.rows }
}

test('while a paid hold is active, the seller cannot accept a different buyer’s offer without first returning the deposit', async (t) => {
  const { app, ana, ben, cleo, listing, as } = await startSale(t)
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { haggle: false } })
  const { body: offer } = await app.call('POST', '/v1/offers', { key: cleo.key, json: { listing: listing.id, amount: 90 } })
  const hold = await as(ben).hold()
  const accept = () => ana.call('POST', `/v1/offers/${offer.id}/accept`)
  assert.equal((await accept()).status, 409)
  assert.equal((await ana.call('POST', `/v1/holds/${hold}/return`)).status, 200)
  assert.equal((await accept()).status, 200)
})

describe('how a buyer requests a hold', () => {
  test('a hold request returns the deposit, the payment deadline and the terms, and charges nothing', async (t) => {
    const { ana, ben, listing, as, app } = await startSale(t)
    const { status, body } = await as(ben).requestHold()
    assert.equal(status, 201)
    const { id, until, created_at, updated_at, terms, ...rest } = body
    assert.match(id, /^hld_/)
    assert.equal(Date.parse(until) - Date.parse(created_at), 15 * 60_000)
    assert.equal(updated_at, created_at)
    assert.match(terms, /the seller keeps the deposit/)
    assert.match(terms, /you get the full deposit back/)
    assert.deepEqual(rest, {
      object: 'hold',
      status: 'asked',
      deposit: 10,
      listing: { id: listing.id, title: 'Wool coat' },
      shop: { slug: ana.slug, name: 'Shop of Ana' },
      buyer: { name: 'Ben' },
      order: null,
    })
    assert.deepEqual(await booksOf(app, id), { ledger: {}, transfers: [] })
  })

  test('if the same buyer requests a hold a second time, the existing hold is returned, both before and after payment', async (t) => {
    const { ben, as } = await startSale(t)
    const first = await as(ben).requestHold()
    const again = await as(ben).requestHold()
    assert.deepEqual([again.status, again.body], [200, first.body])
    await as(ben).pay(first.body.id)
    const active = await as(ben).requestHold()
    assert.deepEqual([active.status, active.body.id, active.body.status], [200, first.body.id, 'active'])
  })

  test('requesting a hold returns 404 for a draft, and 409 for a sold or free item, the buyer’s own item, or a shop without holds', async (t) => {
    const { ana, ben, listing, as } = await startSale(t)
    refused(await as(ana).requestHold(), 409, /your own/)
    refused(await as(ben).requestHold((await ana.list({ title: 'Button', price: 0, publish: true })).id), 409, /item is free/)
    refused(await as(ben).requestHold((await ana.list({ title: 'Draft' })).id), 404, /No such listing/)
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: false } })
    refused(await as(ben).requestHold(), 409, /does not hold items/)
    await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { ask_hold: true } })
    await ana.call('POST', `/v1/listings/${listing.id}/mark-sold`)
    refused(await as(ben).requestHold(), 409, /sold/)
  })

  test('an unpaid hold request expires after 15 minutes, and the buyer can then make a new request', async (t) => {
    const { app, ben, as } = await startSale(t)
    const first = await as(ben).requestHold()
    await app.advance(15 * 60)
    assert.equal((await as(ben).read(first.body.id)).status, 'expired')
    refused(await as(ben).pay(first.body.id), 409, /the deposit was not paid in time/)
    const again = await as(ben).requestHold()
    assert.equal(again.status, 201)
    assert.notEqual(again.body.id, first.body.id)
    assert.deepEqual(await booksOf(app, first.body.id), { ledger: {}, transfers: [] })
  })
})

describe('how a buyer pays a deposit', () => {
  test('paying the deposit reserves the item for 72 hours and notifies the buyer and the seller', async (t) => {
    const { app, ana, ben, as } = await startSale(t)
    const requested = await as(ben).requestHold()
    await app.advance(600)
    const before = app.service.ctx.now().getTime()
    const { status, body } = await as(ben).pay(requested.body.id)
    assert.deepEqual([status, body.status, body.client_secret], [200, 'active', null])
    assert.ok(Math.abs(Date.parse(body.until) - before - 72 * HOUR * 1_000) < 5_000)
    assert.deepEqual((await booksOf(app, requested.body.id)).ledger, { buyer: -1_000, escrow: 1_000 })
    const notified = await sql<{ account_id: string }>`
      select account_id from events where type = 'hold.changed' and data like ${`%"${body.id}"%`}`.execute(app.service.ctx.db)
    assert.deepEqual(new Set(notified.rows.map(({ account_id }) => account_id)), new Set([ana.id, ben.id]))
  })

  test('a deposit is charged only once, and a second attempt to pay it returns 409', async (t) => {
    const { app, ben, as } = await startSale(t)
    const id = await as(ben).hold()
    refused(await as(ben).pay(id), 409, /nothing to pay/)
    assert.deepEqual((await booksOf(app, id)).ledger, { buyer: -1_000, escrow: 1_000 })
  })

  test('ten concurrent requests to pay a deposit charge the buyer only once', async (t) => {
    const { app, ben, as } = await startSale(t)
    const { body } = await as(ben).requestHold()
    const replies = await Promise.all(Array.from({ length: 10 }, () => as(ben).pay(body.id)))
    assert.ok(replies.some(({ status }) => status === 200))
    assert.deepEqual(
      replies.filter(({ status }) => ![200, 409].includes(status)),
      [],
    )
    const { ledger, transfers } = await booksOf(app, body.id)
    assert.deepEqual([ledger, transfers], [{ buyer: -1_000, escrow: 1_000 }, []])
  })

  test('a declined card returns 402 and charges nothing, and the buyer can then use a different card', async (t) => {
    const { app, ben, as } = await startSale(t)
    const { body } = await as(ben).requestHold()
    const declined = await as(ben).pay(body.id, 'test_declined')
    refused(declined, 402, /declined/)
    assert.equal(declined.body.error.type, 'payment')
    assert.equal((await as(ben).read(body.id)).status, 'asked')
    assert.deepEqual(await booksOf(app, body.id), { ledger: {}, transfers: [] })
    assert.equal((await as(ben).pay(body.id)).body.status, 'active')
  })

  test('a slow deposit payment blocks other payment methods while it is pending, and activates the hold when it succeeds', async (t) => {
    const { app, ben, as } = await startSale(t)
    const { body } = await as(ben).requestHold()
    assert.equal((await as(ben).pay(body.id, 'test_slow')).body.status, 'asked')
    refused(await as(ben).pay(body.id), 409, /in progress/)
    assert.equal((await as(ben).pay(body.id, 'test_slow')).body.status, 'asked')
    await app.advance(5)
    assert.equal((await as(ben).read(body.id)).status, 'active')
    assert.deepEqual((await booksOf(app, body.id)).ledger, { buyer: -1_000, escrow: 1_000 })
  })

  test('a listing has at most one active hold, and a competing deposit payment that succeeds later is refunded', async (t) => {
    const { app, ben, cleo, listing, as } = await startSale(t)
    const [bens, cleos] = [(await as(ben).requestHold()).body.id, (await as(cleo).requestHold()).body.id]
    await as(cleo).pay(cleos, 'test_slow')
    assert.equal((await as(ben).pay(bens)).body.status, 'active')
    refused(await as(cleo).pay(cleos), 409, /already on hold/)
    await app.advance(5)
    assert.equal((await as(cleo).read(cleos)).status, 'asked')
    const { transfers } = await booksOf(app, cleos)
    assert.deepEqual(transfers, [{ kind: 'refund', cents: 1_000, account_id: cleo.id }])
    const dora = await app.signUp('Dora')
    refused(await as(dora).requestHold(), 409, /already on hold/)
    refused(await app.call('POST', '/v1/orders', { key: dora.key, json: { listing: listing.id } }), 409, /reserved for another buyer/)
  })

  test('paying a deposit with an unknown payment method returns 400, and paying it as the seller returns 409', async (t) => {
    const { ana, ben, as } = await startSale(t)
    const { body } = await as(ben).requestHold()
    const reply = await as(ben).pay(body.id, 'cash')
    refused(reply, 400, /test_ok, test_declined, test_slow/)
    assert.equal(reply.body.error.param, 'method')
    refused(await as(ana).pay(body.id), 409, /Only the buyer/)
  })

  test('while payments are switched off, paying a deposit returns 503', async (t) => {
    const { ben, as } = await startSale(t, { PAYMENTS: 'off' })
    const { body } = await as(ben).requestHold()
    refused(await as(ben).pay(body.id), 503, /switched off/)
  })

  test('requesting a hold or paying its deposit above max_offer returns 403 even with a key that requires approval, and no approval is requested', async (t) => {
    const { app, ben, as } = await startSale(t)
    const { body } = await as(ben).requestHold()
    const key = async (rights: Record<string, unknown>) =>
      (await app.call('POST', '/v1/keys', { cookie: ben.cookie, json: { name: 'k', kind: 'agent', scopes: ['buying'], ...rights } })).body
        .secret
    const pay = (secret: string) => app.call('POST', `/v1/holds/${body.id}/pay`, { key: secret, json: { method: 'test_ok' } })
    for (const ask_first of [[], ['buying.pay']]) {
      const over = await pay(await key({ max_offer: 9.99, ask_first }))
      refused(over, 403, /at most \$9\.99 per action/)
      assert.deepEqual([over.body.error.code, over.body.error.param], ['over_limit', 'amount'])
    }
    const low = { key: await key({ max_offer: 9.99, ask_first: ['buying.offer'] }) }
    refused(await app.call('POST', '/v1/holds', { ...low, json: { listing: body.listing.id } }), 403, /at most \$9\.99 per action/)
    const held = await pay(await key({ max_offer: 10, ask_first: ['buying.pay'] }))
    assert.equal(held.status, 202)
    assert.match(held.body.summary, /\$10/)
    assert.match(held.body.summary, /seller keeps the deposit/)
    assert.equal((await pay(await key({ max_offer: 10, ask_first: [] }))).body.status, 'active')
  })
})

test('an approval request for a hold states the deposit and who gets it', async (t) => {
  const { app, ana, ben, listing, as } = await startSale(t)
  const agent = { kind: 'agent', scopes: ['buying', 'orders'], ask_first: ['buying.offer', 'buying.pay', 'orders.refund'] }
  const keys = { ana: await keyOf(app, ana, agent), ben: await keyOf(app, ben, agent) }
  const request = async (key: string, path: string, json: Record<string, unknown> = {}) => {
    const { status, body } = await app.call('POST', `/v1/holds${path}`, { key, json })
    return [status, body.action, body.amount, body.summary]
  }
  const requested = 'Request a hold with a deposit of $10, payable within 15 minutes, on “Wool coat”.'
  assert.deepEqual(await request(keys.ben, '', { listing: listing.id }), [202, 'buying.offer', 10, requested])
  const { id } = (await as(ben).requestHold()).body
  const paid = 'Pay a deposit of $10 to hold “Wool coat”. The seller keeps the deposit if the item is not bought within 72 hours.'
  assert.deepEqual(await request(keys.ben, `/${id}/pay`, { method: 'test_ok' }), [202, 'buying.pay', 10, paid])
  assert.equal((await request(keys.ana, `/${id}/pay`, { method: 'test_ok' }))[0], 409)
  await as(ben).pay(id)
  const returned = 'Refund the full deposit of $10 for “Wool coat”.'
  assert.deepEqual(await request(keys.ana, `/${id}/return`), [202, 'orders.refund', 10, returned])
  assert.equal((await request(keys.ben, `/${id}/return`))[0], 409)
})

describe('how a hold ends', () => {
  test('when a hold expires, the deposit is owed to the seller exactly once, and the listing becomes available again', async (t) => {
    const { app, ana, ben, cleo, as } = await startSale(t)
    const id = await as(ben).hold()
    await app.advance(72 * HOUR - 60)
    assert.equal((await as(ben).read(id)).status, 'active')
    await app.advance(120)
    assert.equal((await as(ben).read(id)).status, 'kept')
    await app.advance(HOUR)
    const { transfers } = await booksOf(app, id)
    assert.deepEqual(transfers, [{ kind: 'payout', cents: 1_000, account_id: ana.id }])
    const { body } = await ana.call('GET', '/v1/payouts')
    assert.deepEqual(
      [body.total, body.data[0].amount, body.data[0].hold, body.data[0].order, body.data[0].listing],
      [1, 10, id, null, { title: 'Wool coat' }],
    )
    await as(cleo).hold()
  })

  test('when the seller returns a hold, the whole deposit is refunded exactly once', async (t) => {
    const { app, ana, ben, cleo, as } = await startSale(t)
    const id = await as(ben).hold()
    const back = () => ana.call('POST', `/v1/holds/${id}/return`)
    refused(await app.call('POST', `/v1/holds/${id}/return`, { key: ben.key }), 409, /Only the seller/)
    assert.equal((await back()).body.status, 'returned')
    refused(await back(), 409, /returned/)
    assert.deepEqual((await booksOf(app, id)).transfers, [{ kind: 'refund', cents: 1_000, account_id: ben.id }])
    await app.advance(73 * HOUR)
    assert.equal((await as(ben).read(id)).status, 'returned')
    await as(cleo).hold()
  })

  test('a hold whose deadline has passed can no longer be returned (409), even before the periodic job runs', async (t) => {
    const { app, ana, ben, as } = await startSale(t)
    const id = await as(ben).hold()
    await sql`update holds set until = ${app.service.ctx.now()} where id = ${id}`.execute(app.service.ctx.db)
    refused(await ana.call('POST', `/v1/holds/${id}/return`), 409, /the seller kept the deposit/)
  })

  const gone: Record<string, (sale: Awaited<ReturnType<typeof startSale>>) => Promise<Reply>> = {
    unpublished: ({ ana, listing }) => ana.call('POST', `/v1/listings/${listing.id}/unpublish`),
    'marked sold': ({ ana, listing }) => ana.call('POST', `/v1/listings/${listing.id}/mark-sold`),
    deleted: ({ ana, listing }) => ana.call('DELETE', `/v1/listings/${listing.id}`),
    'in a paused shop': ({ ana }) => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { paused: true } }),
    'in a private shop': ({ ana }) => ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { visibility: 'private' } }),
    'in a deleted shop': ({ ana }) => ana.call('DELETE', `/v1/shops/${ana.slug}`),
  }
  for (const [how, happens] of Object.entries(gone))
    test(`when the item is ${how}, the deposit of the active hold is refunded, and unpaid hold requests expire`, async (t) => {
      const sale = await startSale(t)
      const { app, ben, cleo, as } = sale
      const requested = (await as(cleo).requestHold()).body.id
      const id = await as(ben).hold()
      assert.equal((await happens(sale)).status, 200)
      assert.deepEqual([(await as(ben).read(id)).status, (await as(cleo).read(requested)).status], ['returned', 'expired'])
      assert.deepEqual((await booksOf(app, id)).transfers, [{ kind: 'refund', cents: 1_000, account_id: ben.id }])
      assert.deepEqual((await booksOf(app, requested)).transfers, [])
    })

  test('neither the buyer nor the seller can close the account while a deposit is held, even if the order is overdue', async (t) => {
    const { app, ana, ben, cleo, listing, as } = await startSale(t)
    const { db, now } = app.service.ctx
    const hold = await as(ben).hold()
    await as(cleo).requestHold()
    const close = (cookie: string) => app.call('DELETE', '/v1/accounts/me', { cookie, json: { password: ben.password } })
    for (const { cookie } of [ben, ana]) refused(await close(cookie), 409, /deposit is still held/)
    const { body: order } = await app.call('POST', '/v1/orders', { key: ben.key, json: { listing: listing.id, hold } })
    refused(await close(ben.cookie), 409, /orders are unfinished/)
    await db.updateTable('orders').set({ pay_by: now() }).where('id', '=', order.id).execute()
    for (const { cookie } of [ben, ana]) refused(await close(cookie), 409, /deposit is still held/)
    assert.equal((await close(cleo.cookie)).status, 200)
  })
})

test('the buyer and the seller can list their holds, newest first, but other accounts cannot see them', async (t) => {
  const { app, ana, ben, cleo, as } = await startSale(t)
  const first = (await as(ben).requestHold()).body.id
  await app.advance(1)
  const second = (await as(ben).requestHold((await ana.list({ title: 'Hat', price: 20, publish: true })).id)).body.id
  const ids = async (key: string, query = '') =>
    (await app.call('GET', `/v1/holds${query}`, { key })).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await ids(ben.key), [second, first])
  assert.deepEqual(await ids(ben.key, '?role=buyer&limit=1&offset=1'), [first])
  assert.deepEqual(await ids(ben.key, '?role=seller'), [])
  assert.deepEqual(await ids(ana.key, '?role=seller'), [second, first])
  assert.deepEqual(await ids(cleo.key), [])
  const theirs = await app.call('GET', `/v1/holds/${first}`, { key: cleo.key })
  const nobodys = await app.call('GET', '/v1/holds/hld_nothing', { key: cleo.key })
  assert.deepEqual([theirs.status, theirs.body], [404, nobodys.body])
  assert.equal((await app.call('GET', '/v1/holds?role=owner', { key: ben.key })).status, 400)
})
