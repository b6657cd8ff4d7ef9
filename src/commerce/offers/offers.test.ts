import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, offerEventsOf } from '#test/bargain.ts'
import { traceOf } from '#test/trace.ts'

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const other = await newBuyer(app, 'Zoe')

describe('how a buyer makes an offer', () => {
  test('a new offer is returned in the same form that the seller sees, and the seller is notified', async () => {
    const listing = await onSale(seller)
    const reply = await buyer.call('POST', '/v1/offers', { json: { listing, amount: 72.5, note: '  Would you? ' } })
    assert.equal(reply.status, 201)
    const { id, created_at, updated_at, expires_at, ...rest } = reply.body
    assert.deepEqual(rest, {
      object: 'offer',
      status: 'open',
      amount: 72.5,
      note: 'Would you?',
      counter: null,
      listing: { id: listing, title: 'Wool coat', price: 100 },
      shop: { slug: seller.slug, name: 'Shop of Sol' },
      buyer: { name: 'Ben' },
      order: null,
      closed_reason: null,
    })
    assert.match(id, /^off_/)
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), 48 * 3600_000)
    assert.equal(created_at, updated_at)
    assert.deepEqual((await seller.call('GET', `/v1/offers/${id}`)).body, reply.body)
    assert.deepEqual(await offerEventsOf(app, seller.id, id), [{ type: 'offer.received', object: reply.body }])
  })

  test('an offer with a missing or blank note is stored with an empty note', async () => {
    const listing = await onSale(seller)
    const notes = [undefined, null, '', '  ']
    for (const [index, note] of notes.entries()) {
      const { body } = await buyer.call('POST', '/v1/offers', { json: { listing, amount: 50 + index, note } })
      assert.equal(body.note, '')
      assert.equal((await offerEventsOf(app, seller.id, body.id))[0]!.object.note, '')
    }
  })

  const refusals: [what: string, json: Record<string, unknown>, param: string][] = [
    ['an amount of zero', { amount: 0 }, 'amount'],
    ['a negative amount', { amount: -5 }, 'amount'],
    ['an amount with three decimals', { amount: 10.005 }, 'amount'],
    ['an amount above the price', { amount: 100.01 }, 'amount'],
    ['an amount as text', { amount: '50' }, 'amount'],
    ['a missing amount', {}, 'amount'],
    ['a note of 501 characters', { amount: 50, note: 'x'.repeat(501) }, 'note'],
    ['a missing listing', { amount: 50, listing: undefined }, 'listing'],
  ]
  for (const [what, json, param] of refusals) {
    test(`an offer with ${what} returns 400 with an error about ${param}, and is not stored`, async () => {
      const listing = await onSale(seller)
      const trace = await traceOf(app)
      const reply = await buyer.call('POST', '/v1/offers', { json: { listing, ...json } })
      assert.deepEqual([reply.status, reply.body.error.type, reply.body.error.param], [400, 'invalid_request', param])
      assert.equal(await traceOf(app), trace)
    })
  }

  test('an offer may be as high as the full price or as low as one cent', async () => {
    const listing = await onSale(seller)
    assert.equal((await buyer.offer(listing, 0.01)).amount, 0.01)
    assert.equal((await buyer.offer(listing, 100)).amount, 100)
  })

  test('an offer returns 409 if the listing is the buyer’s own, sold or closed to offers, and 404 if the listing is a draft or unknown', async () => {
    const [mine, shut, sold, draft] = [
      await onSale(seller),
      await onSale(seller, { take_offers: false }),
      await onSale(seller),
      (await seller.list({ title: 'Draft', price: 5 })).id,
    ]
    await seller.call('POST', `/v1/listings/${sold}/mark-sold`)
    const status = async (who: { call: typeof buyer.call }, listing: string) =>
      (await who.call('POST', '/v1/offers', { json: { listing, amount: 1 } })).status
    assert.equal(await status(seller, mine), 409)
    assert.equal(await status(buyer, shut), 409)
    assert.equal(await status(buyer, sold), 409)
    assert.equal(await status(buyer, draft), 404)
    assert.equal(await status(buyer, 'lst_0'), 404)
    assert.equal(await status(buyer, "lst_'; drop"), 404)
  })

  test('the 404 for an offer on an unknown listing names the parameter `listing` and does not mention ownership', async () => {
    const { body } = await buyer.call('POST', '/v1/offers', { json: { listing: 'lst_0', amount: 1 } })
    assert.equal(body.error.param, 'listing')
    assert.doesNotMatch(body.error.message, /yours/)
  })

  test('an unfinished order prevents offers by every buyer, and a paid hold prevents offers by other buyers', async () => {
    const { seller: dealer } = await openBargain(app)
    const isRefused = async (who: typeof buyer, listing: string) => {
      const reply = await who.call('POST', '/v1/offers', { json: { listing, amount: 90 } })
      assert.deepEqual([reply.status, /reserved/.test(reply.body.error?.message)], [409, true])
    }
    const ordered = await onSale(dealer)
    const first = await buyer.offer(ordered, 60)
    assert.equal((await dealer.call('POST', `/v1/offers/${first.id}/accept`)).status, 200)
    for (const who of [other, buyer]) await isRefused(who, ordered)
    await dealer.call('PATCH', `/v1/shops/${dealer.slug}`, { json: { ask_hold: true } })
    const held = await onSale(dealer)
    const hold = (await buyer.call('POST', '/v1/holds', { json: { listing: held } })).body.id as string
    assert.equal((await buyer.call('POST', `/v1/holds/${hold}/pay`, { json: { method: 'test_ok' } })).body.status, 'active')
    await isRefused(other, held)
    assert.equal((await buyer.offer(held, 90)).status, 'open')
  })

  test('a higher offer replaces the buyer’s open offer, and an equal or lower offer returns 400', async () => {
    const listing = await onSale(seller)
    const first = await buyer.offer(listing, 50)
    for (const amount of [50, 49.99]) {
      const reply = await buyer.call('POST', '/v1/offers', { json: { listing, amount } })
      assert.deepEqual([reply.status, reply.body.error.param], [400, 'amount'])
    }
    const second = await buyer.offer(listing, 50.01)
    assert.equal((await buyer.call('GET', `/v1/offers/${first.id}`)).body.status, 'replaced')
    assert.equal(second.status, 'open')
  })

  test('after an offer has ended, the buyer can make a new offer of any amount on the listing', async () => {
    const listing = await onSale(seller)
    const first = await buyer.offer(listing, 50)
    await seller.call('POST', `/v1/offers/${first.id}/decline`)
    assert.equal((await buyer.offer(listing, 5)).amount, 5)
  })

  test('a buyer’s sixth offer on one listing within 24 hours returns 429 with Retry-After', async () => {
    const listing = await onSale(seller)
    await buyer.offer(listing, 1)
    await app.advance(600)
    for (let amount = 2; amount <= 5; amount++) await buyer.offer(listing, amount)
    const reply = await buyer.call('POST', '/v1/offers', { json: { listing, amount: 6 } })
    assert.deepEqual([reply.status, reply.body.error.type], [429, 'rate_limit'])
    const seconds = Number(reply.headers['retry-after'])
    assert.ok(seconds > 24 * 3600 - 700 && seconds <= 24 * 3600 - 600, String(seconds))
    await other.offer(listing, 3)
    await buyer.offer(await onSale(seller), 1)
    await app.advance(seconds)
    await buyer.offer(listing, 6)
  })

  test('two offer requests with the same idempotency key create only one offer', async () => {
    const listing = await onSale(seller)
    const once = () =>
      buyer.call('POST', '/v1/offers', { json: { listing, amount: 40 }, headers: { 'idempotency-key': `same ${listing}` } })
    const [first, again] = [await once(), await once()]
    assert.deepEqual([first.status, again.status, again.headers['idempotent-replayed']], [201, 201, 'true'])
    assert.equal(again.body.id, first.body.id)
  })
})

describe('reading and listing offers', () => {
  test('the list of offers can be filtered by role, status and listing, is sorted newest first, and states the exact total', async () => {
    const dealer = await openBargain(app)
    const [one, two] = [await onSale(dealer.seller), await onSale(dealer.seller)]
    const elsewhere = await onSale(seller)
    const ids = [(await buyer.offer(one, 10)).id, (await other.offer(one, 20)).id, (await other.offer(two, 30)).id]
    const made = await dealer.seller.call('POST', '/v1/offers', { json: { listing: elsewhere, amount: 5 } })
    await dealer.seller.call('POST', `/v1/offers/${ids[1]}/decline`)
    const seen = async (query: string) => {
      const { body } = await dealer.seller.call('GET', `/v1/offers${query}`)
      return [body.total, body.has_more, body.data.map(({ id }: { id: string }) => id)]
    }
    assert.deepEqual(await seen(''), [4, false, [made.body.id, ids[2], ids[1], ids[0]]])
    assert.deepEqual(await seen('?role=seller'), [3, false, [ids[2], ids[1], ids[0]]])
    assert.deepEqual(await seen('?role=buyer'), [1, false, [made.body.id]])
    assert.deepEqual(await seen('?role=seller&status=open'), [2, false, [ids[2], ids[0]]])
    assert.deepEqual(await seen('?status=declined'), [1, false, [ids[1]]])
    assert.deepEqual(await seen(`?listing=${one}`), [2, false, [ids[1], ids[0]]])
    assert.deepEqual(await seen('?role=seller&limit=2&offset=1'), [3, false, [ids[1], ids[0]]])
    assert.deepEqual(await seen('?role=seller&limit=1'), [3, true, [ids[2]]])
    assert.deepEqual(await seen('?listing=lst_0'), [0, false, []])
    for (const query of ['?role=agent', '?status=gone', '?limit=0', '?limit=101', '?offset=-1'])
      assert.equal((await dealer.seller.call('GET', `/v1/offers${query}`)).status, 400, query)
  })

  test('every call about an offer returns 404 to an account that is neither its buyer nor its seller', async () => {
    const { id } = await buyer.offer(await onSale(seller), 50)
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['POST', '/accept', {}],
      ['POST', '/decline'],
      ['POST', '/counter', { amount: 60 }],
      ['POST', '/withdraw'],
      ['GET', '/explain'],
    ]
    for (const [method, path, json] of calls) {
      const [theirs, nobodys] = await Promise.all(
        [id, 'off_0'].map((one) => other.call(method, `/v1/offers/${one}${path}`, json === undefined ? {} : { json })),
      )
      assert.equal(theirs!.status, 404, path)
      assert.deepEqual(theirs!.body, nobodys!.body)
      assert.equal((await app.call(method, `/v1/offers/${id}${path}`, json === undefined ? {} : { json })).status, 401)
    }
    assert.equal((await other.call('GET', `/v1/offers?listing=lst_0`)).body.total, 0)
  })

  test('the seller can read the explanation of an offer, but the buyer gets 404', async () => {
    const { id } = await buyer.offer(await onSale(seller), 50)
    assert.equal((await buyer.call('GET', `/v1/offers/${id}/explain`)).status, 404)
    const { body } = await seller.call('GET', `/v1/offers/${id}/explain`)
    assert.deepEqual([body.object, body.offer, body.outcome, body.rule, body.inputs], ['explanation', id, null, null, null])
  })

  test('the stats for listings and shops contain the number of all offers and the number of offers that wait for an answer', async () => {
    const dealer = await openBargain(app)
    const listing = await onSale(dealer.seller)
    const first = await buyer.offer(listing, 10)
    const second = await other.offer(listing, 20)
    const counts = async () => {
      const { stats } = (await dealer.seller.call('GET', `/v1/listings/${listing}`)).body
      const shop = (await dealer.seller.call('GET', `/v1/shops/${dealer.seller.slug}`)).body
      return [stats.offers, stats.offers_waiting, shop.stats.offers_waiting]
    }
    assert.deepEqual(await counts(), [2, 2, 2])
    await dealer.seller.call('POST', `/v1/offers/${first.id}/counter`, { json: { amount: 50 } })
    assert.deepEqual(await counts(), [2, 1, 1])
    await other.call('POST', `/v1/offers/${second.id}/withdraw`)
    assert.deepEqual(await counts(), [2, 0, 0])
  })
})

describe('making a counteroffer', () => {
  test('a counteroffer gives the buyer 48 hours to answer, and notifies the buyer through an event and a message', async () => {
    const { id } = await buyer.offer(await onSale(seller), 50)
    await app.advance(3600)
    const reply = await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 75.5, note: 'It is new.' } })
    assert.equal(reply.status, 200)
    const { counter, status, expires_at, updated_at } = reply.body
    assert.deepEqual([status, counter.amount, counter.note, counter.by], ['countered', 75.5, 'It is new.', 'owner'])
    assert.equal(Date.parse(counter.expires_at) - Date.parse(updated_at), 48 * 3600_000)
    assert.equal(expires_at, counter.expires_at)
    assert.deepEqual((await buyer.call('GET', `/v1/offers/${id}`)).body, reply.body)
    assert.deepEqual(await offerEventsOf(app, buyer.id, id), [{ type: 'offer.countered', object: reply.body }])
    const messages = app.service.ctx.db.selectFrom('messages').select(['sender', 'text']).orderBy('id', 'desc').limit(1)
    const text = "Thanks for your offer of $50. I could do $75.50. It's good for 48 hours."
    assert.deepEqual(await messages.executeTakeFirstOrThrow(), { sender: 'owner', text: `${text}\n\nIt is new.` })
    const other = await buyer.offer(await onSale(seller), 50)
    await seller.call('POST', `/v1/offers/${other.id}/counter`, { json: { amount: 75.5 } })
    assert.deepEqual(await messages.executeTakeFirstOrThrow(), { sender: 'owner', text }, 'without a note')
  })

  for (const amount of [0, 49.99, 50, 100, 100.01, 60.001]) {
    test(`a counteroffer of ${amount} to an offer of $50 on a price of $100 returns 400`, async () => {
      const { id } = await buyer.offer(await onSale(seller), 50)
      const reply = await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount } })
      assert.deepEqual([reply.status, reply.body.error.param], [400, 'amount'])
      assert.equal((await seller.call('GET', `/v1/offers/${id}`)).body.status, 'open')
    })
  }

  test('if the price drops below an open offer, the seller can accept the offer at the new price, but cannot make a counteroffer', async () => {
    const listing = await onSale(seller)
    const { id } = await buyer.offer(listing, 80)
    assert.equal((await seller.call('PATCH', `/v1/listings/${listing}`, { json: { price: 70 } })).status, 200)
    assert.equal((await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 85 } })).status, 400)
    const accepted = await seller.call('POST', `/v1/offers/${id}/accept`, { json: { expected_amount: 70 } })
    assert.equal(accepted.status, 200)
    assert.deepEqual([accepted.body.status, accepted.body.listing.price], ['accepted', 70])
  })
})
