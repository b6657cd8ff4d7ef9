import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { send, startApp, type Reply } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { agentOf, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, SENT, type Agent } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { hasStandards, isStandard, schemasOfRelease, report } from '#test/ucp/standard.ts'

/**
 * Tests price negotiation with the offers extension to the Universal Commerce Protocol. Validates responses against the schema that the
 * service publishes.
 */

const OFFERS = 'localhost.market.shopping.offer'
// jobs do not run in the web role until `countered` advances the clock, so an offer remains open until then
const app = await startApp({ after }, {}, undefined, 'web')
const { seller, buyer } = await openBargain(app, { haggle: true })
const coat = () => onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5 })
const platform = await startPlatform({ after }, [CHECKOUT, FULFILLMENT, ORDER])
platform.profile.ucp.capabilities[OFFERS] = [{ version: '2026-11-22', extends: CHECKOUT }]
after(report)

const { body: schema } = await send(app.port, 'GET', '/ucp/schemas/offer.json', { host: 'localhost' })
const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
for (const one of schemasOfRelease()) ajv.addSchema(one)
ajv.addSchema(schema)

function isOffer(name: string, value: unknown): void {
  if (!hasStandards) return
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${name}`)!
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(value)}`)
}

const propose = async (agent: Agent, json: object): Promise<Reply> => {
  const reply = await agent.call('POST', '/offers', { json })
  if (reply.status === 201) isOffer('offer_response', reply.body)
  return reply
}

async function countered(agent: Agent, id: string): Promise<Reply['body']> {
  await app.advance(1)
  const { body } = await agent.call('GET', `/offers/${id}`)
  isOffer('offer_response', body)
  assert.notEqual(body.status, 'open')
  return body
}

describe('the UCP offers extension', () => {
  test('the UCP profile declares the offers extension under the service’s own domain name, with documents on the service’s host', async () => {
    const { body } = await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })
    const [declared] = body.ucp.capabilities[OFFERS]
    assert.deepEqual([declared.extends, declared.schema], [CHECKOUT, schema.$id])
    assert.ok(declared.spec.startsWith(app.programsUrl) && declared.schema.startsWith(app.programsUrl))
    assert.deepEqual([schema.name, CHECKOUT in schema.$defs], [OFFERS, true])
    const page = await send(app.port, 'GET', '/docs/protocols/offers.md', { host: 'localhost' })
    assert.equal(page.status, 200)
    const [, written] = /```json schema\n([^]*?)```/.exec(page.body) ?? []
    const generic = JSON.parse(JSON.stringify(schema).replaceAll(OFFERS, 'com.example.shopping.offer').replaceAll(app.programsUrl, 'https://example.com')) // prettier-ignore
    assert.deepEqual(JSON.parse(written!), generic, 'the page shows the served schema')
  })

  test('the service ignores the offers extension if the platform does not support it', async (t) => {
    const plain = agentOf(app, await startPlatform(t, [CHECKOUT, FULFILLMENT]), buyer.key)
    assert.equal(onlyError(await plain.call('POST', '/offers', { json: { item: { id: await coat() }, amount: 5_000 } })).code, 'capabilities_incompatible') // prettier-ignore
    const { body } = await plain.create({ line_items: of(await coat()), fulfillment: SENT, offer: { id: 'off_none' } })
    assert.deepEqual([body.status, body.offer], ['ready_for_complete', undefined])
  })
})

describe('offers that a buyer’s agent makes through UCP', () => {
  test('a buyer’s agent makes an offer, receives a counteroffer, and buys at that price within its spending limit', async () => {
    const listing = await coat()
    const person = await newBuyer(app, 'Gus')
    const agent = agentOf(app, platform, await keyOf(app, person, { scopes: ['buying'], max_offer: 95 }))
    const over = await propose(agent, { item: { id: listing }, amount: 9_600 })
    assert.deepEqual([onlyError(over).code, onlyError(over).severity], ['over_limit', 'requires_buyer_review'])

    const { status, body: made } = await propose(agent, { item: { id: listing }, amount: 5_000, note: 'It is for my father.' })
    assert.deepEqual([status, made.status, made.amount, made.currency, made.can_checkout], [201, 'open', 5_000, 'USD', false])
    const { body: early } = await agent.create({ line_items: of(listing), fulfillment: SENT, offer: { id: made.id } })
    assert.deepEqual([early.status, codesOf(early)], ['incomplete', ['offer_open']])

    const offer = await countered(agent, made.id)
    assert.deepEqual([offer.status, offer.counter.by, offer.counter.amount, offer.can_checkout], ['countered', 'negotiator', 7_500, true])
    const { body: list } = await agent.call('GET', `/offers?item=${listing}`)
    isOffer('offer_list_response', list)
    assert.deepEqual(list.offers.map(({ id }: { id: string }) => id), [made.id]) // prettier-ignore

    const { body: checkout } = await agent.create({ line_items: of(listing), fulfillment: SENT, offer: { id: made.id } })
    isOffer('dev.ucp.shopping.checkout', checkout)
    assert.deepEqual(
      [checkout.status, checkout.line_items[0].item.price, checkout.totals.at(-1).amount],
      ['ready_for_complete', 7_500, 8_000],
    )
    assert.deepEqual([checkout.offer, OFFERS in checkout.ucp.capabilities], [{ id: made.id, status: 'countered' }, true])
    const { body: done } = await agent.complete(checkout.id)
    assert.equal(done.status, 'completed')
    const order = (await person.call('GET', `/v1/orders/${done.order.id}`)).body
    assert.deepEqual([order.status, order.total, order.offer], ['paid', 80, made.id])
    for (const body of [made, offer, list, checkout, done])
      assert.doesNotMatch(JSON.stringify(body), /\b73(00)?\b/, 'the response does not contain the floor')
  })

  test('if a buyer’s agent has ask_first, it needs approval before an offer and before a purchase', async () => {
    const listing = await coat()
    const person = await newBuyer(app, 'Hal')
    const agent = agentOf(app, platform, await keyOf(app, person, { kind: 'agent', scopes: ['buying'], ask_first: ['buying.offer'] }))
    const held = await propose(agent, { item: { id: listing }, amount: 5_000 })
    assert.deepEqual([held.status, onlyError(held).code], [200, 'approval_required'])
    isStandard('shopping/types/error_response.json', held.body)
    assert.deepEqual((await agent.call('GET', `/offers?item=${listing}`)).body.offers, [])
    const pending = async () => (await app.call('GET', '/v1/approvals?status=pending', { cookie: person.cookie })).body.data
    const [first] = await pending()
    assert.deepEqual([held.body.continue_url, first.amount], [first.url, 50])
    await app.call('POST', `/v1/approvals/${first.id}/approve`, { cookie: person.cookie })
    const [{ id }] = (await agent.call('GET', `/offers?item=${listing}`)).body.offers
    await countered(agent, id)
    const { body: checkout } = await agent.create({ line_items: of(listing), fulfillment: SENT, offer: { id } })
    assert.equal((await agent.complete(checkout.id)).body.status, 'requires_escalation')
    const [second] = await pending()
    assert.match(second.summary, /^Pay a total of \$80, the price of the offer, by test_ok to buy “Wool coat” in the shop/)
    await app.call('POST', `/v1/approvals/${second.id}/approve`, { cookie: person.cookie })
    assert.equal((await agent.get(checkout.id)).body.status, 'completed')
  })

  test('a buyer’s agent can withdraw an offer, and pays the price that a seller accepted by hand', async () => {
    const listing = await coat()
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false } })
    const agent = agentOf(app, platform, buyer.key)
    const { body: offer } = await propose(agent, { item: { id: listing }, amount: 9_000 })
    const { body: checkout } = await agent.create({ line_items: of(listing), fulfillment: SENT, offer: { id: offer.id } })
    await seller.call('POST', `/v1/offers/${offer.id}/accept`)
    assert.deepEqual(codesOf((await agent.get(checkout.id)).body), ['price_changed'])
    const { body: agreed } = await agent.update(checkout.id, { line_items: of(listing), fulfillment: SENT, offer: { id: offer.id } })
    assert.deepEqual([agreed.status, agreed.totals.at(-1).amount], ['ready_for_complete', 9_500])
    assert.equal((await agent.complete(checkout.id)).body.status, 'completed')

    const other = await coat()
    const { body: taken } = await propose(agent, { item: { id: other }, amount: 8_000 })
    const { body: back } = await agent.call('POST', `/offers/${taken.id}/withdraw`, { json: {} })
    assert.equal(back.status, 'withdrawn')
    const { body: ended } = await agent.create({ line_items: of(other), fulfillment: SENT, offer: { id: taken.id } })
    assert.deepEqual([ended.status, codesOf(ended)], ['incomplete', ['offer_ended']])
  })

  test('a buyer’s agent pays the agreed price of its order, even if the listing’s price changes later', async () => {
    const person = await newBuyer(app, 'Jon')
    const agent = agentOf(app, platform, person.key)
    for (const change of [{ price: 80, lowest_price: 70, shipping: 9 }, { shipping: 0 }, { shipping: null }, {}]) {
      const listing = await coat()
      const { body: offer } = await propose(agent, { item: { id: listing }, amount: 9_000 })
      await seller.call('POST', `/v1/offers/${offer.id}/accept`)
      const request = { line_items: of(listing), fulfillment: SENT, offer: { id: offer.id } }
      const { body: early } = await agent.create(request)
      const changed = await seller.call('PATCH', `/v1/listings/${listing}`, { json: change })
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      if (Object.keys(change).length === 0) await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { paused: true } })
      const { body: late } = await agent.create(request)
      const { body: updated } = await agent.update(early.id, request)
      for (const checkout of [(await agent.get(early.id)).body, late, updated]) {
        assert.deepEqual([checkout.status, checkout.totals.at(-1).amount], ['ready_for_complete', 9_500], JSON.stringify(checkout))
        assert.equal(checkout.fulfillment.methods[0].type, 'shipping')
      }
      const { body: done } = await agent.complete(late.id)
      assert.deepEqual([done.status, done.totals.at(-1).amount], ['completed', 9_500], JSON.stringify(done))
      assert.equal((await person.call('GET', `/v1/orders/${done.order.id}`)).body.offer, offer.id)
      assert.notEqual((await agent.complete(early.id)).body.status, 'completed', 'an offer pays for one checkout only')
    }
    await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { paused: false } })
  })

  test('for an invalid offer, a buyer’s agent gets an error that names the field', async () => {
    const agent = agentOf(app, platform, buyer.key)
    const outsider: Buyer = await newBuyer(app, 'Ivo')
    const listing = await coat()
    const wrong: [object, string][] = [
      [{ amount: 1 }, '$.item'],
      [{ item: { id: listing } }, '$.amount'],
      [{ item: { id: listing }, amount: 0 }, '$.amount'],
      [{ item: { id: listing }, amount: 50.5 }, '$.amount'],
      [{ item: { id: listing }, amount: 10_100 }, '$.amount'],
      [{ item: { id: listing }, amount: 5_000, currency: 'EUR' }, '$.currency'],
      [{ item: { id: listing }, amount: 5_000, note: 'x'.repeat(501) }, '$.note'],
    ]
    for (const [json, path] of wrong) {
      const reply = await propose(agent, json)
      assert.deepEqual([reply.status, reply.body.path], [400, path], JSON.stringify(json))
    }
    const { body: theirs } = await propose(agentOf(app, platform, outsider.key), { item: { id: listing }, amount: 5_000 })
    for (const [method, path] of [
      ['GET', `/offers/${theirs.id}`],
      ['POST', `/offers/${theirs.id}/withdraw`],
    ] as const)
      // prettier-ignore
      assert.equal(onlyError(await agent.call(method, path, method === 'GET' ? {} : { json: {} })).code, 'not_found')
    const foreign = await agent.create({ line_items: of(listing), offer: { id: theirs.id } })
    assert.deepEqual([foreign.status, foreign.body.path], [400, '$.offer.id'])
    const elsewhere = await agentOf(app, platform, outsider.key).create({ line_items: of(await coat()), offer: { id: theirs.id } })
    assert.deepEqual([elsewhere.status, elsewhere.body.path], [400, '$.offer.id'], 'rejects an offer on another listing')
    assert.equal(
      onlyError(await agentOf(app, platform, seller.key).call('GET', `/offers/${theirs.id}`)).code,
      'not_found',
      'the seller cannot read the buyer’s offer here',
    )
    assert.equal(
      (await agentOf(app, platform, undefined).call('POST', '/offers', { json: { item: { id: listing }, amount: 1 } })).status,
      401,
    )
  })
})
