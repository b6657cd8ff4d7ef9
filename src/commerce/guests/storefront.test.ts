import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller, type Seller } from '#test/factories.ts'
import { buyAsGuest, fromNewNetwork, MANY_NETWORKS, newEmail } from '#test/guests.ts'
import { lifetime } from '#test/lifetime.ts'
import { HOME } from '#test/sales.ts'

const PATH = '/v1/checkouts/guest'
const ORIGIN = 'https://storefront.example'

const life = lifetime()
let app: TestApp
let seller: Seller
before(async () => {
  app = await startApp(life, MANY_NETWORKS)
  seller = await openSeller(app, 'Sol')
})

const start = async (more: { headers?: Record<string, string>; cookie?: string; json?: object } = {}): Promise<Reply> => {
  const json = { listing: await onSale(seller), email: newEmail(), address: HOME, ...more.json }
  return app.call('POST', PATH, { ...more, json, headers: { Origin: ORIGIN, ...(more.headers ?? fromNewNetwork()) } })
}
const assertReadable = ({ headers }: Reply): void => {
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['access-control-allow-credentials'], undefined)
  assert.match(headers['access-control-expose-headers']!, /\bRequest-Id\b.*\bRetry-After\b/)
}

describe('requests that a storefront sends from the visitor’s browser', () => {
  test('a request from a storefront’s page may contain JSON and an idempotency key, but neither an API key nor cookies', async () => {
    const requested = { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' }
    const { status, headers } = await app.call('OPTIONS', PATH, { headers: requested })
    assert.equal(status, 204)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.match(headers['access-control-allow-methods']!, /\bPOST\b/)
    assert.equal(headers['access-control-allow-headers'], 'Content-Type, Idempotency-Key')
  })

  test('a storefront’s page can read the response that contains the checkout, and every error response', async () => {
    const started = await start()
    assert.equal(started.status, 201, JSON.stringify(started.body))
    assertReadable(started)
    assert.equal(started.headers['set-cookie'], undefined)
    for (const [json, status] of [
      [{ email: 'nobody' }, 400],
      [{ listing: 'lst_unknown' }, 404],
      [{ listing: await onSale(seller, { price: 600 }) }, 409],
    ] as const) {
      const refused = await start({ json })
      assert.equal(refused.status, status)
      assertReadable(refused)
    }
  })

  test('the rate limit applies to the buyer’s network, not to the storefront’s network', async () => {
    const headers = fromNewNetwork()
    for (let orders = 0; orders < 3; orders++) assert.equal((await start({ headers })).status, 201)
    const refused = await start({ headers })
    assert.equal(refused.status, 429)
    assertReadable(refused)
    assert.equal((await start()).status, 201, 'another buyer of the same storefront')
  })

  test('a checkout that is started from a storefront page never uses the visitor’s session', async () => {
    const member = await app.signUp('Mia')
    const { cookie: guest } = await buyAsGuest(app, await onSale(seller), newEmail())
    for (const cookie of [member.cookie, guest]) {
      const refused = await start({ cookie })
      assert.deepEqual([refused.status, refused.body.error.type], [403, 'permission'], JSON.stringify(refused.body))
    }
    assert.deepEqual((await app.call('GET', '/v1/orders?role=buyer', { key: member.key })).body.data, [])
  })
})
