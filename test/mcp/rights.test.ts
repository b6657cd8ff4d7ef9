import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import { listedTool, TOOLS } from '#mcp/tools/index.ts'
import { startApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { lifetime } from '#test/lifetime.ts'
import { connect } from '#test/mcp/client.ts'

/** A model reads the whole tool list before its first call, so each new tool must justify the bytes that it adds to the list. */
const MOST_BYTES = 38_000

const PURCHASE = 'pur_01k9zsd6x1n8h4c2w7j5f0b9mt'

/** Tests which data is visible over MCP. Permissions are the same as in the API, because tools can only call API operations. */

const life = lifetime()
const app = await startApp(life)
const { seller, buyer } = await openBargain(app)
const listing = await onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73, shipping: 5 })
const MARKET = ['search_market', 'read_item', 'read_shop', 'read_reviews']
const byId = new Map(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint]))

const closing = (talker: Awaited<ReturnType<typeof connect>>) => {
  life.after(() => talker.client.close())
  return talker
}

const anonymous = closing(await connect(app))

describe('MCP requests without a key', () => {
  test('without a key, MCP lists only the market tools', async () => {
    assert.deepEqual(await anonymous.tools(), MARKET)
    assert.equal((await anonymous.use('search_market', { q: 'coat' })).data[0].id, listing)
    assert.equal((await anonymous.use('read_item', { listing })).price, 100)
    assert.equal((await anonymous.use('read_shop', { shop: seller.slug })).for_sale, 1)
    assert.equal((await anonymous.use('read_reviews', { shop: seller.slug })).data.length, 0)
    assert.deepEqual((await anonymous.client.listResources()).resources, [])
    assert.deepEqual(
      (await anonymous.client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['resale://items/{id}'],
    )
    assert.deepEqual((await anonymous.client.listPrompts()).prompts.map(({ name }) => name), ['find_a_thing']) // prettier-ignore
  })

  test('without a key, every MCP tool except the market tools returns 401 and explains how to send a key', async () => {
    for (const [method, params] of [
      ['tools/call', { name: 'read_inbox', arguments: {} }],
      ['tools/call', { name: 'make_offer', arguments: { listing, amount: 1 } }],
      ['resources/read', { uri: `resale://listings/${listing}` }],
      ['prompts/get', { name: 'sellers_day' }],
    ] as const) {
      const reply = await message({ method, params })
      assert.equal(reply.status, 401, method)
      assert.match(reply.headers['www-authenticate']!, /^Bearer/)
      assert.equal(reply.body.error.data.type, 'authentication')
    }
  })

  test('MCP rejects a session cookie that is sent in place of a key', async () => {
    const reply = await message({ method: 'tools/call', params: { name: 'read_inbox', arguments: {} } }, { cookie: seller.cookie })
    assert.equal(reply.status, 401)
  })
})

describe('MCP requests with a key', () => {
  test('MCP returns 401 for an unknown or a revoked key', async () => {
    const key = await seller.keyWith({ scopes: ['listings'] })
    const me = await app.call('GET', '/v1/me', { key })
    const { body: keys } = await app.call('GET', '/v1/keys', { cookie: seller.cookie })
    assert.equal((await message({ method: 'tools/list' }, { key })).status, 200)
    const { id } = keys.data.find(({ last4 }: { last4: string }) => key.endsWith(last4))
    assert.equal(me.status, 200)
    await app.call('DELETE', `/v1/keys/${id}`, { cookie: seller.cookie })
    for (const bad of [key, 'rsk_nonsense']) {
      const reply = await message({ method: 'tools/list' }, { key: bad })
      assert.deepEqual([reply.status, reply.body.error.data.type], [401, 'authentication'])
    }
  })

  test('MCP lists only the tools that the scopes of the key allow', async () => {
    const reader = closing(await connect(app, await seller.keyWith({ scopes: [] })))
    assert.deepEqual(await reader.tools(), [
      ...MARKET,
      'list_my_listings',
      'read_inbox',
      'list_offers',
      'list_orders',
      'check_approval',
      'list_purchases',
      'list_saved', // prettier-ignore
    ])
    const all = closing(await connect(app, seller.key))
    assert.deepEqual(await all.tools(), TOOLS.map(({ name }) => name)) // prettier-ignore
    assert.ok(TOOLS.length <= 38)
  })

  test('a tool call without the required scope gets the same error as the API request', async () => {
    const reader = closing(await connect(app, await seller.keyWith({ scopes: ['messages'] })))
    const error = await reader.refused('change_listing', { listing, price: 1 })
    assert.deepEqual([error.type, error.code], ['permission', 'scope'])
    assert.equal((await app.call('GET', `/v1/market/listings/${listing}`)).body.price, 100)
  })

  test('a key of a different account sees none of the seller’s records', async () => {
    const offer = await buyer.offer(listing, 80)
    const started = await buyer.call('POST', '/v1/threads', { json: { listing, text: 'Is it warm?' } })
    const { body: saved } = await buyer.call('POST', '/v1/searches', { json: { q: 'wool' } })
    const outsider = closing(await connect(app, (await newBuyer(app, 'Eve')).key))
    const inbox = await outsider.use('read_inbox')
    assert.deepEqual([inbox.offers_to_answer, inbox.tasks, inbox.unread_threads], [[], [], 0])
    for (const tool of ['list_my_listings', 'list_offers', 'list_orders', 'list_purchases', 'read_conversations', 'check_approval'])
      assert.equal((await outsider.use(tool)).total, 0, tool)
    assert.deepEqual((await outsider.client.listResources()).resources, [])
    for (const [tool, args] of [
      ['change_listing', { listing, price: 1 }],
      ['price_and_publish', { listing, price: 1 }],
      ['research_price', { listing }],
      ['add_photos', { listing, urls: ['http://127.0.0.1:9/a.png'] }],
      ['take_down', { listing, how: 'delete' }],
      ['answer_offer', { offer: offer.id, answer: 'accept' }],
      ['answer_offer', { offer: offer.id, answer: 'decline' }],
      ['answer_offer', { offer: offer.id, answer: 'counter', amount: 90 }],
      ['read_conversations', { thread: started.body.id }],
      ['send_message', { thread: started.body.id, text: 'Hello' }],
      ['check_approval', { approval: 'apr_01k9zsd6x1n8h4c2w7j5f0b9mt' }],
      ['ship_order', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt' }],
      ['list_orders', { rates_for: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt' }],
      ['label_order', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt', rate: 'rat_1' }],
      ['label_order', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt', void: true }],
      ['hand_over', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt', code: '123456' }],
      ['cancel_order', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt' }],
      ['refund_order', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt' }],
      ['report_problem', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt', reason: 'damaged', body: 'Broken.' }],
      ['answer_problem', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt', agree: true }],
      ['buy', { order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt', method: 'test_ok' }],
      ['answer_offer', { offer: offer.id, answer: 'withdraw' }],
      ['list_purchases', { purchase: PURCHASE }],
      ['ship_order', { purchase: PURCHASE }],
      ['cancel_order', { purchase: PURCHASE }],
      ['save_search', { action: 'change', search: saved.id, alert: 'daily' }],
      ['save_search', { action: 'delete', search: saved.id }],
      ['block_or_report', { action: 'block', thread: started.body.id }],
      ['block_or_report', { action: 'block', order: 'ord_01k9zsd6x1n8h4c2w7j5f0b9mt' }],
      ['block_or_report', { action: 'report', thread: started.body.id, reason: 'spam' }],
    ] as const)
      assert.equal((await outsider.refused(tool, args)).type, 'not_found', tool)
    for (const uri of [`resale://listings/${listing}`, `resale://threads/${started.body.id}`])
      await assert.rejects(outsider.client.readResource({ uri }), { code: -32602 }, uri)
  })
})

describe('descriptions of MCP tools', () => {
  test('the description of an MCP tool is generated from the definitions of its endpoints', () => {
    for (const tool of TOOLS) {
      for (const id of [...tool.calls, ...tool.gives, ...Object.keys(tool.takes ?? {})]) assert.ok(byId.has(id), `${tool.name}: ${id}`)
      for (const id of Object.keys(tool.takes ?? {})) assert.ok(tool.calls.includes(id), `${tool.name} takes fields of ${id}`)
      const { annotations, inputSchema } = listedTool(tool, byId)
      const writes = tool.calls.map((id) => byId.get(id)!).filter(({ method }) => method !== 'GET')
      assert.equal(annotations.readOnlyHint, writes.length === 0, tool.name)
      assert.equal(annotations.destructiveHint, writes.some(({ effects = [] }) => effects.includes('money') || effects.includes('loss')), tool.name) // prettier-ignore
      const properties = inputSchema['properties'] as Record<string, unknown>
      for (const [id, names] of Object.entries(tool.takes ?? {}))
        for (const name of names) assert.ok(properties[name], `${tool.name}: ${name} of ${id}`)
      for (const name of tool.required ?? []) assert.ok(properties[name], `${tool.name}: ${name}`)
    }
    assert.equal(new Set(TOOLS.map(({ name }) => name)).size, TOOLS.length)
  })

  test('a tool calls only the endpoints that it declares', async () => {
    const { readFile, readdir } = await import('node:fs/promises')
    const folder = new URL('../../src/mcp/tools/', import.meta.url)
    for (const file of await readdir(folder)) {
      const text = await readFile(new URL(file, folder), 'utf8')
      for (const [, id] of text.matchAll(/\bcall\('(\w+)'/g)) assert.ok(TOOLS.some(({ calls }) => calls.includes(id!)), `${file}: ${id}`) // prettier-ignore
    }
  })

  test('the MCP tool list is small enough for a model’s context', () => {
    const all = TOOLS.map((tool) => listedTool(tool, byId))
    const bytes = Buffer.byteLength(JSON.stringify(all))
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`)
    assert.ok(JSON.stringify(all.map(({ outputSchema }) => outputSchema)).length < 5_000)
  })

  test('the complete tool list stays within the size limit even when it is sent over HTTP', async () => {
    const reply = await app.call('POST', '/mcp', {
      key: seller.key,
      json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    })
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    assert.match(text, /answer_problem/)
    assert.ok(Buffer.byteLength(text) <= MOST_BYTES, `${Buffer.byteLength(text)} bytes`)
  })
})

test('no schema, record, resource or approval reveals or accepts a minimum price', async () => {
  const schemas = JSON.stringify(TOOLS.map((tool) => listedTool(tool, byId)))
  assert.doesNotMatch(schemas, /lowest|"band"|price_range|price_facts/)
  const owner = closing(await connect(app, seller.key))
  const answers = [
    await owner.use('list_my_listings'),
    await owner.use('change_listing', { listing, one_liner: 'Warm' }),
    await owner.use('bulk_change', { step: 'preview', ids: [listing], change: { price: { percent: -10 } } }),
    await owner.refused('bulk_change', { step: 'preview', ids: [listing], change: { lowest_price: { set: 1 } } }),
    await owner
      .refused('change_listing', { listing, lowest_price: 1 })
      .then(({ param: _, message, ...error }) => ({ ...error, message: message.replace('lowest_price', '') })),
    await owner.use('read_inbox'),
    await owner.use('list_offers'),
    await owner.client.readResource({ uri: `resale://listings/${listing}` }),
    await owner.client.listResources(),
  ]
  assert.doesNotMatch(JSON.stringify(answers), /lowest|\b73\b/)
  assert.equal((await seller.call('GET', `/v1/listings/${listing}`)).body.lowest_price, 73, 'the call does not change the minimum price')
  // Without a provider, research suggests a price of 40 dollars and a minimum price of 34 dollars.
  const draft = (await owner.use('draft_listing', { title: 'A lamp' })).result.id
  await owner.use('research_price', { listing: draft })
  await app.advance(0)
  const researched = JSON.stringify([await owner.use('research_price', { listing: draft }), await owner.use('list_my_listings')])
  assert.match(researched, /suggested_price\W+40\b/)
  assert.doesNotMatch(researched, /\$34|[a-z]\W+34\b/)
  assert.equal((await seller.call('GET', `/v1/listings/${draft}`)).body.lowest_price, 34)
})

test('the request log of a key shows each tool call under the name of its operation', async () => {
  const key = await seller.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: [] })
  const agent = closing(await connect(app, key))
  const draft = await agent.use('draft_listing', { title: 'A chair', price: 20 })
  await agent.use('price_and_publish', { listing: draft.result.id, price: 25 })
  await app.service.ctx.requestLog.flush()
  const log = (await app.call('GET', '/v1/requests', { key })).body.data
  assert.deepEqual(log.map(({ operation }: { operation: string }) => operation).toReversed(), [
    'createListing',
    'getListing',
    'getListing',
    'changeListing',
    'publishListing',
  ])
})

test('an MCP resource returns the API record as data, and an MCP prompt returns text', async () => {
  const owner = closing(await connect(app, seller.key))
  const { resources } = await owner.client.listResources()
  assert.ok(resources.some(({ uri }) => uri === `resale://listings/${listing}`))
  const [content] = (await owner.client.readResource({ uri: `resale://items/${listing}` })).contents as { text: string }[]
  assert.equal(JSON.parse(content!.text).object, 'public_listing')
  const prompt = await owner.client.getPrompt({ name: 'find_a_thing', arguments: { what: 'a lamp', budget: '40' } })
  assert.match((prompt.messages[0]!.content as { text: string }).text, /Find a lamp .* at most 40 US dollars/)
  await assert.rejects(owner.client.getPrompt({ name: 'find_a_thing', arguments: {} }), /what is required/)
})

test('an MCP tool rejects an unknown argument and suggests the argument that was probably meant', async () => {
  const anonymous = closing(await connect(app))
  const owner = closing(await connect(app, seller.key))
  for (const [tool, args, param, advice] of [
    ['search_market', { query: 'lamp' }, 'query', 'Did you mean q?'],
    ['search_market', { q: 'lamp', catgory: 'Home' }, 'catgory', 'Did you mean category?'],
    ['read_item', { listing_id: listing }, 'listing_id', 'Did you mean listing?'],
    ['read_item', { listing, verbose: true }, 'verbose', 'Its arguments are: listing.'],
  ] as const) {
    const error = await anonymous.refused(tool, args)
    assert.deepEqual([error.type, error.param], ['invalid_request', param])
    assert.ok(error.message.startsWith(`${param} is not an argument of ${tool}.`) && error.message.endsWith(advice), error.message)
  }
  const before = (await seller.call('GET', `/v1/listings/${listing}`)).body
  const error = await owner.refused('change_listing', { listing, one_liner: 'Other', titel: 'Coat' })
  assert.deepEqual([error.param, error.message], ['titel', 'titel is not an argument of change_listing. Did you mean title?'])
  assert.deepEqual((await seller.call('GET', `/v1/listings/${listing}`)).body, before, 'the rejected call changes nothing')
  for (const name of ['constructor', 'a'.repeat(5_000), 'a\u202eb'])
    assert.ok((await owner.refused('read_inbox', JSON.parse(`{${JSON.stringify(name)}: 1}`))).message.length < 200)
})

test('an error from an MCP tool names the invalid field', async () => {
  const owner = closing(await connect(app, seller.key))
  for (const [tool, args, param] of [
    ['change_listing', { listing, price: 1.234 }, 'price'],
    ['change_listing', { price: 1 }, 'listing'],
    ['change_listing', { listing: ['x'] }, 'listing'],
    ['take_down', { listing, how: 'burn' }, 'how'],
    ['answer_offer', { offer: 'off_1', answer: 'counter' }, 'amount'],
    ['search_market', { category: 'Boats' }, 'category'],
    ['search_market', { q: { $gt: '' } }, 'q'],
    ['draft_listing', { photos: ['not base64!'] }, 'photos[0]'],
    ['draft_listing', { photos: ['aGVsbG8='] }, 'photos[0]'],
    ['draft_listing', { title: 'x', idempotency_key: 'a\u0000b' }, 'idempotency_key'],
    ['price_and_publish', { listing: 'lst_\u0000' }, 'id'],
    ['ship_order', {}, 'order'],
    ['like_or_follow', {}, 'listing'],
    ['save_search', { action: 'save' }, 'q'],
    ['save_search', { action: 'change', alert: 'daily' }, 'search'],
    ['save_search', { action: 'burn' }, 'action'],
    ['save_search', { action: 'save', q: 'x', alert_by: 'phone' }, 'alert_by'],
    ['list_saved', {}, 'what'],
    ['block_or_report', { action: 'block' }, 'thread'],
    ['block_or_report', { action: 'block', thread: 'thr_1', shop: 'ana' }, 'thread'],
    ['block_or_report', { action: 'block', listing: 'lst_1' }, 'listing'],
    ['block_or_report', { action: 'report', shop: 'ana', reason: 'dull' }, 'reason'],
  ] as const) {
    const error = await owner.refused(tool, args)
    assert.deepEqual([error.param, error.message.length > 0], [param, true], `${tool} ${JSON.stringify(args)}: ${JSON.stringify(error)}`)
  }
})

function message(body: object, { key, cookie }: { key?: string; cookie?: string } = {}) {
  return app.call('POST', '/mcp', {
    ...(key === undefined ? {} : { key }),
    ...(cookie === undefined ? {} : { cookie }),
    json: { jsonrpc: '2.0', id: 1, ...body },
    headers: { accept: 'application/json, text/event-stream' },
  })
}

test('an agent link and llms.txt both describe MCP before they describe the API', async () => {
  const token = await seller.keyWith({ kind: 'agent', scopes: ['listings'] })
  const page = (await app.call('GET', `/agent/${token}`, { headers: { accept: 'text/markdown' } })).body as string
  assert.ok(page.indexOf(`${app.programsUrl}/mcp`) > 0 && page.indexOf('## ') === page.indexOf('## Connect over MCP'))
  const settings = JSON.parse(/```json\n([^`]+)```/.exec(page)![1]!).mcpServers.resale
  assert.deepEqual([settings.url, settings.headers.Authorization], [`${app.programsUrl}/mcp`, `Bearer ${token}`])
  const llms = (await app.call('GET', '/llms.txt')).body as string
  assert.ok(llms.indexOf('/mcp') < llms.indexOf('/v1'))
  const guide = (await app.call('GET', '/docs/mcp.md')).body as string
  for (const { name } of TOOLS) assert.ok(guide.includes(`\`${name}\``), name)
})

test('MCP messages count toward the rate limits, and a 429 response states how long to wait', async (t) => {
  const limited = await startApp(t, { RATE_LIMITS: 'on' })
  const ping = () => limited.call('POST', '/mcp', { json: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: { accept: 'application/json, text/event-stream' } }) // prettier-ignore
  const replies = await Promise.all(Array.from({ length: 200 }, ping))
  const refused = replies.filter(({ status }) => status === 429)
  assert.ok(refused.length > 5, `${refused.length}`)
  assert.ok(refused.every(({ headers, body }) => Number(headers['retry-after']) > 0 && body.error.data.type === 'rate_limit'))
})
