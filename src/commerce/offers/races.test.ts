import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { newBuyer, onSale, openBargain, offerEventsOf } from '#test/bargain.ts'

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const ROUNDS = 8

const won = (replies: Reply[]) => replies.filter(({ status }) => status < 300).length
const lost = (replies: Reply[]) => replies.filter(({ status }) => status === 409 || status === 400).length

test('when two offers on one listing are accepted at the same time, one acceptance creates an order and the other is rejected', async () => {
  const rival = await newBuyer(app, 'Rae')
  for (let round = 0; round < ROUNDS; round++) {
    const listing = await onSale(seller)
    const ids = [(await buyer.offer(listing, 60)).id, (await rival.offer(listing, 70)).id]
    const replies = await Promise.all(ids.map((id) => seller.call('POST', `/v1/offers/${id}/accept`, { json: {} })))
    assert.deepEqual([won(replies), lost(replies)], [1, 1])
    const orders = await app.service.ctx.db.selectFrom('orders').select('id').where('listing_id', '=', listing).execute()
    assert.equal(orders.length, 1)
  }
})

test('when the same offer is accepted by ten concurrent requests, exactly one request succeeds', async () => {
  const { id } = await buyer.offer(await onSale(seller), 60)
  const replies = await Promise.all(Array.from({ length: 10 }, () => seller.call('POST', `/v1/offers/${id}/accept`, { json: {} })))
  assert.deepEqual([won(replies), lost(replies)], [1, 9])
  assert.equal((await offerEventsOf(app, buyer.id, id)).filter(({ type }) => type === 'offer.accepted').length, 1)
})

test('an offer that is countered by the seller and withdrawn by the buyer at the same time always ends as withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await buyer.offer(await onSale(seller), 60)
    const [counter, withdrawal] = await Promise.all([
      seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 80 } }),
      buyer.call('POST', `/v1/offers/${id}/withdraw`),
    ])
    assert.equal(withdrawal.status, 200)
    assert.ok([200, 409].includes(counter.status))
    const after = (await buyer.call('GET', `/v1/offers/${id}`)).body
    assert.deepEqual([after.status, after.counter !== null], ['withdrawn', counter.status === 200])
  }
})

test('when a buyer makes two offers on a listing at the same time, only one of them stays open', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const listing = await onSale(seller)
    const replies = await Promise.all([50, 60].map((amount) => buyer.call('POST', '/v1/offers', { json: { listing, amount } })))
    assert.ok(won(replies) >= 1 && won(replies) + lost(replies) === 2)
    assert.equal((await buyer.call('GET', `/v1/offers?listing=${listing}&status=open`)).body.total, 1)
  }
})

test('if a shop is paused while an offer on its listing is being made, no offer is left open', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const dealer = await openBargain(app)
    const listing = await onSale(dealer.seller)
    const [made, paused] = await Promise.all([
      buyer.call('POST', '/v1/offers', { json: { listing, amount: 50 } }),
      dealer.seller.call('PATCH', `/v1/shops/${dealer.seller.slug}`, { json: { paused: true } }),
    ])
    assert.equal(paused.status, 200)
    assert.ok([201, 404].includes(made.status), JSON.stringify(made.body))
    assert.equal((await dealer.seller.call('GET', '/v1/offers?status=open')).body.total, 0)
  }
})

test('the consistency audit finds no errors after all concurrent calls', async () => {
  await app.advance(0)
  assert.deepEqual(await audit({ connectionString: app.databaseUrl }), [])
})
