import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { send, sendToAny, startApp } from '#test/app.ts'
import { talk } from '#test/talk.ts'

const app = await startApp({ after })
const at = (host: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendToAny(app.port, method, path, { host, headers })

describe('requests in local mode with a foreign Host header (DNS rebinding)', () => {
  const PATHS = ['/', '/v1/market/stores', '/v1/me', '/v1/openapi.json', '/metrics', '/dev/mail', '/mcp', '/ucp/mcp', '/static/none.js']
  const FOREIGN = ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '192.168.1.7', 'resale.localhost.evil.test']

  test('a request with a foreign Host header can neither read nor write', async () => {
    const { key } = await app.signUp('Owner')
    for (const host of FOREIGN) {
      for (const path of PATHS)
        for (const accept of ['*/*', 'text/html']) assert.equal((await at(host, path, { accept })).status, 404, `${host}${path}`)
      const write = await sendToAny(app.port, 'POST', '/v1/shops', { host, key, json: { name: 'Evil', slug: 'evil' } })
      assert.deepEqual([write.status, write.body.error.type, write.body.error.param], [404, 'not_found', 'Host'])
    }
  })

  test('a request with a foreign Host header gets no response from the cache', async () => {
    for (let tries = 0; tries < 3; tries++) assert.equal((await at('localhost', '/v1/market/stores')).status, 200)
    for (let tries = 0; tries < 3; tries++) assert.equal((await at('evil.test', '/v1/market/stores')).status, 404)
  })

  test('health checks accept any Host header, and HTTP/1.0 requests without one', async () => {
    for (const path of ['/healthz', '/readyz']) {
      assert.equal((await at('evil.test', path)).status, 200)
      assert.match(await talk(app.port, `GET ${path} HTTP/1.0\r\n\r\n`), /^HTTP\/1\.1 200 /)
    }
  })
})

test('every host name of the local machine reaches the API', async () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.0.1', '[::1]', 'resale.localhost'])
    assert.equal((await at(host, '/v1/market/stores')).status, 200, host)
})

describe('API paths that are common in other services', () => {
  for (const path of ['/v2/me', '/v2', '/v10/listings/1', '/api', '/api/v1/me', '/graphql', '/rest/items', '/V2/me'])
    test(`${path} returns a JSON 404 on every host of the service`, async () => {
      for (const host of ['localhost', '127.0.0.1', 'resale.localhost'])
        for (const accept of ['*/*', 'application/json', 'text/html']) {
          const { status, body, headers } = await at(host, path, { accept })
          assert.deepEqual([status, body.error?.type, headers['location']], [404, 'not_found', undefined], `${host} ${accept}`)
        }
    })

  test('a client with a key gets a 404 as JSON, and is not redirected to a page', async () => {
    const { key } = await app.signUp('Program')
    const { status, body } = await send(app.port, 'GET', '/me', { host: 'localhost', key })
    assert.deepEqual([status, body.error.type], [404, 'not_found'])
  })

  test('a browser on localhost is redirected to the same page on the main host', async () => {
    const { status, headers } = await at('localhost', '/shops', { accept: 'text/html' })
    assert.deepEqual([status, headers['location']], [302, `${app.url}/shops`])
  })
})
