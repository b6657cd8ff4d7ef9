import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { send, startApp } from '#test/app.ts'
import { keyOf, newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { CHECKOUT, FULFILLMENT, of, ORDER, paying, SENT } from '#test/ucp/buying.ts'
import { startPlatform } from '#test/ucp/platform.ts'
import { isStandard, report } from '#test/ucp/standard.ts'
import { until } from '#test/until.ts'

/** Tests the Universal Commerce Protocol as MCP tools, with the official client. Also checks the HTTP status of rejected calls. */

const OFFERS = 'localhost.market.shopping.offer'
const CATALOG = ['dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.catalog.lookup']
const app = await startApp({ after })
const { seller, buyer } = await openBargain(app, { haggle: true })
await onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5 })
const platform = await startPlatform({ after }, [...CATALOG, CHECKOUT, FULFILLMENT, ORDER])
platform.profile.ucp.capabilities[OFFERS] = [{ version: '2026-11-22' }]
const meta = (more: object = {}) => ({ 'ucp-agent': { profile: platform.url }, ...more })
after(report)

async function clientOf(key: string): Promise<Client> {
  const own = new Client({ name: 'buyer', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  await own.connect(new StreamableHTTPClientTransport(new URL(`${app.programsUrl}/ucp/mcp`), { requestInit }))
  after(() => own.close())
  return own
}
const client = await clientOf(buyer.key)

// oxlint-disable-next-line typescript/no-explicit-any -- the result may have any content; the schemas of the release validate it
const use = async (name: string, args: object, by = client): Promise<any> => {
  const result = await by.callTool({ name, arguments: { meta: meta(), ...args } })
  assert.deepEqual(JSON.parse((result.content as { text: string }[])[0]!.text), result.structuredContent)
  return result.structuredContent
}

/** Sends one message without the client library, so that the test can see the HTTP status. */
const bare = (params: object, headers: Record<string, string> = {}) =>
  send(app.port, 'POST', '/ucp/mcp', {
    host: 'localhost',
    json: { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })

describe('UCP operations as MCP tools', () => {
  test('the list of MCP tools contains each UCP operation under its UCP name', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    for (const name of [
      'search_catalog',
      'lookup_catalog',
      'get_product',
      'create_checkout',
      'get_checkout',
      'update_checkout',
      'complete_checkout',
      'cancel_checkout',
      'get_order',
    ])
      // prettier-ignore
      assert.ok(names.includes(name), name)
    for (const { inputSchema } of tools) assert.ok(inputSchema.required!.includes('meta'))
    assert.doesNotMatch(JSON.stringify(tools), /webhook_url|lowest/)
    const { body } = await send(app.port, 'GET', '/.well-known/ucp', { host: 'localhost' })
    const { endpoint } = body.ucp.services['dev.ucp.shopping'].find(({ transport }: { transport: string }) => transport === 'mcp')
    assert.equal(endpoint, `${app.programsUrl}/ucp/mcp`)
  })

  test('an agent searches, negotiates and buys with UCP tools over MCP', async () => {
    const found = await use('search_catalog', { catalog: { query: 'wool coat' } })
    isStandard('shopping/catalog_search.json#/$defs/search_response', found)
    const { id } = found.products[0]
    isStandard('shopping/catalog_lookup.json#/$defs/lookup_response', await use('lookup_catalog', { catalog: { ids: [id] } }))
    isStandard('shopping/catalog_lookup.json#/$defs/get_product_response', await use('get_product', { catalog: { id } }))
    const made = await use('make_offer', { offer: { item: { id }, amount: 5_000 } })
    const offer = await until('the negotiator’s response', async () => {
      const current = await use('get_offer', { id: made.id })
      return current.status !== 'open' && current
    })
    assert.equal(offer.counter.amount, 7_500)
    assert.equal((await use('list_offers', { item: id })).offers.length, 1)
    const checkout = await use('create_checkout', { checkout: { line_items: of(id), offer: { id: offer.id } } })
    isStandard('shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout', checkout)
    const ready = await use('update_checkout', { id: checkout.id, checkout: { line_items: of(id), fulfillment: SENT, offer: { id: offer.id } } }) // prettier-ignore
    assert.equal(ready.status, 'ready_for_complete')
    const key = { meta: meta({ 'idempotency-key': 'buy-1' }) }
    const done = await use('complete_checkout', { id: checkout.id, checkout: paying(), ...key })
    assert.deepEqual([done.status, done.totals.at(-1).amount], ['completed', 8_000])
    const again = await use('complete_checkout', { id: checkout.id, checkout: paying(), ...key })
    assert.equal(again.order.id, done.order.id)
    isStandard('shopping/order.json', await use('get_order', { id: done.order.id }))
    assert.equal((await use('get_checkout', { id: checkout.id })).status, 'completed')
    const missing = await use('get_order', { id: 'ord_none' })
    assert.deepEqual([missing.ucp.status, missing.messages[0].code], ['error', 'not_found'])
  })

  test('an agent cannot buy a reserved listing, and sees that the listing is reserved', async () => {
    const id = await onSale(seller, { title: 'Reserved coat', price: 100, shipping: 5 })
    const dora = await newBuyer(app, 'Dora')
    await dora.call('POST', '/v1/orders', { json: { listing: id } })
    const { product } = await use('get_product', { catalog: { id } })
    assert.deepEqual([product.variants[0].availability.available, product.metadata.reserved], [false, true])
    const checkout = await use('create_checkout', { checkout: { line_items: of(id), fulfillment: SENT } })
    assert.deepEqual([checkout.status, checkout.messages[0].code], ['incomplete', 'item_unavailable'])
  })

  test('if an action needs approval, a tool returns the same response as the REST endpoint', async () => {
    const person = await newBuyer(app, 'Kim')
    const key = await keyOf(app, person, { kind: 'agent', scopes: ['buying'], ask_first: ['orders.cancel'] })
    const agent = await clientOf(key)
    const by = (name: string, args: object) => use(name, { meta: meta({ 'idempotency-key': name }), ...args }, agent)
    const id = await onSale(seller, { title: 'Wool coat', price: 100, shipping: 5 })
    const checkout = await by('create_checkout', { checkout: { line_items: of(id), fulfillment: SENT } })
    await by('complete_checkout', { id: checkout.id, checkout: paying('test_declined') })
    const held = await by('cancel_checkout', { id: checkout.id })
    assert.deepEqual([held.ucp.status, held.messages[0].code], ['error', 'approval_required'])
    assert.equal((await person.call('GET', '/v1/orders')).body.data[0].status, 'awaiting_payment')
  })

  test('errors of UCP tools have the HTTP status and the error code that the UCP release defines', async () => {
    const key = { authorization: `Bearer ${buyer.key}` }
    const cases: [object, Record<string, string>, number, number, string][] = [
      [{ name: 'search_catalog', arguments: { catalog: { query: 'x' } } }, {}, 400, -32_602, 'invalid_request'],
      [{ name: 'search_catalog', arguments: { meta: {}, catalog: { query: 'x' } } }, {}, 400, -32_001, 'invalid_profile_url'],
      [{ name: 'search_catalog', arguments: { meta: { 'ucp-agent': { profile: 'http://127.0.0.1:1/x' } }, catalog: { query: 'x' } } }, {}, 424, -32_001, 'profile_unreachable'], // prettier-ignore
      [{ name: 'search_catalog', arguments: { meta: meta() } }, {}, 400, -32_602, 'invalid_request'],
      [{ name: 'search_catalog', arguments: { meta: meta(), catalog: {} } }, {}, 400, -32_602, 'invalid_request'],
      [{ name: 'complete_checkout', arguments: { meta: meta(), id: 'chk_1', checkout: paying() } }, key, 400, -32_602, 'invalid_request'],
      [{ name: 'get_checkout', arguments: { meta: meta() } }, key, 400, -32_602, 'invalid_request'],
      [{ name: 'nothing', arguments: { meta: meta() } }, key, 400, -32_602, 'invalid_request'],
    ]
    for (const [params, headers, status, code, word] of cases) {
      const { status: got, body } = await bare(params, headers)
      assert.deepEqual([got, body.error.code, body.error.data.code, body.id], [status, code, word, 7], JSON.stringify(params))
    }
    const { status, body, headers } = await bare({
      name: 'get_order',
      arguments: { meta: meta(), id: 'ord_none' },
    })
    assert.deepEqual([status, body.error.code, body.error.data.messages[0].code], [401, -32_000, 'identity_required'])
    assert.match(headers['www-authenticate']!, /^Bearer realm=/)
    assert.equal((await bare({ name: 'search_catalog' }, { origin: 'https://evil.test' })).status, 403)
    assert.equal((await send(app.port, 'GET', '/ucp/mcp', { host: 'localhost' })).status, 405)
    assert.equal((await send(app.port, 'POST', '/ucp/mcp', { host: 'localhost', json: [] })).status, 400)
  })
})
