import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { checkOut, newEmail, postForm } from '#test/guests.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'

const app = await startApp({ after })
const DAY = 86_400
const inDays = (days: number): string => new Date(app.service.ctx.now().getTime() + days * DAY * 1_000).toISOString()
const goAway = (seller: Seller, until: string | null) => seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { away_until: until } })

/** Every request with which a buyer starts or continues a deal, with its path and body. */
const deals = (listing: string, other: string): [string, object][] => [
  ['/v1/orders', { listing }],
  ['/v1/offers', { listing, amount: 90 }],
  ['/v1/holds', { listing }],
  ['/v1/purchases', { listings: [listing, other] }],
]

test('while a shop is away, buyers can see its items, but cannot order, make offers or request holds', async () => {
  const { seller, buyer } = await openBargain(app)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
  const [listing, other] = [await onSale(seller), await onSale(seller)]
  const until = inDays(10)
  const { status, body } = await goAway(seller, until)
  assert.deepEqual([status, body.away_until, body.paused], [200, until, false])
  for (const [path, json] of deals(listing, other)) {
    const reply = await buyer.call('POST', path, { json })
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'away'], `${path} ${JSON.stringify(reply.body)}`)
    assert.match(reply.body.error.message, /away until/, path)
  }
  const guest = await checkOut(app, listing, newEmail())
  assert.deepEqual([guest.status, guest.body.error?.code], [409, 'away'])
  assert.equal((await buyer.call('GET', `/v1/market/listings/${listing}`)).status, 200)
  assert.equal((await buyer.call('GET', `/v1/market/stores/${seller.slug}`)).body.away_until, until)
  assert.equal((await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Is it wool?' } })).status, 201)

  await app.advance(10 * DAY - 60)
  assert.equal((await buyer.call('POST', '/v1/orders', { json: { listing } })).status, 409)
  await app.advance(60)
  assert.equal((await buyer.call('POST', '/v1/orders', { json: { listing } })).status, 201)
})

test('setting a shop’s return date to null ends its absence early, and setting the same date a second time changes nothing', async () => {
  const { seller, buyer } = await openBargain(app)
  const listing = await onSale(seller)
  const until = inDays(5)
  await goAway(seller, until)
  const events = async () => (await seller.call('GET', '/v1/events')).body.total
  const before = await events()
  assert.equal((await goAway(seller, until)).status, 200)
  assert.equal(await events(), before)
  assert.equal((await goAway(seller, null)).body.away_until, null)
  assert.equal((await buyer.call('POST', '/v1/offers', { json: { listing, amount: 90 } })).status, 201)
})

test('a return date is rejected if it is in the past, too far ahead or without a time zone', async () => {
  const seller = await openSeller(app, 'Uma')
  for (const until of [inDays(0), inDays(-1), inDays(366), '2026-12-05', 'soon']) {
    const { status, body } = await goAway(seller, until)
    assert.deepEqual([status, body.error.param], [400, 'away_until'], until)
  }
  assert.equal((await goAway(seller, inDays(365))).status, 200)
})

test('deals that began before a shop’s absence continue: the buyer can use a hold and pay for an order, and the owner can accept an offer', async () => {
  const { seller, buyer } = await openBargain(app)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { ask_hold: true } })
  const [held, ordered, offered, countered] = [await onSale(seller), await onSale(seller), await onSale(seller), await onSale(seller)]
  const post = async (who: Buyer | Seller, path: string, json: object = {}) => (await who.call('POST', path, { json })).body
  const hold = await post(buyer, '/v1/holds', { listing: held })
  await post(buyer, `/v1/holds/${hold.id}/pay`, { method: 'test_ok' })
  const order = await post(buyer, '/v1/orders', { listing: ordered })
  const offer = await post(buyer, '/v1/offers', { listing: offered, amount: 90 })
  const counter = await post(buyer, '/v1/offers', { listing: countered, amount: 80 })
  await post(seller, `/v1/offers/${counter.id}/counter`, { amount: 95 })
  await goAway(seller, inDays(3))

  const refused = await buyer.call('POST', `/v1/offers/${counter.id}/accept`, { json: {} })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'away'], 'a buyer takes a counteroffer')
  assert.equal((await post(seller, `/v1/offers/${offer.id}/accept`)).status, 'accepted')
  assert.equal((await post(buyer, `/v1/orders/${order.id}/pay`, { method: 'test_ok', address: HOME })).status, 'paid')
  assert.equal((await buyer.call('POST', '/v1/orders', { json: { listing: held } })).status, 201, 'the paid hold')
  const unpaid = await newBuyer(app, 'Bo')
  assert.equal((await unpaid.call('POST', '/v1/orders', { json: { listing: countered } })).status, 409)
})

test('while a shop is away, its pages state when it returns and have no buy button; both change as soon as it returns', async () => {
  const { seller } = await openBargain(app)
  const listing = await onSale(seller)
  const { url } = (await seller.call('GET', `/v1/listings/${listing}`)).body
  const [host, path] = [new URL(url).hostname, new URL(url).pathname]
  const page = async (at: string) => (await app.call('GET', at, { host })).body as string
  assert.match(await page(path), /Make an offer/)
  await goAway(seller, inDays(2))
  for (const at of ['/', path]) assert.match(await page(at), /This shop is away until/, at)
  assert.doesNotMatch(await page(path), /Make an offer|>Buy <|Add to bag/)
  assert.match(await page(path), /content="out of stock"[^]*schema\.org\/OutOfStock/)
  await app.advance(2 * DAY)
  for (const at of ['/', path]) assert.doesNotMatch(await page(at), /is away until/, at)
  assert.match(await page(path), /Make an offer/)
})

test('the settings page interprets the return date in the owner’s time zone', async () => {
  const { cookie, id } = await app.signUp('Vic')
  await app.service.ctx.db.updateTable('accounts').set({ time_zone: 'America/Los_Angeles' }).where('id', '=', id).execute()
  const { body: shop } = await app.call('POST', '/v1/shops', {
    cookie,
    headers: { Origin: app.url },
    json: { name: 'Vic’s', slug: 'vics' },
  })
  assert.equal(shop.slug, 'vics')
  const page = '/app/shop?shop=vics'
  const send = (day: string) => postForm(app, '/app/shop', { do: 'vacation', shop: 'vics', away_until: day }, { cookie, page })
  const until = async () => (await app.call('GET', '/v1/shops/vics', { cookie })).body.away_until
  const day = inDays(20).slice(0, 10)
  await send(day)
  const stored = await until()
  assert.match(stored, new RegExp(`^${day}T0[78]:00:00`))
  assert.ok((await app.call('GET', page, { cookie })).body.includes(`value="${day}"`))
  const refused = await send('2020-01-01')
  assert.match(refused.body, /must be in the future/)
  assert.equal(await until(), stored)
  await send('')
  assert.equal(await until(), null)
})
