import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { likeEarlier } from '#test/likers.ts'
import { HOME } from '#test/sales.ts'
import { visitorOf } from '#test/pages.ts'

test('the listing page and the checkout mention an open invitation only to the invited person', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const rival = await newBuyer(app, 'Rae')
  const { id: listing, url } = (await seller.call('GET', `/v1/listings/${await onSale(seller, { shipping: 5, lowest_price: 70 })}`)).body
  await likeEarlier(app, buyer, listing)
  const invited = (await seller.call('POST', `/v1/listings/${listing}/invitations`, { json: { amount: 80 } })).body
  const { hostname, origin, pathname } = new URL(url)
  const state = async (cookie?: string) =>
    (await app.call('GET', `/you/here?listing=${listing}`, { ...(cookie && { cookie }), headers: { origin } })).body
  const cached = () => app.call('GET', pathname, { host: hostname })

  const page = (await cached()).body as string
  assert.match(page, /<div class="stack" data-for="invited" hidden="">[^]*Offered to you for <span data-invited="price"><\/span> until/)
  assert.match(page, new RegExp(`href="${app.url}/checkout/${listing}"[^>]*>Take it for <span data-invited="price"></span>`))
  assert.doesNotMatch(page, /\$80/, 'the page is the same for everyone')
  const mine = await state(buyer.cookie)
  assert.deepEqual([mine.is.includes('invited'), mine.invited], [true, { price: '$80', until: invited.until }])
  for (const other of [rival.cookie, seller.cookie, undefined]) {
    const theirs = await state(other)
    assert.deepEqual([theirs.is.includes('invited'), theirs.invited], [false, undefined])
  }
  assert.equal((await app.call('GET', '/you/here', { cookie: buyer.cookie, headers: { origin } })).body.invited, undefined)

  const [ours, other] = [await visitorOf(app, buyer.cookie), await visitorOf(app, rival.cookie)]
  const checkout = `/checkout/${listing}`
  assert.match((await ours.get(checkout)).body, /Offered to you for \$80 until[^]*action="\/you\/offers"[^]*Take it for \$80/)
  assert.doesNotMatch((await other.get(checkout)).body, /Offered to you/)
  await seller.call('PATCH', `/v1/listings/${listing}`, { json: { price: 75 } })
  assert.equal((await state(buyer.cookie)).invited.price, '$75', 'the price is lower than the amount now')
  const taken = await ours.post('/you/offers', { invitation: invited.id, do: 'take', expected: '75' })
  assert.deepEqual([taken.status, taken.headers['location']], [303, checkout])
  assert.equal((await state(buyer.cookie)).invited, undefined, 'the invitation is accepted')
  assert.doesNotMatch((await ours.get(checkout)).body, /Offered to you/)

  const sold = async () =>
    (await seller.call('GET', '/v1/events')).body.data.filter(({ type }: { type: string }) => type === 'listing.sold')
  assert.deepEqual(await sold(), [], 'the seller gets no notification about an unpaid order')
  const { order } = (await buyer.call('GET', '/v1/invitations')).body.data[0]
  assert.equal((await buyer.call('POST', `/v1/orders/${order}/pay`, { json: { method: 'test_ok', address: HOME } })).status, 200)
  assert.deepEqual(
    (await sold()).map(({ data }: { data: { object: { id: string } } }) => data.object.id),
    [order],
  )
})
