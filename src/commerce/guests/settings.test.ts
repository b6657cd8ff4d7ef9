import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { onSale } from '#test/bargain.ts'
import { openSeller } from '#test/factories.ts'
import { buyAsGuest, checkOut, MANY_NETWORKS, postForm, sessionIn } from '#test/guests.ts'
import { mailedLink } from '#test/mailed-link.ts'

test('with GUEST_LIMIT=0 or without email, guest purchases are disabled, and the checkout page requires an account', async (t) => {
  const app = await startApp(t, { ...MANY_NETWORKS, GUEST_LIMIT: '0' })
  const seller = await openSeller(app)
  const listing = await onSale(seller)
  for (const one of [listing, await onSale(seller, { price: 0, shipping: 0 })])
    assert.equal((await checkOut(app, one, 'ben@example.test')).status, 409)
  assert.match((await app.call('GET', `/checkout/${listing}`)).headers['location'] ?? '', /^\/sign-in/)
  const { ctx } = app.service
  ctx.settings.current().guestLimitCents = 10_000
  assert.equal((await app.call('GET', `/checkout/${listing}`)).status, 200)
  ctx.config.mail = { ...ctx.config.mail, kind: 'off' } as typeof ctx.config.mail
  assert.equal((await checkOut(app, listing, 'ben@example.test')).status, 503)
  assert.match((await app.call('GET', `/checkout/${listing}`)).headers['location'] ?? '', /^\/sign-in/)
})

test('GUEST_LIMIT sets the maximum total of a guest purchase', async (t) => {
  const app = await startApp(t, { ...MANY_NETWORKS, GUEST_LIMIT: '90' })
  const seller = await openSeller(app)
  assert.equal((await checkOut(app, await onSale(seller, { price: 90.01 }), 'ben@example.test')).status, 409)
  assert.equal((await checkOut(app, await onSale(seller, { price: 90 }), 'ben@example.test')).status, 201)
})

test('while sign-ups are closed, the emailed link opens the order, but creates no account', async (t) => {
  const app = await startApp(t, MANY_NETWORKS)
  const { order } = await buyAsGuest(app, await onSale(await openSeller(app)), 'ben@example.test')
  app.service.ctx.config.signups = 'closed'
  const token = await mailedLink(app, 'ben@example.test', '/guest/order')
  const reply = await postForm(app, '/guest/order', { token })
  assert.equal(reply.headers['location'], `/you/orders/${order}`)
  const cookie = sessionIn(reply)
  assert.equal((await app.call('GET', `/v1/orders/${order}`, { cookie })).status, 200)
  assert.equal((await app.call('GET', '/v1/me', { cookie })).body.error.code, 'guest')
})
