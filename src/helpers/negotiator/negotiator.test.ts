import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, offerEventsOf } from '#test/bargain.ts'
import { negotiate } from './index.ts'

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app, { haggle: true })
const read = async (id: string) => (await buyer.call('GET', `/v1/offers/${id}`)).body
const explained = async (id: string) => (await seller.call('GET', `/v1/offers/${id}/explain`)).body

async function offered(listing: string, amount: number): Promise<string> {
  const { id } = await buyer.offer(listing, amount)
  await app.advance(0)
  return id
}

const messagesTo = (buyerId: string, listing: string) =>
  app.service.ctx.db
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.thread_id')
    .select(['m.sender', 'm.text'])
    .where('t.buyer_id', '=', buyerId)
    .where('t.listing_id', '=', listing)
    .orderBy('m.created_at')
    .execute()

describe('the negotiator in a shop that allows haggling', () => {
  test('the negotiator answers an offer below the minimum price with a counteroffer that is open for 48 hours, and notifies the buyer in the thread', async () => {
    const listing = await onSale(seller, { lowest_price: 60 })
    const id = await offered(listing, 40)
    const { status, counter, expires_at, updated_at } = await read(id)
    assert.deepEqual([status, counter.amount, counter.by, counter.note], ['countered', 70, 'agent', null])
    assert.equal(counter.expires_at, expires_at)
    assert.equal(Date.parse(expires_at) - Date.parse(updated_at), 48 * 3600_000)
    assert.deepEqual(await messagesTo(buyer.id, listing), [
      { sender: 'agent', text: "Thanks for your offer of $40. I could do $70. It's good for 48 hours." },
    ])
    assert.deepEqual(
      (await offerEventsOf(app, buyer.id, id)).map(({ type }) => type),
      ['offer.countered'],
    )
  })

  test('the negotiator continues from its last counteroffer to the same buyer, and starts from the listed price for a new buyer', async () => {
    const listing = await onSale(seller, { lowest_price: 60 })
    const first = await offered(listing, 40)
    await buyer.call('POST', `/v1/offers/${first}/decline`)
    assert.equal((await read(await offered(listing, 40))).counter.amount, 60)
    const other = await newBuyer(app, 'Oda')
    const { id } = await other.offer(listing, 40)
    await app.advance(0)
    assert.equal((await other.call('GET', `/v1/offers/${id}`)).body.counter.amount, 70)
  })

  test('the negotiator leaves an offer of exactly the minimum price to the owner, and sends the buyer no message', async () => {
    const listing = await onSale(seller, { lowest_price: 60 })
    const id = await offered(listing, 60)
    assert.deepEqual([(await read(id)).status, await messagesTo(buyer.id, listing)], ['open', []])
    const { outcome, rule, note, counter, tells_buyer, arithmetic } = await explained(id)
    assert.deepEqual([outcome, rule.number, counter, tells_buyer], ['owner', 1, null, null])
    assert.match(note, /the decision is yours/)
    assert.deepEqual(arithmetic, ['floor: your lowest price = $60', 'offer $60 ≥ floor $60'])
  })

  test('the negotiator sends the buyer nothing if it cannot make a counteroffer', async () => {
    const listing = await onSale(seller, { lowest_price: 99.5 })
    const id = await offered(listing, 90)
    assert.deepEqual([(await read(id)).status, await messagesTo(buyer.id, listing)], ['open', []])
    const { outcome, rule, note } = await explained(id)
    assert.deepEqual([outcome, rule.number, /firm/.test(note)], ['firm', 5, true])
  })

  test('the explanation of a negotiation states the rule that was applied, its inputs, the calculation, and what the buyer can infer', async () => {
    const id = await offered(await onSale(seller), 50)
    const { created_at, ...body } = await explained(id)
    assert.match(created_at, /Z$/)
    assert.deepEqual(body, {
      object: 'explanation',
      offer: id,
      outcome: 'counter',
      counter: 85,
      rule: {
        number: 4,
        text: 'The counteroffer is halfway between the offer and the anchor, rounded up to a step, and never below the floor.',
      },
      inputs: { offer: 50, price: 100, lowest_price: null, lowest_percent: 15, last_counter: null },
      arithmetic: [
        'floor: $100 minus 15%, in whole dollars = $85',
        'step: $5, because the price is $100 or more',
        'anchor: $100, the price',
        'halfway: ($50 + $100) / 2, rounded up to a step of $5 = $75',
        'not below the floor: $85, rounded up to a step of $5 = $85',
        'cap: the lower of the anchor $100 and the price minus $1 = $99',
        'counter: $85',
      ],
      note: 'The agent countered with $85. The buyer has 48 hours to answer.',
      tells_buyer:
        'A buyer who knows the rules can work out from this counteroffer that your lowest price is at most $85. If they cannot get a lower counteroffer, they also know that your lowest price is above $80.',
      worded_by: 'template',
    })
  })

  test('if a buyer replaces an offer, the negotiator continues from its own last counteroffer', async () => {
    const listing = await onSale(seller, { lowest_price: 60 })
    await offered(listing, 40)
    assert.equal((await read(await offered(listing, 59))).counter.amount, 65)
  })
})

describe('situations where the negotiator makes no counteroffer', () => {
  const quiet = async (id: string) => {
    assert.equal((await read(id)).status, 'open')
    assert.equal((await explained(id)).outcome, null)
  }

  test('the negotiator makes no counteroffer if haggling is off', async () => {
    const dealer = await openBargain(app)
    const { id } = await dealer.buyer.offer(await onSale(dealer.seller), 50)
    await app.advance(0)
    assert.equal((await dealer.buyer.call('GET', `/v1/offers/${id}`)).body.status, 'open')
  })

  test('the negotiator stops while the seller’s helpers are paused, but not if only the buyer’s helpers are paused', async () => {
    const brake = (cookie: string, on: boolean) => app.call('PATCH', '/v1/me', { cookie, json: { brake: on } })
    await brake(seller.cookie, true)
    await quiet(await offered(await onSale(seller), 50))
    await brake(seller.cookie, false)
    await brake(buyer.cookie, true)
    assert.equal((await read(await offered(await onSale(seller), 50))).status, 'countered')
    await brake(buyer.cookie, false)
  })

  const setHaggle = (haggle: boolean) => seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle } })
  const WHILE_IT_THINKS: readonly [what: string, change: (listing: string, id: string) => Promise<unknown>][] = [
    ['haggling is switched off', () => setHaggle(false)],
    ['helpers are paused', async () => {}],
    ['the buyer withdraws', (_listing, id) => buyer.call('POST', `/v1/offers/${id}/withdraw`)],
    ['the owner declines', (_listing, id) => seller.call('POST', `/v1/offers/${id}/decline`)],
    ['the listing is unpublished', (listing) => seller.call('POST', `/v1/listings/${listing}/unpublish`)],
    ['offers are switched off', (listing) => seller.call('PATCH', `/v1/listings/${listing}`, { json: { take_offers: false } })],
  ]
  for (const [what, change] of WHILE_IT_THINKS) {
    test(`the negotiator makes no counteroffer if ${what} during the run`, async () => {
      const { ctx } = app.service
      const listing = await onSale(seller)
      await setHaggle(false)
      const id = await offered(listing, 50)
      await setHaggle(true)
      let running = Promise.resolve()
      await ctx.db.transaction().execute(async (tx) => {
        // a concurrent change to the account makes the run wait when it checks the conditions again under the lock
        await tx
          .updateTable('accounts')
          .set({ brake: what === 'helpers are paused' })
          .where('id', '=', seller.id)
          .execute()
        running = negotiate(ctx, id)
        await new Promise((resolve) => setTimeout(resolve, 100))
        await change(listing, id)
      })
      await running
      assert.equal((await read(id)).counter, null)
      assert.deepEqual(await messagesTo(buyer.id, listing), [])
      await app.call('PATCH', '/v1/me', { cookie: seller.cookie, json: { brake: false } })
      await setHaggle(true)
    })
  }

  test('if the price changes during the run, the negotiator bases its counteroffer on the new price', async () => {
    const { ctx } = app.service
    const listing = await onSale(seller)
    await setHaggle(false)
    const id = await offered(listing, 50)
    await setHaggle(true)
    let running = Promise.resolve()
    await ctx.db.transaction().execute(async (tx) => {
      await tx.updateTable('accounts').set({ brake: false }).where('id', '=', seller.id).execute()
      running = negotiate(ctx, id)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await seller.call('PATCH', `/v1/listings/${listing}`, { json: { price: 80 } })
    })
    await running
    assert.equal((await read(id)).counter.amount, 68)
  })

  test('the negotiator makes no counteroffer on an expired offer', async () => {
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false } })
    const id = await offered(await onSale(seller), 50)
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: true } })
    await app.advance(48 * 3600)
    await negotiate(app.service.ctx, id)
    assert.deepEqual([(await read(id)).status, (await read(id)).counter], ['expired', null])
  })
})

test('six concurrent runs of the negotiator answer an offer only once', async () => {
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false } })
  const listing = await onSale(seller)
  const id = await offered(listing, 50)
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: true } })
  await Promise.all(Array.from({ length: 6 }, () => negotiate(app.service.ctx, id)))
  assert.equal((await read(id)).counter.amount, 85)
  assert.equal((await messagesTo(buyer.id, listing)).length, 1)
  assert.equal((await offerEventsOf(app, buyer.id, id)).length, 1)
})
