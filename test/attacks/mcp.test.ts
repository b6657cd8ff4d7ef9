import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { TOOLS } from '#mcp/tools/index.ts'
import { send, startApp, type Call, type Reply } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { talk } from '#test/talk.ts'
import { slack } from '#test/machine.ts'

/** Tests that a hostile request to `/mcp` immediately gets a clear error that does not reveal internals. */

const app = await startApp({ after })
const { seller, buyer } = await openBargain(app)
const listing = await onSale(seller, { title: 'Wool coat', price: 100, lowest_price: 73 })

const ACCEPT = { accept: 'application/json, text/event-stream' }
const bare = (bytes: string | Uint8Array, more: Call = {}) =>
  send(app.port, 'POST', '/mcp', { raw: { type: 'application/json', bytes }, ...more, headers: { ...ACCEPT, ...more.headers } })
const message = (body: object, more: Call = {}) => bare(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }), more)

const messagesOf = ({ headers, body }: Reply): Record<string, unknown>[] =>
  headers['content-type']?.startsWith('text/event-stream')
    ? String(body)
        .split('\n')
        .filter((line) => line.startsWith('data: ') && line.length > 6)
        .map((line) => JSON.parse(line.slice(6)))
    : [body].flat()

const INSIDE = /\bat \w.*:\d+:\d+|node_modules|\/src\/|select .* from|ZodError|undefined is not/i

describe('invalid MCP messages get clear errors', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const CASES: [what: string, bytes: string | Uint8Array, status: number, words: RegExp][] = [
    ['an empty body', '', 400, /valid JSON/],
    ['truncated JSON', '{"jsonrpc":"2.0","id":1,', 400, /valid JSON/],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400, /UTF-8/],
    ['a JSON string', '"tools/list"', 400, /an object/],
    ['null', 'null', 400, /an object/],
    ['an empty batch', '[]', 400, /1 to 20/],
    ['a batch of 2 000 messages', JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))), 400, /values|1 to 20/], // prettier-ignore
    [
      'a batch of 21 messages',
      JSON.stringify(Array.from({ length: 21 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))),
      400,
      /1 to 20/,
    ],
    ['deep nesting', deep(100_000), 400, /levels deep/],
    ['deep nesting in an argument', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_market","arguments":{"q":${deep(40)}}}}`, 400, /levels deep/], // prettier-ignore
    ['ten thousand values', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: Array.from({ length: 10_000 }, () => 0) }), 400, /values/], // prettier-ignore
    ['an anonymous message that is too large', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(300_000) }), 413, /larger than/],
  ]
  for (const [what, bytes, status, words] of CASES)
    test(`the MCP endpoint rejects ${what}`, async () => {
      const began = performance.now()
      const reply = await bare(bytes)
      assert.ok(performance.now() - began < slack(1_500), 'the rejection is fast')
      assert.equal(reply.status, status)
      assert.match(reply.body.error.message, words)
      assert.equal(reply.body.jsonrpc, '2.0')
      assert.doesNotMatch(JSON.stringify(reply.body), INSIDE)
    })

  test('the MCP endpoint returns 415 for all content types except JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const reply = await send(app.port, 'POST', '/mcp', { raw: { type, bytes: '{}' }, headers: ACCEPT })
      assert.deepEqual([reply.status, reply.body.error.data.type], [415, 'unsupported_media'], type)
    }
  })

  test('the MCP endpoint returns 413 for a chunked body that never ends, with and without a key', async () => {
    for (const authorization of ['', `Authorization: Bearer ${seller.key}\r\n`]) {
      const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
      const text = await talk(
        app.port,
        `POST /mcp HTTP/1.1\r\nHost: localhost:${app.port}\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`,
      )
      assert.match(text, /^HTTP\/1\.1 413 /)
    }
  })

  test('the MCP endpoint returns 405 with an Allow header for all methods except POST, and redirects browsers to the docs', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const reply = await send(app.port, method, '/mcp', { headers: { accept: 'text/event-stream' } })
      assert.deepEqual([reply.status, reply.headers['allow']], [405, 'POST, OPTIONS'], method)
    }
    const reply = await send(app.port, 'GET', '/mcp', { headers: { accept: 'text/html' } })
    assert.deepEqual([reply.status, reply.headers['location']], [302, `${app.url}/docs/mcp`])
  })
})

describe('MCP errors for an unknown method, tool or resource', () => {
  const CASES: [what: string, body: object][] = [
    ['an unknown method', { method: 'tools/burn' }],
    ['an inherited property as method', { method: 'constructor' }],
    ['a huge method', { method: 'x'.repeat(200_000) }],
    ['a method that is not a string', { method: { a: 1 } }],
    ['a missing method', {}],
    ['an unknown tool', { method: 'tools/call', params: { name: 'burn', arguments: {} } }],
    ['an inherited property as tool', { method: 'tools/call', params: { name: '__proto__', arguments: {} } }],
    ['a huge tool', { method: 'tools/call', params: { name: 'x'.repeat(200_000) } }],
    ['a tool without a name', { method: 'tools/call', params: {} }],
    ['arguments in an array', { method: 'tools/call', params: { name: 'search_market', arguments: [] } }],
    ['a file URL as resource', { method: 'resources/read', params: { uri: 'file:///etc/passwd' } }],
    ['a resource path with ../', { method: 'resources/read', params: { uri: 'resale://items/../../v1/me' } }],
    ['a huge resource', { method: 'resources/read', params: { uri: `resale://items/${'x'.repeat(200_000)}` } }],
    ['an unknown prompt', { method: 'prompts/get', params: { name: 'toString' } }],
    ['an invalid cursor', { method: 'resources/list', params: { cursor: "1' or 1=1" } }],
    ['a logging request', { method: 'logging/setLevel', params: { level: 'debug' } }],
    ['a subscription', { method: 'resources/subscribe', params: { uri: `resale://items/${listing}` } }],
    ['an id that is an object', { id: { a: 1 }, method: 'tools/list' }],
    ['another JSON-RPC version', { jsonrpc: '1.0', method: 'tools/list' }],
  ]
  for (const [what, body] of CASES)
    test(`the MCP endpoint returns an error for ${what}`, async () => {
      for (const key of [undefined, seller.key]) {
        const reply = await message(body, key === undefined ? {} : { key })
        assert.ok(reply.status < 500, `${reply.status}`)
        const messages = messagesOf(reply)
        assert.ok(messages.length > 0 && messages.every(({ error }) => error !== undefined), JSON.stringify(messages).slice(0, 300))
        assert.doesNotMatch(JSON.stringify(messages), INSIDE)
        assert.ok(JSON.stringify(messages).length < 2_000, 'the response does not repeat the input')
      }
    })

  test('each message in a batch from an older MCP client gets a response with its own ID', async () => {
    const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: id === 2 ? 'burn' : 'ping' }))
    const messages = messagesOf(await bare(JSON.stringify(batch), { headers: { 'mcp-protocol-version': '2025-03-26' } }))
    assert.deepEqual(
      messages.map(({ id, error }) => [id, error !== undefined]).toSorted(([a], [b]) => Number(a) - Number(b)),
      [[1, false], [2, true], [3, false]], // prettier-ignore
    )
  })

  test('the MCP endpoint acknowledges a subscription and then ends the stream, because the service never sends notifications', async () => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {}, 'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' } } // prettier-ignore
    const began = performance.now()
    const reply = await message(
      { method: 'subscriptions/listen', params: { _meta: meta, notifications: { toolsListChanged: true } } },
      { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' } },
    )
    assert.ok(performance.now() - began < slack(15_000))
    assert.equal(messagesOf(reply)[0]!['method'], 'notifications/subscriptions/acknowledged', JSON.stringify(reply.body))
  })
})

describe('requests that a page on a different origin sends to the MCP endpoint', () => {
  test('the MCP endpoint rejects a foreign Host header', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', `${seller.slug}.resale.localhost`]) {
      const reply = await message({ method: 'tools/list' }, { host })
      assert.ok([403, 404].includes(reply.status), `${host}: ${reply.status}`)
    }
    for (const host of ['localhost', 'resale.localhost', '127.0.0.1', '[::1]'])
      assert.equal((await message({ method: 'tools/list' }, { host })).status, 200, host)
  })

  test('the MCP endpoint returns 403 for an Origin header with a different origin', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      `http://${seller.slug}.resale.localhost:${app.port}`,
      'x',
    ]) {
      const reply = await message({ method: 'tools/list' }, { headers: { origin } })
      assert.deepEqual([reply.status, reply.body.error.data.code], [403, 'origin'], origin)
    }
    for (const origin of [app.url, app.programsUrl, 'http://localhost:6274'])
      assert.equal((await message({ method: 'tools/list' }, { headers: { origin } })).status, 200, origin)
  })
})

test('hostile tool arguments cause no server errors and reveal no internals', async () => {
  const hostile = fc.oneof(
    fc.constantFrom<unknown>('', ' ', '\0', '\ud800', '%00', "';--", '../..', '__proto__', 'NaN', null, true, -1, 0, 1.005, 1e21, [], {}, [[]], { __proto__: null }, ['a', 1], 'a'.repeat(6_000)), // prettier-ignore
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constant(listing),
  )
  const names = ['listing', 'offer', 'order', 'thread', 'approval', 'shop', 'photos', 'urls', 'photo_urls', 'price', 'amount', 'text', 'note', 'limit', 'offset', 'cursor', 'how', 'answer', 'q', 'fields', 'address', 'method', 'idempotency_key'] // prettier-ignore
  const args = fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 6 })
  const runs = Number(process.env['FUZZ_RUNS'] ?? 12)
  const keys = [seller.key, buyer.key]
  for (const { name } of TOOLS) {
    const property = fc.asyncProperty(args, async (given) => {
      for (const key of keys) {
        const reply = await message({ method: 'tools/call', params: { name, arguments: given } }, { key })
        assert.equal(reply.status, 200, `${name} ${JSON.stringify(reply.body)}`)
        for (const messages of messagesOf(reply)) {
          const text = JSON.stringify(messages)
          assert.doesNotMatch(text, INSIDE)
          assert.doesNotMatch(text, /"type\\":\\"server/, `${name} ${JSON.stringify(given)} ${text.slice(0, 400)}`)
          assert.doesNotMatch(text, /lowest_price/)
        }
      }
    })
    await fc.assert(property, { numRuns: runs, seed: 20_261_122 })
  }
})

test('the MCP endpoint accepts a 10 MB photo only from a caller with a key, and rejects a larger photo with 413', async () => {
  const tool = (bytes: number) => ({ method: 'tools/call', params: { name: 'draft_listing', arguments: { title: 'x', photos: [Buffer.alloc(bytes, 1).toString('base64')] } } }) // prettier-ignore
  const taken = await message(tool(10 * 2 ** 20 - 10), { key: seller.key })
  const [messages] = messagesOf(taken)
  const text = JSON.stringify(messages)
  assert.match(text, /unsupported_media|not a picture|JPEG/i, `the picture was decoded and rejected: ${taken.status} ${text.slice(0, 500)}`)
  const over = await message(tool(11 * 2 ** 20), { key: seller.key })
  assert.equal(over.status, 413)
  assert.equal((await message(tool(2 ** 20))).status, 413)
})
