import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { SCOPES } from '#core/scopes.ts'
import { startApp } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain } from '#test/bargain.ts'

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)

const without = (...scopes: string[]) => SCOPES.filter((scope) => !scopes.includes(scope))

async function offered(amount = 60): Promise<string> {
  return (await buyer.offer(await onSale(seller), amount)).id
}

async function countered(amount = 80): Promise<string> {
  const id = await offered()
  assert.equal((await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount } })).status, 200)
  return id
}

const statusOf = async (id: string) => (await seller.call('GET', `/v1/offers/${id}`)).body.status

describe('the scopes required for accepting and declining offers', () => {
  const verbs = ['accept', 'decline']

  test('a key with neither scope gets 403 for accepting or declining an offer', async () => {
    const key = await keyOf(app, seller, { scopes: without('offers', 'buying') })
    for (const verb of verbs) {
      for (const id of [await offered(), 'off_0']) {
        const reply = await app.call('POST', `/v1/offers/${id}/${verb}`, { key, ...(verb === 'accept' ? { json: {} } : {}) })
        assert.deepEqual([reply.status, reply.body.error.code], [403, 'scope'], verb)
      }
    }
  })

  test('accepting or declining an offer requires the scope `offers` for the seller, and `buying` for the buyer', async () => {
    for (const verb of verbs) {
      const call = async (key: string, id: string) =>
        (await app.call('POST', `/v1/offers/${id}/${verb}`, { key, ...(verb === 'accept' ? { json: {} } : {}) })).status
      assert.equal(await call(await keyOf(app, seller, { scopes: without('offers') }), await offered()), 403)
      assert.equal(await call(await keyOf(app, seller, { scopes: ['read', 'offers'] }), await offered()), 200)
      assert.equal(await call(await keyOf(app, buyer, { scopes: without('buying') }), await countered()), 403)
      assert.equal(await call(await keyOf(app, buyer, { scopes: ['read', 'buying'] }), await countered()), 200)
    }
  })

  test('accepting an offer between two other accounts returns 404, whatever scopes the key has', async () => {
    const { buyer: outsider } = await openBargain(app)
    const id = await countered()
    for (const scopes of [['offers'], ['buying'], ['offers', 'buying']]) {
      const key = await keyOf(app, outsider, { scopes })
      assert.equal((await app.call('POST', `/v1/offers/${id}/accept`, { key, json: {} })).status, 404)
    }
  })
})

describe('actions by agents that need the owner’s approval', () => {
  const held = async (who: { cookie: string }, askFirst: string, path: string, json?: object) => {
    const key = await keyOf(app, who, { kind: 'agent', scopes: SCOPES, ask_first: [askFirst] })
    return app.call('POST', `/v1${path}`, { key, ...(json === undefined ? {} : { json }) })
  }

  test('an agent’s action creates an approval request with the action, the amount and a summary, and does not take effect yet', async () => {
    const listing = await onSale(seller)
    const open = await offered()
    const countering = await offered()
    const declining = await offered()
    const taking = await countered()
    const requests = [
      [buyer, 'buying.offer', '/offers', { listing, amount: 60 }, 60, 'Offer $60 (price $100) for “Wool coat”.'],
      [seller, 'offers.accept', `/offers/${open}/accept`, {}, 60, 'Accept the offer of $60 (price $100) by “Ben” for “Wool coat”.'],
      [
        seller,
        'offers.counter',
        `/offers/${countering}/counter`,
        { amount: 85 },
        85,
        'Counter the offer of $60 with $85, to “Ben” for “Wool coat”.',
      ],
      [seller, 'offers.decline', `/offers/${declining}/decline`, undefined, 60, 'Decline the offer of $60 by “Ben” for “Wool coat”.'],
      [buyer, 'buying.offer', `/offers/${taking}/accept`, {}, 80, 'Accept the counteroffer of $80 (price $100) for “Wool coat”.'],
    ] as const
    const cheaper = await onSale(seller)
    const { id: cut } = await buyer.offer(cheaper, 80)
    await seller.call('PATCH', `/v1/listings/${cheaper}`, { json: { price: 70 } })
    const more = [
      [seller, 'offers.accept', `/offers/${cut}/accept`, {}, 70, 'Accept the offer of $80, at the current price of $70, by “Ben” for “Wool coat”.'], // prettier-ignore
      [buyer, 'messages.send', '/offers', { listing, amount: 60, note: 'Is it new?' }, 60, 'Offer $60 (price $100) for “Wool coat”, with the note “Is it new?”.'], // prettier-ignore
      [seller, 'messages.send', `/offers/${countering}/counter`, { amount: 85, note: 'It is.' }, 85, 'Counter the offer of $60 with $85, to “Ben” for “Wool coat”, with the note “It is.”.'], // prettier-ignore
    ] as const
    for (const [who, action, path, json, amount, summary] of [...requests, ...more]) {
      const { status, body } = await held(who, action, path, json)
      assert.deepEqual([status, body.object, body.action, body.amount, body.summary], [202, 'approval', action, amount, summary])
    }
    assert.deepEqual(await Promise.all([open, countering, declining, taking].map(statusOf)), ['open', 'open', 'open', 'countered'])
    assert.equal((await buyer.call('GET', `/v1/offers?listing=${listing}`)).body.total, 0)
  })

  test('an agent’s action is executed when the owner approves it', async () => {
    const id = await offered()
    const { body } = await held(seller, 'offers.accept', `/offers/${id}/accept`, { expected_amount: 60 })
    const done = await app.call('POST', `/v1/approvals/${body.id}/approve`, { cookie: seller.cookie })
    assert.deepEqual([done.body.status, done.body.result.body.status], ['done', 'accepted'])
    assert.equal(await statusOf(id), 'accepted')
  })

  test('an agent’s action needs no approval if ask_first lists only actions of the other party', async () => {
    assert.equal((await held(buyer, 'offers.accept', `/offers/${await countered()}/accept`, {})).status, 200)
    assert.equal((await held(buyer, 'offers.decline', `/offers/${await countered()}/decline`)).status, 200)
    assert.equal((await held(seller, 'buying.offer', `/offers/${await offered()}/accept`, {})).status, 200)
  })

  test('an agent’s request that cannot succeed returns 404 or 409, and creates no approval request', async () => {
    assert.equal((await held(seller, 'offers.accept', '/offers/off_0/accept', {})).status, 404)
    assert.equal((await held(seller, 'offers.accept', `/offers/${await countered()}/accept`, {})).status, 409)
    assert.equal((await held(seller, 'offers.counter', `/offers/${await countered()}/counter`, { amount: 90 })).status, 409)
    assert.equal((await held(buyer, 'buying.offer', '/offers', { listing: 'lst_0', amount: 5 })).status, 404)
    const blocked = await newBuyer(app, 'Bea')
    const { id } = await blocked.offer(await onSale(seller), 60)
    await blocked.call('PUT', `/v1/market/stores/${seller.slug}/block`)
    for (const [action, json] of [
      ['accept', {}],
      ['counter', { amount: 90 }],
    ] as const)
      for (const askFirst of [`offers.${action}`, 'buying.offer'])
        assert.equal((await held(seller, askFirst, `/offers/${id}/${action}`, json)).body.error.code, 'unavailable')
  })
})

describe('the limit max_offer on a key', () => {
  const limited = (rights = {}) => keyOf(app, buyer, { scopes: SCOPES, max_offer: 70, ...rights })

  test('making an offer or accepting a counteroffer above the key’s max_offer returns 403, and no approval is requested', async () => {
    const agentKey = { kind: 'agent', ask_first: ['buying.offer'] }
    for (const key of [await limited(), await limited(agentKey)]) {
      const listing = await onSale(seller)
      const over = await app.call('POST', '/v1/offers', { key, json: { listing, amount: 70.01 } })
      const taken = await app.call('POST', `/v1/offers/${await countered(70.01)}/accept`, { key, json: {} })
      for (const reply of [over, taken])
        assert.deepEqual([reply.status, reply.body.error.code, reply.body.error.param], [403, 'over_limit', 'amount'])
    }
    const key = await limited()
    const missing = await app.call('POST', '/v1/offers', { key, json: { listing: 'lst_0', amount: 70.01 } })
    assert.equal(missing.status, 403, 'the limit comes before every other check')
    assert.equal((await app.call('POST', '/v1/offers', { key, json: { listing: await onSale(seller), amount: 70 } })).status, 201)
    assert.equal((await app.call('POST', `/v1/offers/${await countered(70)}/accept`, { key, json: {} })).status, 200)
  })

  test('a key’s max_offer limits the offers that a buyer makes, but not those that a seller accepts', async () => {
    const key = await keyOf(app, seller, { scopes: SCOPES, max_offer: 1 })
    assert.equal((await app.call('POST', `/v1/offers/${await offered()}/accept`, { key, json: {} })).status, 200)
  })
})

test('accepting an offer with a wrong expected_amount returns 409, both for the buyer and for the seller', async () => {
  const [open, taken] = [await offered(), await countered()]
  for (const [who, id, wrong] of [
    [seller, open, 60.01],
    [buyer, taken, 60],
  ] as const) {
    const reply = await who.call('POST', `/v1/offers/${id}/accept`, { json: { expected_amount: wrong } })
    assert.deepEqual([reply.status, reply.body.error.param], [409, 'expected_amount'])
  }
  assert.deepEqual([await statusOf(open), await statusOf(taken)], ['open', 'countered'])
  assert.equal((await buyer.call('POST', `/v1/offers/${taken}/accept`, { json: { expected_amount: 80 } })).status, 200)
})
