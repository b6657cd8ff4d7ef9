import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { send, startApp } from '#test/app.ts'

/** Tests how the MCP endpoints handle the `Accept` header (spec: completions 13.1). */

const app = await startApp({ after })
const STREAM = 'text/event-stream'
const JSON_TYPE = 'application/json'
/** Metadata that newer clients send with each message, including the protocol version. Older clients send none. */
const META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}
const OLDER = { method: 'tools/list', params: {} }
const NEWER = { method: 'tools/list', params: META }

const post = (path: string, accept: string | null, body: object) =>
  send(app.port, 'POST', path, {
    host: 'localhost',
    json: { jsonrpc: '2.0', id: 7, ...body },
    headers: {
      ...(accept === null ? {} : { accept }),
      ...(body === NEWER ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' } : {}),
    },
  })

const toolsIn = (type: string, body: unknown): unknown[] => {
  const message = type.startsWith(STREAM) ? JSON.parse(/^data: (.+)$/m.exec(String(body))![1]!) : body
  assert.deepEqual([message.jsonrpc, message.id], ['2.0', 7])
  return message.result.tools
}

for (const path of ['/mcp', '/ucp/mcp'])
  describe(path, () => {
    for (const [name, message] of [
      ['older', OLDER],
      ['newer', NEWER],
    ] as const) {
      for (const [accept, type] of [
        [null, JSON_TYPE],
        ['', JSON_TYPE],
        ['*/*', JSON_TYPE],
        ['application/*', JSON_TYPE],
        [JSON_TYPE, JSON_TYPE],
        ['application/json; q=0.9, text/event-stream; q=0', JSON_TYPE],
        ['text/html, application/json', JSON_TYPE],
        [STREAM, STREAM],
        ['TEXT/EVENT-STREAM; charset=utf-8', STREAM],
      ] as const)
        test(`the MCP endpoint responds to the ${name} client with ${type} for "Accept: ${accept ?? '(none)'}"`, async () => {
          const reply = await post(path, accept, message)
          assert.equal(reply.status, 200, JSON.stringify(reply.body))
          assert.match(reply.headers['content-type']!, new RegExp(`^${type}`))
          assert.ok(toolsIn(type, reply.body).length > 3)
        })

      test(`the MCP endpoint responds to the ${name} client if it accepts both JSON and event streams`, async () => {
        const reply = await post(path, `${JSON_TYPE}, ${STREAM}`, message)
        assert.equal(reply.status, 200)
        assert.ok(toolsIn(reply.headers['content-type']!, reply.body).length > 3)
      })
    }
  })

test('the MCP endpoint responds to a batch of messages with an array of responses', async () => {
  const json = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
  const reply = await send(app.port, 'POST', '/mcp', { host: 'localhost', json, headers: { accept: JSON_TYPE } })
  assert.deepEqual(
    reply.body.map(({ id, result }: { id: number; result: object }) => [id, result]),
    [
      [1, {}],
      [2, {}],
    ],
  )
})

test('an error from the MCP endpoint has the same content type as a success', async () => {
  const { status, body } = await post('/mcp', JSON_TYPE, { method: 'none' })
  assert.deepEqual([status, body.id, body.error.code], [200, 7, -32_601])
})

test('the MCP endpoint returns 406 to a client that accepts neither JSON nor an event stream', async () => {
  assert.equal((await post('/mcp', 'text/html', OLDER)).status, 406)
})
