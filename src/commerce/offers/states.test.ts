import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp, type Reply } from '#test/app.ts'
import { newBuyer, onSale, openBargain, offerEventsOf } from '#test/bargain.ts'
import { traceOf } from '#test/trace.ts'

const app = await startApp({ after })
const { seller } = await openBargain(app)
const DAY = 86_400

type Made = { id: string; listing: string; buyer: Awaited<ReturnType<typeof newBuyer>> }
const buyers = [await newBuyer(app, 'Ben'), await newBuyer(app, 'Bea')]
let next = 0

async function offered(): Promise<Made> {
  const listing = await onSale(seller)
  const buyer = buyers[next++ % buyers.length]!
  return { id: (await buyer.offer(listing, 60)).id, listing, buyer }
}

const post = async (who: Pick<Made['buyer'], 'call'>, { id }: Made, verb: string, json?: object): Promise<void> => {
  const reply = await who.call('POST', `/v1/offers/${id}/${verb}`, json === undefined ? {} : { json })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
}

/** The API calls that move an offer to each status. */
const SETUPS: Record<string, (made: Made) => Promise<void>> = {
  open: async () => {},
  countered: (made) => post(seller, made, 'counter', { amount: 80 }),
  accepted: (made) => post(seller, made, 'accept', {}),
  declined: (made) => post(seller, made, 'decline'),
  withdrawn: (made) => post(made.buyer, made, 'withdraw'),
  replaced: async (made) => void (await made.buyer.offer(made.listing, 61)),
  expired: () => app.advance(2 * DAY),
  closed: async (made) => void (await seller.call('POST', `/v1/listings/${made.listing}/unpublish`)),
  lapsed: async (made) => {
    await post(seller, made, 'accept', {})
    await app.advance(DAY + 1)
  },
}

const VERBS: Record<string, (made: Made) => Promise<Reply>> = {
  'owner accepts': ({ id }) => seller.call('POST', `/v1/offers/${id}/accept`, { json: {} }),
  'owner declines': ({ id }) => seller.call('POST', `/v1/offers/${id}/decline`),
  'owner counters': ({ id }) => seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 90 } }),
  'owner withdraws': ({ id }) => seller.call('POST', `/v1/offers/${id}/withdraw`),
  'buyer accepts': ({ id, buyer }) => buyer.call('POST', `/v1/offers/${id}/accept`, { json: {} }),
  'buyer declines': ({ id, buyer }) => buyer.call('POST', `/v1/offers/${id}/decline`),
  'buyer counters': ({ id, buyer }) => buyer.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 90 } }),
  'buyer withdraws': ({ id, buyer }) => buyer.call('POST', `/v1/offers/${id}/withdraw`),
}

/**
 * Transitions of an offer and the notifications that each one sends, written by hand (spec: completions 6). All other transitions return
 * 409.
 */
const TRANSITIONS: Record<string, { to: string; notified: [who: 'seller' | 'buyer', type: string] }> = {
  'owner accepts open': { to: 'accepted', notified: ['buyer', 'offer.accepted'] },
  'owner declines open': { to: 'declined', notified: ['buyer', 'offer.declined'] },
  'owner counters open': { to: 'countered', notified: ['buyer', 'offer.countered'] },
  'buyer accepts countered': { to: 'accepted', notified: ['seller', 'offer.updated'] },
  'buyer declines countered': { to: 'declined', notified: ['seller', 'offer.updated'] },
  'buyer withdraws open': { to: 'withdrawn', notified: ['seller', 'offer.updated'] },
  'buyer withdraws countered': { to: 'withdrawn', notified: ['seller', 'offer.updated'] },
}

for (const [status, reach] of Object.entries(SETUPS)) {
  describe(`how each operation affects an offer that is ${status}`, () => {
    for (const [verb, run] of Object.entries(VERBS)) {
      const transition = TRANSITIONS[`${verb} ${status}`]
      test(`when the ${verb} the offer, the result is ${transition?.to ?? '409 with the status as its code'}`, async () => {
        const made = await offered()
        await reach(made)
        const before = (await seller.call('GET', `/v1/offers/${made.id}`)).body
        assert.equal(before.status, status)
        const trace = await traceOf(app)
        const reply = await run(made)
        const after = (await made.buyer.call('GET', `/v1/offers/${made.id}`)).body
        if (!transition) {
          assert.deepEqual([reply.status, reply.body.error.type, reply.body.error.code], [409, 'conflict', status])
          assert.ok(reply.body.error.message.includes(status))
          assert.deepEqual(after, before)
          assert.equal(await traceOf(app), trace)
          return
        }
        assert.deepEqual([reply.status, reply.body.status], [200, transition.to])
        assert.deepEqual(after, reply.body)
        const [who, type] = transition.notified
        const notified = (await offerEventsOf(app, who === 'seller' ? seller.id : made.buyer.id, made.id)).at(-1)!
        assert.deepEqual(notified, { type, object: reply.body })
      })
    }
  })
}

test('accepting an offer creates an order for the offered amount, which the buyer must pay within 24 hours', async () => {
  const made = await offered()
  await SETUPS['accepted']!(made)
  const { order } = (await seller.call('GET', `/v1/offers/${made.id}`)).body
  const row = await app.service.ctx.db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow()
  assert.deepEqual([row.item_cents, row.offer_id, row.status], [60_00, made.id, 'awaiting_payment'])
  assert.equal(row.pay_by.getTime() - row.created_at.getTime(), DAY * 1000)
})

test('accepting a counteroffer creates an order for the amount of the counteroffer', async () => {
  const made = await offered()
  await SETUPS['countered']!(made)
  const { body } = await made.buyer.call('POST', `/v1/offers/${made.id}/accept`, { json: { expected_amount: 80 } })
  const row = await app.service.ctx.db.selectFrom('orders').select('item_cents').where('id', '=', body.order).executeTakeFirstOrThrow()
  assert.equal(row.item_cents, 80_00)
})

test('an accepted offer that is not paid for in time lapses, both parties are notified, and the listing becomes available again', async () => {
  const made = await offered()
  await SETUPS['lapsed']!(made)
  const offer = (await made.buyer.call('GET', `/v1/offers/${made.id}`)).body
  assert.equal(offer.status, 'lapsed')
  assert.match(offer.order, /^ord_/)
  for (const account of [seller.id, made.buyer.id]) assert.equal((await offerEventsOf(app, account, made.id)).at(-1)!.type, 'offer.lapsed')
  await made.buyer.offer(made.listing, 5)
})
