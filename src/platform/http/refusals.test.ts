import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { before, describe, test } from 'node:test'
import { Hono } from 'hono'
import { ERROR_STATUS } from '#platform/errors/index.ts'
import { listen } from '#platform/http/listen.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { ENDPOINTS } from '#api/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { parseReply, sendRaw, type RawReply } from '#test/raw.ts'
import { lifetime } from '#test/lifetime.ts'

const life = lifetime()

function assertEnvelope(reply: RawReply, status: number, type: string): void {
  assert.equal(reply.status, status, JSON.stringify(reply.body))
  assert.equal(reply.body.error.type, type)
  assert.ok(reply.body.error.message.length > 10)
  assert.match(reply.headers['request-id'] ?? '', /^req_/)
}

describe('the format of error responses', () => {
  let app: TestApp
  let ana: Awaited<ReturnType<TestApp['signUp']>>
  before(async () => {
    app = await startApp(life)
    ana = await app.signUp('Ana')
  })

  const head = (lines: string) => `${lines.replaceAll('\n', '\r\n')}\r\n\r\n`

  const MALFORMED: [string, string][] = [
    ['two Host headers', 'GET /v1/me HTTP/1.1\nHost: a.localhost\nHost: b.localhost'],
    ['no Host header', 'GET /v1/me HTTP/1.1\nAccept: */*'],
    ['an invalid Host header', 'GET /v1/me HTTP/1.1\nHost: a b/c'],
    ['an absolute target', 'GET http://localhost/v1/me HTTP/1.1\nHost: localhost'],
    ['an asterisk target', 'OPTIONS * HTTP/1.1\nHost: localhost'],
    ['an invalid percent encoding', 'GET /v1/%zz HTTP/1.1\nHost: localhost'],
    ['a path that is not UTF-8', 'GET /v1/%ff HTTP/1.1\nHost: localhost'],
    ['NUL in the path', 'GET /v1/approvals/%00 HTTP/1.1\nHost: localhost'],
    ['a backslash in the path', 'GET /v1\\me HTTP/1.1\nHost: localhost'],
    ['an unknown method', 'FETCH /v1/me HTTP/1.1\nHost: localhost'],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\nHost: localhost'],
    ['Content-Length with chunked encoding', 'POST /v1/sessions HTTP/1.1\nHost: localhost\nContent-Length: 3\nTransfer-Encoding: chunked'],
    ['two different Content-Length headers', 'POST /v1/sessions HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 4'],
    ['text that is not HTTP', 'hello'],
  ]
  for (const [what, request] of MALFORMED) {
    test(`the service returns 400 for ${what}`, async () => assertEnvelope(await sendRaw(app.port, head(request)), 400, 'invalid_request'))
  }

  test('a request with headers over 16 KiB gets a 431', async () => {
    assertEnvelope(await sendRaw(app.port, head(`GET /v1/me HTTP/1.1\nHost: localhost\nX-Long: ${'a'.repeat(20_000)}`)), 431, 'too_large')
  })

  test('a request that takes too long to arrive gets a 408', async (t) => {
    const listener = await listen(new Hono() as never, createLog('silent'), {
      host: '127.0.0.1',
      port: 0,
      trustedProxies: [],
      headersTimeoutMs: 200,
    })
    t.after(() => listener.close(0))
    assertEnvelope(await sendRaw(listener.port, 'GET /v1/me HTTP/1.1\r\nHost: loc'), 408, 'invalid_request')
  })

  test('an unknown Expect header is ignored, and TRACE gets a 405', async () => {
    assertEnvelope(await sendRaw(app.port, head('GET /v1/me HTTP/1.1\nHost: localhost\nExpect: the-unexpected')), 401, 'authentication')
    assertEnvelope(await sendRaw(app.port, head('TRACE /v1/me HTTP/1.1\nHost: localhost')), 405, 'method_not_allowed')
  })

  test('an unknown path returns 404, with or without a trailing slash', async () => {
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/me/', '//v1/me', '/v2/me', '/nothing', '/V1/ME']) {
      assertEnvelope(await app.call('GET', path, { key: ana.key }), 404, 'not_found')
    }
  })

  test('an unsupported method gets a 405 with an Allow header on every path', async () => {
    const byPath = Map.groupBy(ENDPOINTS, ({ path }) => path)
    for (const [path, group] of byPath) {
      const methods = group.map(({ method }) => method as string)
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'].filter((name) => !methods.includes(name))) {
        const reply = await app.call(method, `/v1${path.replaceAll(/\{\w+\}/g, 'some-id')}`, { key: ana.key })
        assertEnvelope(reply, 405, 'method_not_allowed')
        assert.deepEqual(reply.headers['allow']?.split(', ').toSorted(), allow.toSorted(), `${method} ${path}`)
      }
      const options = await app.call('OPTIONS', `/v1${path.replaceAll(/\{\w+\}/g, 'some-id')}`)
      assert.equal(options.status, 204)
      assert.deepEqual(options.headers['allow']?.split(', ').toSorted(), allow.toSorted())
    }
    for (const path of ['/healthz', '/readyz', '/metrics', '/v1/openapi.json', '/media/x']) {
      const reply = await app.call('POST', path)
      assertEnvelope(reply, 405, 'method_not_allowed')
      assert.equal(reply.headers['allow'], 'GET, HEAD, OPTIONS')
    }
  })

  const post = (type: string | undefined, bytes: string | Uint8Array) =>
    app.call('POST', '/v1/keys', {
      cookie: ana.cookie,
      raw: { type: type as string, bytes },
      headers: type === undefined ? { 'content-type': '' } : {},
    })

  test('an unsupported content type gets a 415 in any spelling', async () => {
    for (const type of [
      'text/plain',
      'application/jsonx',
      'application/json ,text/plain',
      'application/ json',
      'application/json;charset=latin1',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/csv',
      '*/*',
      'application/json\t+x',
    ]) {
      assertEnvelope(await post(type, '{}'), 415, 'unsupported_media')
    }
    assertEnvelope(
      await sendRaw(app.port, head(`POST /v1/sessions HTTP/1.1\nHost: localhost\nContent-Length: 2`) + '{}'),
      415,
      'unsupported_media',
    )
  })

  test('a body is validated for any spelling of a supported content type', async () => {
    for (const type of [
      'APPLICATION/JSON',
      'application/json ; charset=UTF-8',
      ' application/json',
      'application/json;charset="utf-8"',
      'application/json; x=y',
    ]) {
      const reply = await post(type, '{"name":"k","kind":"robot","scopes":[]}')
      assertEnvelope(reply, 400, 'invalid_request')
      assert.equal(reply.body.error.param, 'kind')
    }
  })

  const BODIES: [string, string | Uint8Array][] = [
    ['trailing garbage', '{"name":"k","kind":"api","scopes":[]} x'],
    ['two documents', '{}{}'],
    ['an array', '[{"name":"k"}]'],
    ['a string', '"k"'],
    ['null', 'null'],
    ['an incomplete document', '{"name":'],
    ['a comment', '{/* */}'],
    ['NaN', '{"max_offer":NaN}'],
    ['200 000 nested levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['33 nested levels', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['only a byte order mark', '\ufeff'],
  ]
  for (const [what, body] of BODIES) {
    test(`the service returns 400 for a JSON body with ${what}`, async () =>
      assertEnvelope(await post('application/json', body), 400, 'invalid_request'))
  }

  const VALUES: [string, string, string][] = [
    ['NUL', 'name', '{"name":"a\\u0000b","kind":"api","scopes":[]}'],
    ['a lone surrogate', 'name', '{"name":"\\ud800","kind":"api","scopes":[]}'],
    ['a control character', 'name', '{"name":"a\\u0007","kind":"api","scopes":[]}'],
    ['61 characters', 'name', `{"name":"${'😀'.repeat(61)}","kind":"api","scopes":[]}`],
    ['only spaces', 'name', '{"name":"   ","kind":"api","scopes":[]}'],
    ['a missing value', 'name', '{"kind":"api","scopes":[]}'],
    ['a number instead of text', 'name', '{"name":5,"kind":"api","scopes":[]}'],
    ['1e400', 'max_offer', '{"name":"k","kind":"api","scopes":[],"max_offer":1e400}'],
    ['a number in quotes', 'max_offer', '{"name":"k","kind":"api","scopes":[],"max_offer":"5"}'],
    ['three decimals', 'max_offer', '{"name":"k","kind":"api","scopes":[],"max_offer":1.001}'],
    ['a negative amount', 'max_offer', '{"name":"k","kind":"api","scopes":[],"max_offer":-0.01}'],
    ['an unknown scope', 'scopes[0]', '{"name":"k","kind":"api","scopes":["root"]}'],
    ['text instead of a list', 'scopes', '{"name":"k","kind":"api","scopes":"read"}'],
    ['a past expiry', 'expires_at', '{"name":"k","kind":"api","scopes":[],"expires_at":"2020-01-01T00:00:00Z"}'],
    ['an invalid expiry', 'expires_at', '{"name":"k","kind":"api","scopes":[],"expires_at":"soon"}'],
  ]
  for (const [what, param, body] of VALUES) {
    test(`the error is a 400 that names ${param} for ${what}`, async () => {
      const reply = await post('application/json', body)
      assertEnvelope(reply, 400, 'invalid_request')
      assert.equal(reply.body.error.param, param)
      assert.ok(reply.body.error.message.includes(param.replace(/\[\d\]/, '')))
    })
  }

  test('an unknown enum value is rejected with a list of the allowed values', async () => {
    const reply = await post('application/json', '{"name":"k","kind":"robot","scopes":[]}')
    assert.match(reply.body.error.message, /api, agent/)
  })

  test('request validation counts an emoji as one character, and ignores unknown fields', async () => {
    const reply = await post(
      'application/json',
      JSON.stringify({ name: '😀'.repeat(60), kind: 'api', scopes: [], __proto__x: 1, constructor: 2, is_operator: true }),
    )
    assert.equal(reply.status, 201)
    assert.equal('is_operator' in reply.body, false)
  })

  test('invalid or repeated query parameters are rejected, and their values are never guessed', async () => {
    const QUERIES: [string, string][] = [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=5&limit=5', 'limit'],
      ['offset=-1', 'offset'],
      ['offset=100001', 'offset'],
      ['offset=99999999999999999999', 'offset'],
      ['status=open', 'status'],
      ['status=%00', 'status'],
      ['status=done&status=failed', 'status'],
      ['unknown=a%07', 'unknown'],
      ['a%00b=1', 'a?b'],
    ]
    for (const [query, param] of QUERIES) {
      const reply = await app.call('GET', `/v1/approvals?${query}`, { key: ana.key })
      assertEnvelope(reply, 400, 'invalid_request')
      assert.equal(reply.body.error.param, param, query)
    }
    assert.equal(
      (await app.call('GET', '/v1/approvals?limit=100&offset=100000&status=done&unknown=a%0Ab%09c&q=50%', { key: ana.key })).status,
      200,
    )
  })

  test('a body with a declared or received length over the limit gets a 413', async () => {
    const big = 'x'.repeat(256 * 1024)
    const reply = await app.call('POST', '/v1/sessions', { raw: { type: 'application/json', bytes: `{"email":"${big}"}` } })
    assertEnvelope(reply, 413, 'too_large')
    const promised = await sendRaw(
      app.port,
      head('POST /v1/sessions HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 300000'),
    )
    assertEnvelope(promised, 413, 'too_large')
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    const came = await sendRaw(
      app.port,
      head('POST /v1/sessions HTTP/1.1\nHost: localhost\nContent-Type: application/json\nTransfer-Encoding: chunked') + chunk.repeat(4),
    )
    assertEnvelope(came, 413, 'too_large')
    assert.equal(came.headers['connection'], 'close')
  })

  test('a request body is ignored if the endpoint takes no body', async () => {
    assert.equal((await app.call('GET', '/v1/me', { key: ana.key, raw: { type: 'text/plain', bytes: 'hello' } })).status, 200)
    assert.equal((await app.call('POST', '/v1/exports', { cookie: ana.cookie, raw: { type: 'text/plain', bytes: 'hello' } })).status, 202)
  })

  test('a response to HEAD equals the response to GET, without the body', async () => {
    const reply = await app.call('HEAD', '/v1/me', { key: ana.key })
    assert.equal(reply.status, 200)
    assert.equal(reply.bytes.length, 0)
  })

  test('only market reads and guest checkout permit requests from other origins (CORS)', async () => {
    assert.deepEqual(
      ENDPOINTS.filter(({ method, market, cors }) => cors || (market && method !== 'GET')).map(({ id }) => id),
      ['createGuestCheckout'],
    )
    for (const { method, path } of ENDPOINTS.filter(({ market, cors }) => !market && !cors)) {
      const url = `/v1${path.replaceAll(/\{\w+\}/g, 'some-id')}`
      const preflight = await app.call('OPTIONS', url, {
        headers: { origin: 'https://evil.example', 'access-control-request-method': method },
      })
      const answer = await app.call(method, url, { headers: { origin: 'https://evil.example' } })
      for (const { headers } of [preflight, answer]) assert.equal(headers['access-control-allow-origin'], undefined, `${method} ${path}`)
    }
  })

  test('every response has a unique Request-Id, and a response to a request with an API key is never cached', async () => {
    const [one, two] = [await app.call('GET', '/v1/me', { key: ana.key }), await app.call('GET', '/v1/me', { key: ana.key })]
    assert.notEqual(one.headers['request-id'], two.headers['request-id'])
    assert.equal(one.headers['cache-control'], 'no-store')
    assert.equal(one.headers['x-content-type-options'], 'nosniff')
  })

  test('after a rejected request, the connection can serve another request', async () => {
    const socket = connect(app.port, '127.0.0.1')
    await once(socket, 'connect')
    const request = (path: string) => head(`GET ${path} HTTP/1.1\nHost: localhost\nAuthorization: Bearer ${ana.key}`)
    socket.write(request('/v1/nothing') + request('/v1/me'))
    let text = ''
    for await (const chunk of socket) {
      text += String(chunk)
      const first = parseReply(text)
      const second = first && parseReply(text.slice(text.indexOf('HTTP/1.1', 10)))
      if (second && text.split('HTTP/1.1').length === 3) {
        assert.deepEqual([first.status, second.status], [404, 200])
        break
      }
    }
  })
})

test('error types and HTTP statuses match the specification', () => {
  assert.deepEqual(ERROR_STATUS, {
    invalid_request: 400,
    authentication: 401,
    payment: 402,
    permission: 403,
    not_found: 404,
    method_not_allowed: 405,
    conflict: 409,
    too_large: 413,
    unsupported_media: 415,
    idempotency_mismatch: 422,
    rate_limit: 429,
    usage_limit: 429,
    server: 500,
    unavailable: 503,
  })
})
