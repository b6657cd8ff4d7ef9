import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { connect } from '#test/mcp/client.ts'
import { agentOf, CHECKOUT, codesOf, FULFILLMENT, of, ORDER, SENT } from '#test/ucp/buying.ts'
import { onlyError, startPlatform } from '#test/ucp/platform.ts'
import { until } from '#test/until.ts'

/** Tests the main guarantees for agents. `test/ucp` and `test/mcp` test the details. */

const SEARCH = 'dev.ucp.shopping.catalog.search'
const OFFERS = 'localhost.market.shopping.offer'
const app = await startApp({ after })
const { seller } = await openBargain(app, { haggle: true })

const agentKey = async (cookie: string, rights: object): Promise<string> => {
  const { status, body } = await app.call('POST', '/v1/keys', { cookie, json: { name: 'Agent', kind: 'agent', ...rights } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.secret
}
const pending = async (cookie: string) => (await app.call('GET', '/v1/approvals?status=pending', { cookie })).body.data
/** Checks that an agent cannot resolve an approval that only the owner may resolve. */
async function cannotPass(key: string, cookie: string): Promise<string> {
  const [{ id }] = await pending(cookie)
  for (const answer of ['approve', 'decline'])
    assert.equal((await app.call('POST', `/v1/approvals/${id}/${answer}`, { key })).status, 403, answer)
  assert.equal((await pending(cookie))[0].id, id, 'the approval is still pending')
  return id
}
const approve = (id: string, cookie: string) => app.call('POST', `/v1/approvals/${id}/approve`, { cookie })

test('within its spending limit, a buyer’s agent searches, negotiates and buys over UCP, but cannot bypass approvals', async (t) => {
  await onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5 })
  await onSale(seller, { title: 'Wool rug', price: 300, shipping: 5 })
  const person = await newBuyer(app, 'Ben')
  const platform = await startPlatform(t, [SEARCH, CHECKOUT, FULFILLMENT, ORDER])
  platform.profile.ucp.capabilities[OFFERS] = [{ version: '2026-11-22' }]
  const key = await agentKey(person.cookie, { scopes: ['buying'], max_offer: 90, ask_first: ['buying.pay'] })
  const agent = agentOf(app, platform, key)

  const { body: found } = await agent.call('POST', '/catalog/search', { json: { query: 'wool' } })
  const [coat, rug] = ['Wool coat', 'Wool rug'].map((title) => found.products.find((one: { title: string }) => one.title === title).id)
  const { body: offer } = await agent.call('POST', '/offers', { json: { item: { id: coat }, amount: 5_000 } })
  const haggled = await until('the negotiator’s response', async () => {
    const { body } = await agent.call('GET', `/offers/${offer.id}`)
    return body.status !== 'open' && body
  })
  assert.equal(haggled.counter.amount, 7_500)

  const over = await agent.call('POST', '/offers', { json: { item: { id: rug }, amount: 9_100 } })
  assert.equal(onlyError(over).code, 'over_limit')
  const { body: dear } = await agent.create({ line_items: of(rug), fulfillment: SENT })
  assert.deepEqual([dear.status, codesOf(dear)], ['requires_escalation', ['over_limit']])
  assert.ok(codesOf((await agent.complete(dear.id)).body).includes('over_limit'), 'completing the checkout also enforces the cap')

  const { body: checkout } = await agent.create({ line_items: of(coat), fulfillment: SENT, offer: { id: offer.id } })
  const { body: held } = await agent.complete(checkout.id)
  assert.deepEqual([held.status, codesOf(held)], ['requires_escalation', ['approval_required']])
  const id = await cannotPass(key, person.cookie)
  assert.equal((await agent.complete(checkout.id)).body.order, undefined, 'repeating the request does not bypass the approval')
  assert.deepEqual((await person.call('GET', '/v1/orders')).body.data, [], 'nothing was bought')
  await approve(id, person.cookie)
  const { body: done } = await agent.get(checkout.id)
  assert.deepEqual([done.status, done.totals.at(-1).amount], ['completed', 8_000])
})

test('over MCP, a seller’s agent lists an item from a photo, but cannot bypass approvals', async () => {
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c93' } })
    .jpeg()
    .toBuffer()
  const key = await agentKey(seller.cookie, { scopes: ['listings'], ask_first: ['listings.publish'] })
  const agent = await connect(app, key, 'auto')
  const draft = (await agent.use('draft_listing', { prompt: 'Oak table lamp', photos: [photo.toString('base64')] })).result
  assert.deepEqual([draft.status, draft.photos.length], ['draft', 1])
  const held = await agent.use('price_and_publish', { listing: draft.id, title: 'Oak table lamp', price: 58 })
  assert.equal(held.status, 'waiting')
  const id = await cannotPass(key, seller.cookie)
  assert.equal((await seller.call('GET', `/v1/listings/${draft.id}`)).body.status, 'draft')
  await approve(id, seller.cookie)
  assert.equal((await seller.call('GET', `/v1/listings/${draft.id}`)).body.status, 'live')
  await agent.client.close()
})
