import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#platform/context/index.ts'
import { SCOPES } from '#core/scopes.ts'
import { endBefore } from '#identity/email-links/email-verification.ts'
import { startApp, type Call } from '#test/app.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { picture } from '#test/law/world.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { HOME } from '#test/sales.ts'
import { agentOf, CHECKOUT, of, ORDER } from '#test/ucp/buying.ts'
import { startPlatform } from '#test/ucp/platform.ts'
import { until } from '#test/until.ts'

const PERSON = { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' }

test('test mode uses the built-in payment provider even if live mode uses Stripe', async (t) => {
  const stripe = await startStripe()
  t.after(() => stripe.close())
  const app = await startApp(
    t,
    {
      PUBLIC_URL: 'https://market.example',
      STORE_DOMAIN: 'shops.example',
      TEST_CLOCK: 'off',
      RATE_LIMITS: 'off',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
    undefined,
    'all',
  )
  const origin = 'https://market.example'
  const call = async (method: string, path: string, { headers, ...more }: Call = {}) => {
    const reply = await app.call(method, `/v1${path}`, {
      ...more,
      headers: { host: 'market.example', 'x-forwarded-proto': 'https', origin, ...headers },
    })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply
  }
  const account = await call('POST', '/accounts', { json: PERSON })
  const session = await call('POST', '/sessions', { json: PERSON })
  const cookie = session.headers['set-cookie']!.split(';')[0]!
  const keyOf = async (test_account: string) => {
    const json = { name: 'Test', kind: 'api', scopes: SCOPES, livemode: false, test_account }
    return (await call('POST', '/keys', { headers: { cookie }, json })).body.secret as string
  }
  const [seller, buyer] = [await keyOf('seller'), await keyOf('buyer')]
  await call('POST', '/shops', { key: seller, json: { name: 'Lamps', slug: 'lamps' } })
  const listing = (await call('POST', '/listings', { key: seller, json: { title: 'Lamp', price: 40, shipping: 8, publish: true } })).body
  assert.equal(listing.url, 'https://market.example/test/lamps/lamp')
  const order = (await call('POST', '/orders', { key: buyer, json: { listing: listing.id, address: HOME } })).body
  assert.equal((await call('POST', `/orders/${order.id}/pay`, { key: buyer, json: { method: 'test_ok' } })).body.status, 'paid')
  await call('POST', `/orders/${order.id}/ship`, { key: seller, json: {} })
  await call('POST', '/sandbox/clock', { key: seller, json: { advance_seconds: 15 * 86_400 } })
  await until('the payout', async () => (await call('GET', `/orders/${order.id}`, { key: seller })).body.payout === 'sent')
  assert.deepEqual((await call('GET', '/payouts/account', { key: seller })).body, {
    object: 'payout_account',
    provider: 'test',
    ready: true,
    url: null,
  })
  assert.deepEqual(stripe.seen, [], 'no request to Stripe')
  const real = await app.call('GET', '/v1/payouts/account', {
    key: account.body.api_key.secret,
    headers: { host: 'market.example', 'x-forwarded-proto': 'https' },
  })
  assert.equal(real.body.provider, 'stripe')
})

test('requests and stored data in test mode count toward the account’s quota', async (t) => {
  const app = await startApp(t, { USAGE_LIMIT: '1000' })
  const ana = await app.signUp()
  const { seller } = await openTestTenant(app, ana)
  await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Lamps', slug: 'lamps' } })
  const { body } = await app.call('POST', '/v1/listings', { key: seller.key, json: { title: 'Lamp' } })
  const read = async (key: string) => (await app.call('GET', '/v1/me', { key })).body
  const before = await read(ana.key)
  const added = await app.call('POST', `/v1/listings/${body.id}/photos`, { key: seller.key, raw: picture() })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const bytes = async () => {
    const { media_bytes } = await app.service.ctx.db
      .selectFrom('account_use')
      .select('media_bytes')
      .where('account_id', '=', ana.id)
      .executeTakeFirstOrThrow()
    return media_bytes
  }
  assert.ok((await bytes()) > 0)
  const [hers, tests] = [await read(ana.key), await read(seller.key)]
  assert.equal(hers.usage.requests, before.usage.requests + 1)
  assert.deepEqual([tests.usage, tests.quotas.media_gb], [hers.usage, hers.quotas.media_gb])
  await app.call('POST', '/v1/sandbox/reset', { key: seller.key })
  assert.equal(await bytes(), 0)
})

test('when the owner verifies the email address for the first time, all earlier test keys and webhooks are revoked', async (t) => {
  const app = await startApp(t)
  const ana = await app.signUp()
  const { seller, buyer } = await openTestTenant(app, ana)
  await app.call('PUT', '/v1/webhooks', { key: seller.key, json: { url: 'http://127.0.0.1:9/' } })
  await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Lamps', slug: 'lamps' } })
  const lamp = await app.call('POST', '/v1/listings', { key: seller.key, json: { title: 'Lamp', price: 40, publish: true } })
  const platform = await startPlatform(t, [CHECKOUT])
  platform.profile.ucp.capabilities[ORDER] = [{ version: '2026-04-08', config: { webhook_url: 'http://127.0.0.1:9/' } }]
  assert.equal((await agentOf(app, platform, buyer.key).create({ line_items: of(lamp.body.id) })).status, 201)
  await inTransaction(app.service.ctx, (tx) => endBefore(tx, { id: ana.id, name: 'Ana' }, ana.email))
  assert.equal((await app.call('GET', '/v1/me', { key: seller.key })).status, 401)
  const { db } = app.service.ctx
  assert.deepEqual(await db.selectFrom('webhooks').select('url').where('account_id', '=', seller.id).execute(), [])
  assert.deepEqual(await db.selectFrom('checkouts').select('webhook_url').execute(), [{ webhook_url: null }])
})

test('test mode supports deposits and sales even if no payment provider is configured for live mode', async (t) => {
  const env = { PUBLIC_URL: 'https://market.example', STORE_DOMAIN: 'shops.example', TEST_CLOCK: 'off', RATE_LIMITS: 'off' }
  const app = await startApp(t, env, undefined, 'web')
  assert.equal(app.service.ctx.payments, null)
  const call = async (method: string, path: string, { headers, ...more }: Call = {}) => {
    const sameOrigin = { host: 'market.example', 'x-forwarded-proto': 'https', origin: 'https://market.example' }
    const reply = await app.call(method, `/v1${path}`, { ...more, headers: { ...sameOrigin, ...headers } })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply
  }
  await call('POST', '/accounts', { json: PERSON })
  const session = await call('POST', '/sessions', { json: PERSON })
  const cookie = session.headers['set-cookie']!.split(';')[0]!
  const keyOf = async (test_account: string) => {
    const json = { name: 'Test', kind: 'api', scopes: SCOPES, livemode: false, test_account }
    return (await call('POST', '/keys', { headers: { cookie }, json })).body.secret as string
  }
  const [seller, buyer] = [await keyOf('seller'), await keyOf('buyer')]
  await call('POST', '/shops', { key: seller, json: { name: 'Lamps', slug: 'lamps' } })
  await call('PATCH', '/shops/lamps', { key: seller, json: { ask_hold: true } })
  const listing = (await call('POST', '/listings', { key: seller, json: { title: 'Lamp', price: 40, shipping: 8, publish: true } })).body
  const hold = (await call('POST', '/holds', { key: buyer, json: { listing: listing.id } })).body
  assert.equal((await call('POST', `/holds/${hold.id}/pay`, { key: buyer, json: { method: 'test_ok' } })).body.status, 'active')
  const order = (await call('POST', '/orders', { key: buyer, json: { listing: listing.id, address: HOME, hold: true } })).body
  assert.equal((await call('POST', `/orders/${order.id}/pay`, { key: buyer, json: { method: 'test_ok' } })).body.status, 'paid')
})
