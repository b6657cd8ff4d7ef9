import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { ok, openSeller, type Seller } from '#test/factories.ts'
import { visitorOf } from '#test/pages.ts'
import { lifetime } from '#test/lifetime.ts'

/** A $60 offer for a $100 listing, with or without an $80 counteroffer. The seller has since changed the price. */
type Bargain = { listing: string; offer: string }

describe('the price of an accepted offer never exceeds the listing’s current price', () => {
  let app: TestApp
  let seller: Seller
  let buyer: Seller
  const life = lifetime()

  before(async () => {
    app = await startApp(life, { FEE_PERCENT: '10' })
    seller = await openSeller(app, 'Ana')
    buyer = await openSeller(app, 'Ben')
    await ok(seller, 'PATCH', `/shops/${seller.slug}`, { haggle: false })
  })

  async function bargain(counter: boolean, now: number): Promise<Bargain> {
    const { id: listing } = await seller.list({ title: 'Wool coat', price: 100, shipping: 5, publish: true })
    const { id: offer } = await ok(buyer, 'POST', '/offers', { listing, amount: 60 })
    if (counter) await ok(seller, 'POST', `/offers/${offer}/counter`, { amount: 80 })
    await ok(seller, 'PATCH', `/listings/${listing}`, { price: now })
    return { listing, offer }
  }

  const orderOf = async (offer: string): Promise<Reply['body']> => {
    const { order } = await ok(buyer, 'GET', `/offers/${offer}`)
    return ok(buyer, 'GET', `/orders/${order}`)
  }
  const textOf = (body: string): string => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const read = async (who: Seller, path: string): Promise<string> =>
    textOf((await app.call('GET', path, { cookie: who.cookie })).body as string)

  for (const [who, counter, now, pays] of [
    ['the owner', false, 50, 50],
    ['the owner', false, 70, 60],
    ['the buyer', true, 50, 50],
    ['the buyer', true, 90, 80],
    ['the buyer', true, 200, 80],
  ] as const) {
    test(`if ${who} accepts at a current price of $${now}, the buyer pays $${pays} and the fee is a tenth of that amount`, async () => {
      const { offer } = await bargain(counter, now)
      const accepting = counter ? buyer : seller
      for (const party of [buyer, seller]) assert.equal((await ok(party, 'GET', `/offers/${offer}`)).listing.price, now)
      const other = await accepting.call('POST', `/v1/offers/${offer}/accept`, { json: { expected_amount: pays + 1 } })
      assert.deepEqual([other.status, other.body.error.param], [409, 'expected_amount'])
      const accepted = await ok(accepting, 'POST', `/offers/${offer}/accept`, { expected_amount: pays })
      assert.equal(accepted.listing.price, now)
      const { item, fee, total } = await orderOf(offer)
      assert.deepEqual([item, fee, total], [pays, pays / 10, pays + 5])
    })
  }

  test('the inbox and all pages show both parties the current price, and each button shows the amount to pay', async () => {
    const open = await bargain(false, 50)
    const countered = await bargain(true, 50)
    const waiting = (await ok(seller, 'GET', '/inbox')).offers_to_answer
    const answers = (await ok(buyer, 'GET', '/inbox')).counters_to_answer
    assert.equal(waiting.find(({ id }: { id: string }) => id === open.offer).listing.price, 50)
    assert.equal(answers.find(({ id }: { id: string }) => id === countered.offer).listing.price, 50)
    const sellers = await read(seller, '/app/offers')
    assert.match(sellers, /Accept \$50/)
    assert.match(sellers, /Your price is \$50 now, and the buyer pays no more than your price/)
    assert.doesNotMatch(sellers, /Your price is \$100/)
    const buyers = await read(buyer, '/you/offers?tab=needs')
    assert.match(buyers, /Accept \$50/)
    assert.match(buyers, /The price is now \$50/)
    const visitor = await visitorOf(app, buyer.cookie)
    await visitor.post('/you/offers', { offer: countered.offer, do: 'take', expected: '50' })
    assert.equal((await orderOf(countered.offer)).item, 50)
  })

  test('an agent requests approval for a specific amount, and a later price change voids the approval', async () => {
    const { listing, offer } = await bargain(true, 50)
    const key = await buyer.keyWith({ kind: 'agent', scopes: ['read', 'buying'], max_offer: 55 })
    const requested = await app.call('POST', `/v1/offers/${offer}/accept`, { key, json: {} })
    assert.deepEqual([requested.status, requested.body.amount], [202, 50], JSON.stringify(requested.body))
    assert.match(requested.body.summary, /counteroffer of \$80, at the current price of \$50,/)
    await ok(seller, 'PATCH', `/listings/${listing}`, { price: 45 })
    const approved = await app.call('POST', `/v1/approvals/${requested.body.id}/approve`, { cookie: buyer.cookie, json: {} })
    assert.deepEqual([approved.status, approved.body.error.code], [409, 'changed'])
    assert.equal((await ok(buyer, 'GET', `/offers/${offer}`)).status, 'countered')
  })

  test('a closed offer does not reveal later changes to the listing’s price', async () => {
    const { listing, offer } = await bargain(false, 90)
    await ok(seller, 'POST', `/listings/${listing}/unpublish`)
    await ok(seller, 'PATCH', `/listings/${listing}`, { price: 33 })
    const ended = await ok(buyer, 'GET', `/offers/${offer}`)
    assert.deepEqual([ended.status, ended.listing.price], ['closed', 90])
  })
})
