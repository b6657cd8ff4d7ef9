import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/app.ts'

const PUBLIC = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example', TEST_CLOCK: 'off', RATE_LIMITS: 'off' }
const HOST = { host: 'market.example', 'x-forwarded-proto': 'https' }
const PERSON = { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' }

describe('a service in public mode', () => {
  test('in public mode, the session cookie is sent only over HTTPS', async (t) => {
    const app = await startApp(t, PUBLIC)
    assert.equal((await app.call('POST', '/v1/accounts', { headers: HOST, json: PERSON })).status, 201)
    const session = await app.call('POST', '/v1/sessions', { headers: HOST, json: PERSON })
    assert.match(session.headers['set-cookie']!, /^__Host-session=\w+; Path=\/; HttpOnly; SameSite=Lax;.*; Secure(;|$)/)
    assert.doesNotMatch(session.headers['set-cookie']!, /Domain/i)
    const token = /=(\w+)/.exec(session.headers['set-cookie']!)![1]!
    const me = async (cookie: string) => (await app.call('GET', '/v1/me', { headers: { ...HOST, cookie } })).status
    assert.equal(await me(`__Host-session=${token}`), 200)
    assert.equal(await me(`session=${token}`), 401, 'rejects a cookie name that another host could set')
  })

  test('/metrics requires the metrics token, and returns 404 without it', async (t) => {
    const app = await startApp(t, { ...PUBLIC, METRICS_TOKEN: 'let me see' })
    const read = (authorization?: string) =>
      app.call('GET', '/metrics', { headers: { ...HOST, ...(authorization ? { authorization } : {}) } })
    assert.equal((await read()).status, 404)
    assert.equal((await read('Bearer let me in')).status, 404)
    assert.match((await read('Bearer let me see')).body, /http_request_duration_seconds/)
  })

  test('if no metrics token is configured, /metrics always returns 404', async (t) => {
    const app = await startApp(t, PUBLIC)
    assert.equal((await app.call('GET', '/metrics', { headers: { ...HOST, authorization: 'Bearer null' } })).status, 404)
  })
})

test('while sign-ups are closed, they return 403, and existing users stay signed in', async (t) => {
  const app = await startApp(t, { SIGNUPS: 'closed', DEMO: 'on' })
  const refused = await app.call('POST', '/v1/accounts', { json: PERSON })
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.type, 'permission')
})
