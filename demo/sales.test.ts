import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { lateFrom, shipBy } from '#commerce/orders/rules/order.ts'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { lifetime } from '#test/lifetime.ts'
import { PEOPLE, SHOPS, type PersonName } from './cast/index.ts'
import { lateHours } from './sales.ts'
import { slack } from '#test/machine.ts'
import { until } from '#test/until.ts'

type Record_ = Reply['body']
const HOUR_MS = 3_600_000
const ONE_PICTURE = 'Tall sky vase%front'

describe('sales in the demo data', () => {
  let app: TestApp
  const life = lifetime()
  const cookies = {} as Record<PersonName, string>
  before(async () => {
    app = await startApp(life, { DEMO: 'on', TEST_CLOCK: 'off' })
    const { db } = app.service.ctx
    await db
      .deleteFrom('demo_pictures')
      .where((eb) => eb.or([eb('alt', 'is', null), eb('alt', 'not like', ONE_PICTURE)]))
      .execute()
    for (const [who, { email }] of Object.entries(PEOPLE)) {
      const session = await app.call('POST', '/v1/sessions', { json: { email, password: app.service.demo!.access!.password } })
      cookies[who as PersonName] = session.headers['set-cookie']!.split(';')[0]!
    }
  })
  const read = async (who: PersonName, path: string): Promise<Record_> => {
    const reply = await app.call('GET', `/v1${path}`, { cookie: cookies[who] })
    assert.equal(reply.status, 200, `${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const listOf = async (who: PersonName, path: string): Promise<Record_[]> => (await read(who, path)).data

  test('the demo sales include offers in every status', async () => {
    const offers = await listOf('ana', '/offers?role=seller&limit=100')
    const met: string[] = []
    for (const { id, status } of offers) met.push(`${status}, ${(await read('ana', `/offers/${id}/explain`)).outcome}`)
    assert.deepEqual(met.toSorted(), [
      'accepted, counter',
      'countered, counter',
      'expired, counter',
      'open, firm',
      'open, owner',
      'withdrawn, counter',
    ])
    const theirs = await listOf('theo', '/offers?role=buyer&status=countered')
    assert.deepEqual(theirs.map(({ counter }) => `${counter.amount} by ${counter.by}`).toSorted(), ['132 by owner', '39 by agent'])
  })

  test('the demo sales include orders, deposits and payouts in every state', async () => {
    const sales = [
      ...(await listOf('ana', '/orders?role=seller')),
      ...(await listOf('jules', '/orders?role=seller')),
      ...(await listOf('noor', '/orders?role=seller')),
    ]
    const now = app.service.ctx.now()
    assert.deepEqual(
      Object.entries(Object.groupBy(sales, ({ status }) => status as string))
        .map(([status, some]) => `${some!.length} ${status}`)
        .toSorted(),
      ['1 problem', '1 refunded', '1 shipped', '2 paid', '3 completed'],
    )
    const [late, toShip] = await app.service.ctx.db
      .selectFrom('orders')
      .select(['listing_title', 'paid_at', 'ship_by', 'reminded_at'])
      .where('status', '=', 'paid')
      .orderBy('paid_at')
      .execute()
    assert.deepEqual([late!.listing_title, toShip!.listing_title], ['Tall sky vase', 'Cream cable cardigan'])
    assert.ok(lateFrom(late!.paid_at!) <= now && late!.ship_by! > now && late!.reminded_at !== null)
    assert.ok(lateFrom(toShip!.paid_at!) > now && toShip!.reminded_at === null)
    const payouts = await listOf('ana', '/payouts')
    assert.deepEqual(payouts.map(({ amount, status }) => `${amount} ${status}`).toSorted(), ['39 sent', '40 sent', '40 sent'])
    const [hold] = await listOf('odette', '/holds?role=buyer')
    assert.deepEqual([hold.status, hold.deposit, hold.listing.title], ['active', 12, 'Mustard side chair'])
  })

  test('an order shows the item’s picture even if the picture was drawn after the order was created', async () => {
    const photo = async () =>
      (await listOf('ana', '/orders?role=seller')).find((one) => one.listing.title === 'Tall sky vase')!.listing.photo
    const url = await until('the photo of the listing', photo, slack(120_000))
    assert.equal((await app.call('GET', new URL(url).pathname)).headers['content-type'], 'image/webp')
  })

  test('the demo contains conversations that the agent answered, passed on to the owner, or left to the owner’s own answer', async () => {
    const threads = await listOf('ana', '/threads?role=seller')
    const of = async (title: string, buyer: string) => {
      const { id } = threads.find((one) => one.listing.title === title && one.buyer.name === buyer)!
      const { messages, needs_owner, unread } = await read('ana', `/threads/${id}`)
      return { said: messages.map(({ from }: Record_) => from).join(' '), needs_owner, unread }
    }
    assert.deepEqual(await of('Denim chore jacket', 'Odette'), { said: 'buyer agent', needs_owner: false, unread: 1 })
    assert.deepEqual(await of('Enamel watering can', 'Sam'), { said: 'buyer agent', needs_owner: true, unread: 1 })
    assert.deepEqual(await of('Lambswool crew knit', 'Theo'), { said: 'agent buyer owner buyer', needs_owner: false, unread: 1 })
  })

  test('in the demo, the seller’s inbox shows pending tasks, and the buyer’s inbox shows open counteroffers and shipments', async () => {
    const ana = await read('ana', '/inbox')
    assert.deepEqual(
      [ana.offers_to_answer.length, ana.sales_to_ship.map((one: Record_) => one.listing.title), ana.unread_threads],
      [2, ['Tall sky vase', 'Cream cable cardigan'], 3],
    )
    const theo = await read('theo', '/inbox')
    assert.equal(theo.counters_to_answer.length, 2, 'matches the start banner')
    assert.deepEqual(
      (await listOf('theo', '/orders?role=buyer&status=shipped')).map((one) => one.listing.title),
      ['Disco Weather LP'],
      'matches the start banner',
    )
    assert.equal((await read('ana', '/webhooks')).url, null)
  })

  test('the demo has reviews with replies, and its busy shops rank above its quiet shops', async () => {
    const reviews = async (slug: string) => (await app.call('GET', `/v1/stores/${slug}/reviews`)).body
    const fox = await reviews('mint-fox')
    assert.deepEqual(fox.rating, { average: 4.5, count: 2 })
    assert.deepEqual(
      fox.data.map((one: Record_) => [one.from, one.rating, one.reply !== null]),
      [
        ['Mika', 5, true],
        ['Theo', 4, true],
      ],
    )
    const attic = await reviews('blush-attic')
    assert.deepEqual(attic.rating, { average: 3, count: 1 })
    const row = await reviews('lemon-row')
    assert.deepEqual([row.rating.count, row.data[0].reply], [1, null], 'one review without a reply')
    for (const { slug } of SHOPS.slice(0, 5))
      assert.equal((await app.call('GET', '/reviews', { host: `${slug}.resale.localhost` })).status, 200)
    const { body } = await app.call('GET', '/v1/market/stores')
    assert.deepEqual(
      body.data.map((one: Record_) => one.slug),
      ['mint-fox', 'pink-cassette', 'lemon-row', 'blush-attic', 'leaf-house'],
    )
  })

  test('the demo data passes the consistency audit and causes no emails other than sign-in notices', async () => {
    assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
    const { body } = await app.call('GET', '/dev/mail')
    const subjects = [...String(body).matchAll(/\/dev\/mail\/mal_\w+">([^<]+)/g)].map(([, subject]) => subject)
    // the sign-ins during this test create these records
    assert.deepEqual(
      subjects.filter((subject) => subject !== 'New sign-in to your account'),
      [],
    )
  })
})

test('at every hour of the week, `lateHours` returns an age for a sale that is late but can still be shipped', () => {
  const start = Date.UTC(2026, 10, 16)
  for (let hour = 0; hour < 7 * 24; hour++) {
    const now = new Date(start + hour * HOUR_MS)
    const paidAt = new Date(now.getTime() - (lateHours(now) - 0.1) * HOUR_MS)
    assert.ok(lateFrom(paidAt) <= now, now.toUTCString())
    assert.ok(shipBy(paidAt).getTime() - now.getTime() > 40 * HOUR_MS, now.toUTCString())
  }
})
