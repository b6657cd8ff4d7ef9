import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const bea = await openSeller(app, 'Bea')

const put = (sku: string, json: object, seller = ana) => seller.call('PUT', `/v1/listings/by-sku/${encodeURIComponent(sku)}`, { json })

test('the first call with a SKU creates a listing, and later calls with the same SKU change that listing', async () => {
  const first = await put('Box 7/é', { title: 'Boots', price: 45, prompt: 'old boots' })
  assert.deepEqual([first.status, first.body.sku, first.body.status, first.body.prompt], [201, 'Box 7/é', 'draft', 'old boots'])
  const second = await put('Box 7/é', { price: 40, publish: true, prompt: 'another prompt' })
  assert.equal(second.status, 200)
  assert.deepEqual(
    [second.body.id, second.body.title, second.body.price, second.body.status, second.body.prompt],
    [first.body.id, 'Boots', 40, 'live', 'old boots'],
  )
  const { body: again } = await put('Box 7/é', { price: 40, publish: true })
  assert.deepEqual(again, second.body)
})

test('20 concurrent calls with the same SKU create only one listing', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => put('race', { title: `Lamp ${n}`, price: 5 })))
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [...Array(19).fill(200), 201],
  )
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('two accounts can use the same SKU independently', async () => {
  const [one, other] = [await put('S-1', { title: 'Lamp' }), await put('S-1', { title: 'Lamp' }, bea)]
  assert.deepEqual([one.status, other.status], [201, 201])
  assert.notEqual(one.body.id, other.body.id)
})

test('creating or changing a listing with a SKU that the account already uses for a different listing returns 409', async () => {
  const taken = await put('taken', { title: 'Lamp' })
  const free = await ana.list({ title: 'Boots', sku: 'free' })
  for (const reply of [
    await ana.call('POST', '/v1/listings', { json: { title: 'Boots', sku: 'taken' } }),
    await ana.call('PATCH', `/v1/listings/${free.id}`, { json: { sku: ' taken ' } }),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.param], [409, 'sku'])
    assert.ok(reply.body.error.message.includes(taken.body.id), reply.body.error.message)
  }
  assert.equal((await ana.call('PATCH', `/v1/listings/${free.id}`, { json: { sku: 'free', title: 'Shoes' } })).body.title, 'Shoes')
  await ana.call('PATCH', `/v1/listings/${taken.body.id}`, { json: { sku: null } })
  assert.equal((await ana.call('PATCH', `/v1/listings/${free.id}`, { json: { sku: 'taken' } })).body.sku, 'taken')
})

test('an invalid call for an existing SKU returns an error that names the field, and the listing stays unchanged', async () => {
  const { body: made } = await put('whole', { title: 'Lamp', price: 10 })
  const cases: [object, number, string][] = [
    [{ title: 'New', shop: bea.slug }, 400, 'shop'],
    [{ title: 'New', lowest_price: 11 }, 400, 'lowest_price'],
    [{ price: null, publish: true }, 400, 'price'],
  ]
  for (const [json, status, param] of cases) {
    const reply = await put('whole', json)
    assert.deepEqual([reply.status, reply.body.error.param], [status, param], JSON.stringify(json))
  }
  assert.deepEqual((await ana.call('GET', `/v1/listings/${made.id}`)).body, made)
  for (const sku of ['x'.repeat(65), ' ']) {
    const { status, body } = await put(sku, {})
    assert.deepEqual([status, body.error.param], [400, 'sku'], JSON.stringify(sku))
  }
  assert.equal((await put('a\nb', {})).status, 400)
})

test('a call with the SKU of an existing listing leaves the listing’s photos unchanged and does not fetch the photo URLs', async () => {
  await put('pictures', { title: 'Lamp' })
  const { status, body } = await put('pictures', { title: 'Lamp', photo_urls: ['http://127.0.0.1:9/a.png'] })
  assert.deepEqual([status, body.photos], [200, []])
})

test('a call with the SKU of a sold listing returns 409 until the seller relists it', async () => {
  const { body } = await put('sold', { title: 'Lamp', price: 5, publish: true })
  await ana.call('POST', `/v1/listings/${body.id}/mark-sold`)
  assert.equal((await put('sold', { price: 6 })).status, 409)
})

test('a call with a SKU requires the approvals that its change and its publication require, and describes both', async () => {
  const ask_first = ['listings.publish', 'listings.price']
  const key = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first })
  const ask = async (sku: string, json: object) => {
    const { status, body } = await app.call('PUT', `/v1/listings/by-sku/${sku}`, { key, json })
    return status === 202 ? [body.action, body.summary] : [status]
  }
  assert.deepEqual(await ask('asked', { title: 'Lamp', price: 40, publish: true }), [
    'listings.publish',
    'Create and publish a listing for $40: “Lamp”.',
  ])
  assert.deepEqual(await ask('asked', { title: 'Lamp', price: 40 }), [201])
  assert.deepEqual(await ask('asked', { title: 'Old lamp' }), [200])
  assert.deepEqual(await ask('asked', { price: 35 }), ['listings.price', 'Change the price from $40 to $35 of the listing “Old lamp”.'])
  const publishes = 'Publish the listing with the SKU asked.'
  assert.deepEqual(await ask('asked', { publish: true }), ['listings.publish', publishes])
  assert.deepEqual(await ask('asked', { title: 'Lamp', publish: true }), [
    'listings.publish',
    `Change the title of the listing “Old lamp”. ${publishes}`,
  ])
  assert.equal((await put('asked', { publish: true })).body.status, 'live')
  assert.deepEqual(await ask('asked', { publish: true }), [200])
  assert.deepEqual(await ask('asked', { title: 'Lamp' }), ['listings.publish', 'Change the title of the listing “Old lamp”.'])
})

test('an account can find its own listing by SKU, in upper or lower case, but not a different account’s listing', async () => {
  const { body } = await put('Shelf-12%', { title: 'Vase' })
  const ids = async (seller: typeof ana) =>
    (await seller.call('GET', '/v1/listings?q=shelf-12%25')).body.data.map((one: { id: string }) => one.id)
  assert.deepEqual([await ids(ana), await ids(bea)], [[body.id], []])
})

test('no public view of a listing contains its SKU', async () => {
  const { body } = await put('secret-sku', { title: 'Clock', price: 5, publish: true })
  const link = new URL(body.url)
  const paths = [`/v1/market/listings/${body.id}`, '/v1/market/search?q=clock', `/v1/market/stores/${ana.slug}`]
  for (const path of paths) {
    const { status, body: shown } = await bea.call('GET', path)
    assert.equal(status, 200, path)
    assert.doesNotMatch(JSON.stringify(shown), /secret-sku|"sku"/, path)
  }
  const page = await app.call('GET', link.pathname, { host: link.hostname })
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.body, /secret-sku/)
  assert.doesNotMatch(JSON.stringify((await ana.call('GET', '/v1/events')).body), /secret-sku/)
})

test('an import sets SKUs, and a SKU that is taken or repeated is reported as an error in its row', async () => {
  const { body: first } = await put('csv-taken', { title: 'Lamp' })
  const csv = ['title,sku', 'One,csv-1', 'Two,csv-1', 'Three,csv-taken', 'Four,', 'Five,'].join('\n')
  const { status, body } = await ana.call('POST', '/v1/listings/import', { raw: { type: 'text/csv', bytes: csv } })
  assert.equal(status, 200, JSON.stringify(body))
  const text = JSON.stringify(body)
  assert.ok(text.includes('sku is already in row 1.') && text.includes(first.id), text)
  const { body: exported } = await ana.call('GET', '/v1/listings/export')
  assert.match(String(exported), /One,[^\n]*csv-1/)
})
