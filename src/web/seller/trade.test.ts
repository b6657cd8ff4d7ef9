import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startWithSeller, visitorOf } from '#test/pages.ts'

const ADDRESS = { name: 'Ben', line1: '1 Elm St', city: 'Salem', postal_code: '97301', country: 'US' }

test('a seller uses forms to handle offers, messages, shipping and problems, and other accounts get a 404', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { haggle: false } })
  const page = await visitorOf(app, ana.cookie)
  const eve = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  const buyer = await app.signUp('Ben')
  const asBuyer = (path: string, json: object) => app.call('POST', path, { key: buyer.key, json })
  const lamp = await ana.list({ title: 'Oak lamp', price: 60, lowest_price: 41.5, shipping: 5, take_offers: true, publish: true })
  const { body: offer } = await asBuyer('/v1/offers', { listing: lamp.id, amount: 40, note: 'For my mother' })
  const queue = (await page.get('/app/offers')).body
  for (const words of ['Ben offers', 'For my mother', 'Your minimum', '$41.50', 'Your price']) assert.ok(queue.includes(words), words)
  const low = await page.post('/app/offers', { do: 'counter', id: offer.id, amount: '39', note: 'Not less' })
  assert.equal(low.status, 400)
  assert.match(low.body, /value="39"/)
  assert.match(low.body, /value="Not less"/)
  for (const action of ['accept', 'counter', 'decline'])
    assert.equal((await eve.post('/app/offers', { do: action, id: offer.id, amount: '50', seen: '40' })).status, 404, action)
  assert.equal((await page.post('/app/offers', { do: 'accept', id: offer.id, seen: '45' })).status, 409, 'the amount differs from the form')
  const taken = await page.post('/app/offers', { do: 'accept', id: offer.id, seen: '40' })
  assert.deepEqual([taken.status, taken.headers.location], [303, '/app/offers'])

  const { body: thread } = await asBuyer('/v1/threads', { listing: lamp.id, text: 'Does it work?' })
  const talk = `/app/messages/${thread.id}`
  assert.match((await page.get('/app/messages?show=all')).body, /Does it work/)
  assert.match((await page.get(talk)).body, /Does it work/)
  assert.equal((await page.post(talk, { text: '' })).status, 400)
  assert.equal((await page.post(talk, { text: 'It does.' })).status, 303)
  assert.match((await page.get(talk)).body, /It does\./)
  assert.equal((await eve.get(talk)).status, 404)
  assert.equal((await eve.post(talk, { text: 'x' })).status, 404)

  const order = (await app.call('GET', `/v1/offers/${offer.id}`, { key: buyer.key })).body.order
  const path = `/app/orders/${order}`
  const early = await page.post(path, { do: 'ship', carrier: 'UPS', number: '1Z999AA10123456784' })
  assert.equal(early.status, 409)
  const paid = await asBuyer(`/v1/orders/${order}/pay`, { method: 'test_ok', address: ADDRESS })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.match((await page.get('/app')).body, /Ben paid \$40 \+ \$5 shipping for Oak lamp: ship it/)
  assert.match((await page.get('/app/orders')).body, /Oak lamp/)
  const toShip = (await page.get(path)).body
  assert.match(toShip, /1 Elm St/)
  assert.match(toShip, /aria-label="Order history"[^]*Ordered[^]*Paid/)
  assert.doesNotMatch(toShip, /Not paid yet/)
  assert.match((await page.get('/app/payouts')).body, /To get paid, ship the item/)
  assert.equal((await eve.get(path)).status, 404)
  assert.equal((await eve.post(path, { do: 'ship' })).status, 404)
  const long = await page.post(path, { do: 'ship', carrier: 'x'.repeat(61), number: '1Z999' })
  assert.equal(long.status, 400)
  assert.match(long.body, /id="carrier-problem"/)
  assert.match(long.body, /value="1Z999"/)
  assert.equal((await page.post(path, { do: 'ship', carrier: 'UPS', number: '1Z999AA10123456784' })).status, 303)
  await asBuyer(`/v1/orders/${order}/problem`, { reason: 'damaged', body: 'The shade is torn' })
  assert.match((await page.get(path)).body, /The shade is torn/)
  assert.equal((await eve.post(path, { do: 'refund' })).status, 404)
  assert.equal((await page.post(path, { do: 'offer', amount: '500' })).status, 400)
  assert.equal((await page.post(path, { do: 'answer', body: 'I am sorry' })).status, 303)
  const back = await page.post(path, { do: 'refund' })
  assert.deepEqual([back.status, back.headers.location], [303, path])
  assert.match((await page.get(path)).body, /The buyer will get the money back/)
  assert.equal((await ana.call('GET', `/v1/orders/${order}`)).body.status, 'refunded')
  assert.equal((await page.get('/app/stats')).status, 200)
})

test('the shop form saves settings, preserves invalid input, and deletes the shop only after its address is typed', async (t) => {
  const app = await startApp(t)
  const ana = await openSeller(app, 'Ana')
  const eve = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  const page = await visitorOf(app, ana.cookie)
  const shop = ana.slug
  const read = async (slug = shop) => (await ana.call('GET', `/v1/shops/${slug}`)).body
  assert.match((await page.get('/app/shop')).body, /never goes below \$68/, 'the worked example of 15 percent')
  assert.equal((await page.post('/app/shop', { shop, do: 'look', name: 'Old & good', tone: 'leaf', about: 'Lamps.' })).status, 303)
  assert.deepEqual([(await read()).name, (await read()).tone], ['Old & good', 'leaf'])
  const bad = await page.post('/app/shop', { shop, do: 'helpers', lowest_percent: '95', haggle: 'true' })
  assert.equal(bad.status, 400)
  assert.match(bad.body, /value="95"/)
  await page.post('/app/shop', { shop, do: 'helpers', lowest_percent: '20', haggle: 'true' })
  assert.deepEqual((await read()).agent, { answer_questions: false, haggle: true, lowest_percent: 20, ask_hold: false })
  await page.post('/app/shop', { shop, do: 'visibility', visibility: 'link', paused: 'true' })
  assert.deepEqual([(await read()).visibility, (await read()).paused], ['link', true])
  const reply = await page.post('/app/shop', { shop, do: 'address', slug: 'old-and-good' })
  assert.equal(reply.headers.location, '/app/shop?shop=old-and-good')
  for (const action of ['look', 'helpers', 'delete', 'no-picture'])
    assert.equal((await eve.post('/app/shop', { shop: 'old-and-good', do: action, confirm: 'old-and-good' })).status, 404, action)
  assert.equal((await page.post('/app/shop', { shop: 'old-and-good', do: 'delete', confirm: 'yes' })).status, 400)
  assert.equal((await page.post('/app/shop', { shop: 'old-and-good', do: 'delete', confirm: 'old-and-good' })).status, 303)
})

test('secrets of keys and webhooks are shown once, a revoked key stops working immediately, and other accounts get a 404', async (t) => {
  const { app, ana, page } = await startWithSeller(t)
  const eve = await visitorOf(app, (await openSeller(app, 'Eve')).cookie)
  const keys = '/app/developers/keys'
  const unnamed = await page.post(keys, { name: '', preset: 'agent', max_offer: '50' })
  assert.equal(unnamed.status, 400)
  assert.match(unnamed.body, /value="agent" name="preset" checked/)
  const made = await page.post(keys, { name: 'Bot', preset: 'listings' })
  const secret = /rsk_\w{36}/.exec(made.body)![0]
  assert.doesNotMatch((await page.get(keys)).body, /rsk_\w/)
  assert.equal((await app.call('GET', '/v1/listings', { key: secret })).status, 200)
  const id = (await app.call('GET', '/v1/keys', { cookie: ana.cookie })).body.data.find((key: { name: string }) => key.name === 'Bot').id
  assert.equal((await eve.post(keys, { do: 'revoke', id })).status, 404)
  assert.equal((await page.post(keys, { do: 'revoke', id })).status, 303)
  assert.equal((await app.call('GET', '/v1/listings', { key: secret })).status, 401)
  assert.match((await page.post(keys, { name: 'Helper', preset: 'agent' })).body, /\/agent\/ral_\w{36}/)

  const hook = '/app/developers/webhook'
  assert.equal((await page.post(hook, { do: 'test' })).status, 409)
  const none = await page.post(hook, { url: 'http://127.0.0.1:1/hook' })
  assert.equal(none.status, 400)
  assert.match(none.body, /value="http:\/\/127\.0\.0\.1:1\/hook"/)
  const first = await page.post(hook, { url: 'http://127.0.0.1:1/hook', events: ['listing.sold', 'offer.received'] })
  assert.match(first.body, /whsec_\w{32}/)
  assert.doesNotMatch((await page.get(hook)).body, /whsec_\w/)
  assert.match((await page.post(hook, { do: 'test' })).body, /No response: refused/)
  assert.match((await page.post(hook, { do: 'rotate' })).body, /whsec_\w{32}/)
  assert.equal((await page.post(hook, { do: 'retry', id: 'dlv_0' })).status, 404)
  assert.equal((await page.post(hook, { do: 'stop' })).status, 303)
  for (const path of ['/app/developers', '/app/developers/approvals']) assert.equal((await page.get(path)).status, 200)
})
