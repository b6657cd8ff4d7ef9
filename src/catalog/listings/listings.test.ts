import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { makePhoto } from '#test/rows.ts'
import { traceOf } from '#test/trace.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const bea = await openSeller(app, 'Bea')
const at = (id: string) => `/v1/listings/${id}`

test('a listing that is created without any fields is an empty draft in the account’s first shop', async () => {
  const { status, body } = await ana.call('POST', '/v1/listings', { json: {} })
  assert.equal(status, 201)
  const { id, created_at, updated_at, ...rest } = body
  assert.match(id, /^lst_/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    object: 'listing', shop: ana.slug, status: 'draft', visibility: 'everyone', step: 'photos', name: 'New listing', prompt: null,
    title: null,
    one_liner: null, description: null, category: null, sku: null, price: null, was_price: null, price_basis: null, price_drop: null,
      lowest_price: null, shipping: null, take_offers: true, fields: [], parcel: null,
    photos: [],
    photos_wanted: [], url: `${app.url}/listings/${id}`, edit_url: `${app.url}/app/listings/${id}`,
    stats: { views: 0, views_7d: 0, likes: 0, shares: 0, offers: 0, offers_waiting: 0 }, research: null, published_at: null, sold_at: null,
  }) // prettier-ignore
})

test('a draft can be created with every field set, and is read back unchanged', async () => {
  const sent = {
    title: 'Le Creuset pot', one_liner: 'Flame, 24 cm', description: 'First.\n\nSecond\tline.', category: 'Home', sku: 'POT 24/7', price: 129.99, lowest_price: 100,
    shipping: 0, take_offers: false, visibility: 'link',
  } // prettier-ignore
  const { body } = await ana.call('POST', '/v1/listings', {
    json: { ...sent, prompt: 'a pot', research: true, unknown: 1, status: 'sold', owner_id: bea.id },
  })
  for (const [name, value] of Object.entries(sent)) assert.equal(body[name], value, name)
  assert.deepEqual([body.status, body.research, body.name], ['draft', null, 'Le Creuset pot'])
  assert.deepEqual((await ana.call('GET', at(body.id))).body, body)
})

test('a listing that is created with `publish` goes live immediately, and its URL is derived from its title', async () => {
  const { status, body } = await bea.call('POST', '/v1/listings', { form: 'title=Old+Lamp&price=12.50&publish=yes&take_offers=off' })
  assert.deepEqual([status, body.status, body.price, body.take_offers, body.step], [201, 'live', 12.5, false, 'done'])
  assert.equal(body.url, `http://${bea.slug}.resale.localhost:${app.port}/old-lamp`)
  assert.ok(body.published_at)
})

test('a seller can search, filter and sort their own listings', async () => {
  const cy = await openSeller(app, 'Cy')
  const make = async (json: object) => (await cy.call('POST', '/v1/listings', { json })).body.id as string
  const coat = await make({ title: 'Wool coat', price: 40, publish: true })
  const lamp = await make({ title: 'Desk lamp', description: 'Shade of woollen felt and wool.', price: 12.5 })
  const draft = await make({ prompt: 'an old 50% coat_hanger' })
  await ana.call('POST', '/v1/listings', { json: { title: 'Wool coat of another seller', price: 40 } })
  await cy.call('PATCH', at(coat), { json: { one_liner: 'Warm' } })
  const ids = async (query: string) => {
    const { status, body } = await cy.call('GET', `/v1/listings?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.total, body.data.length)
    return body.data.map(({ id }: { id: string }) => id)
  }
  for (const [query, found] of [
    ['', [coat, draft, lamp]],
    ['sort=changed', [coat, draft, lamp]],
    ['sort=newest', [draft, lamp, coat]],
    ['sort=price-asc', [lamp, coat, draft]],
    ['sort=price-desc', [coat, lamp, draft]],
    ['q=wool', [coat, lamp]],
    ['q=WOO', [coat]],
    ['q=coat', [coat, draft]],
    ['q=50%25', [draft]],
    ['q=t_h', [draft]],
    ['q=%20', [coat, draft, lamp]],
    ['q=%22%26!', []],
    ['q=coat&status=live', [coat]],
    ['min_price=12.5', [coat, lamp]],
    ['min_price=12.51', [coat]],
    ['max_price=12.50&q=lamp', [lamp]],
    ['min_price=0&max_price=12.49', []],
  ] as const)
    assert.deepEqual(await ids(query), found, query)
  for (const [query, param] of [
    ['sort=best', 'sort'],
    ['min_price=2&max_price=1', 'min_price'],
    ['max_price=ten', 'max_price'],
    [`q=${'a'.repeat(201)}`, 'q'],
  ] as const) {
    const { status, body } = await cy.call('GET', `/v1/listings?${query}`)
    assert.deepEqual([status, body.error.param], [400, param], query)
  }
})

test('a draft is named after its prompt, shortened at a word boundary', async () => {
  const { name } = await ana.list({ prompt: 'my grandmother’s blue enamel coffee pot with a slightly chipped lid and a wooden handle' })
  assert.equal(name, 'my grandmother’s blue enamel coffee pot with a slightly')
})

test('a listing is created in the shop that the request names', async () => {
  const cem = await openSeller(app, 'Cem')
  await cem.call('POST', '/v1/shops', { json: { name: 'Second', slug: 'second-of-cem' } })
  assert.equal((await cem.list()).shop, cem.slug)
  assert.equal((await cem.list({ shop: 'Second-of-Cem' })).shop, 'second-of-cem')
})

test('a seller without a shop cannot create a listing, and naming a different account’s shop returns the same error as naming an unknown shop', async () => {
  const shopless = await app.signUp('Dan')
  const none = await app.call('POST', '/v1/listings', { key: shopless.key, json: { title: 'A' } })
  assert.deepEqual([none.status, none.body.error.param], [400, 'shop'])
  assert.match(none.body.error.message, /Open a shop first/)
  const before = await traceOf(app)
  const theirs = await ana.call('POST', '/v1/listings', { json: { shop: bea.slug } })
  const unknown = await ana.call('POST', '/v1/listings', { json: { shop: 'nobody-has-this' } })
  assert.deepEqual([theirs.status, theirs.body.error.param], [400, 'shop'])
  assert.match(theirs.body.error.message, /one of your shops/)
  assert.deepEqual(theirs.body, unknown.body)
  assert.equal(await traceOf(app), before)
})

const REFUSED: [string, Record<string, unknown>][] = [
  ['title', { title: '' }],
  ['title', { title: ' \n ' }],
  ['title', { title: '🥾'.repeat(81) }],
  ['title', { title: 'a\u0007b' }],
  ['title', { title: '\ud800' }],
  ['title', { title: 5 }],
  ['one_liner', { one_liner: 'x'.repeat(121) }],
  ['description', { description: 'x'.repeat(5001) }],
  ['category', { category: 'x'.repeat(61) }],
  ['sku', { sku: 'x'.repeat(65) }],
  ['sku', { sku: 'A\n1' }],
  ['prompt', { prompt: 'x'.repeat(501) }],
  ['price', { price: -0.01 }],
  ['price', { price: 100_000.01 }],
  ['price', { price: 1.005 }],
  ['price', { price: '45' }],
  ['lowest_price', { lowest_price: -1 }],
  ['lowest_price', { lowest_price: 100_001 }],
  ['lowest_price', { price: 10, lowest_price: 10.01 }],
  ['shipping', { shipping: -1 }],
  ['shipping', { shipping: true }],
  ['take_offers', { take_offers: null }],
  ['take_offers', { take_offers: 'maybe' }],
  ['visibility', { visibility: 'public' }],
  ['shop', { shop: 7 }],
  ['parcel', { parcel: '24 oz' }],
  ['parcel.height_in', { parcel: { weight_oz: 24, length_in: 12, width_in: 9 } }],
  ['parcel.weight_oz', { parcel: { weight_oz: 0, length_in: 12, width_in: 9, height_in: 4 } }],
  ['parcel.weight_oz', { parcel: { weight_oz: 1.25, length_in: 12, width_in: 9, height_in: 4 } }],
  ['fields', { fields: 'Brand' }],
  ['fields', { fields: { Brand: 7 } }],
  ['fields', { fields: [{ label: 'Brand' }] }],
  ['fields', { fields: [null] }],
  ['fields', { fields: { ['x'.repeat(61)]: 'long label' } }],
  ['fields', { fields: { Brand: 'x'.repeat(501) } }],
  ['fields', { fields: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`Line ${n}`, 'x'])) }],
  ['photo_urls', { photo_urls: 7 }],
  ['research', { research: 2 }],
  ['title', { publish: true, price: 5 }],
  ['price', { publish: true, title: 'Boots' }],
]

for (const [index, [param, json]] of REFUSED.entries()) {
  test(`request body ${index + 1} (${JSON.stringify(json).slice(0, 50)}) returns 400, names ${param} and stores nothing`, async () => {
    const before = await traceOf(app)
    const { status, body } = await ana.call('POST', '/v1/listings', { json: { description: 'half a listing', ...json } })
    assert.deepEqual([status, body.error.type, body.error.param], [400, 'invalid_request', param])
    assert.equal(await traceOf(app), before)
  })
}

test('every text field accepts its maximum length, measured in code points', async () => {
  const listing = { title: '🥾'.repeat(80), one_liner: 'é'.repeat(120), description: '漢'.repeat(5000), category: '𝒞'.repeat(60), price: 100_000, lowest_price: 100_000, shipping: 100_000, prompt: '𝒫'.repeat(500) } // prettier-ignore
  const body = await ana.list(listing)
  for (const name of ['title', 'one_liner', 'description', 'category', 'price', 'lowest_price', 'shipping'] as const)
    assert.equal(body[name], listing[name])
  const lines = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${'L'.repeat(57)} ${n}`, '🥾'.repeat(500)]))
  assert.equal((await ana.list({ fields: lines })).fields.length, 60)
})

test('spaces at the start and end of text are removed, but newlines and tabs within the text are preserved', async () => {
  const { title, description } = await ana.list({ title: '  Boots ', description: ' a\r\nb\tc ' })
  assert.deepEqual([title, description], ['Boots', 'a\nb\tc'])
})

test('a malformed request body returns 400, an unsupported media type returns 415, and a body that is too large returns 413', async () => {
  const send = (type: string, bytes: string) => ana.call('POST', '/v1/listings', { raw: { type, bytes } })
  assert.equal((await send('application/json', '{"title":')).status, 400)
  assert.equal((await send('application/json', '[1]')).status, 400)
  assert.equal((await send('text/plain', 'title=A')).status, 415)
  assert.equal((await send('application/json', JSON.stringify({ description: 'x'.repeat(300_000) }))).status, 413)
})

test('an empty form value clears a nullable field, and numbers and booleans can be sent in forms', async () => {
  const { id } = await ana.list({ title: 'Boots', price: 45, shipping: 5, category: 'Shoes' })
  const { status, body } = await ana.call('PATCH', at(id), { form: 'price=40.5&shipping=&category=&take_offers=0' })
  assert.equal(status, 200)
  assert.deepEqual([body.title, body.price, body.shipping, body.category, body.take_offers], ['Boots', 40.5, null, null, false])
  const bad = await ana.call('PATCH', at(id), { form: 'price=4x' })
  assert.deepEqual([bad.status, bad.body.error.param], [400, 'price'])
})

const ONE_CHANGE: Record<string, unknown> = {
  title: 'Other', one_liner: 'Other', description: 'Other', category: 'Other', sku: 'Other', price: 50, lowest_price: 11, shipping: 1, take_offers: false, visibility: 'link',
} // prettier-ignore

for (const [name, value] of Object.entries(ONE_CHANGE)) {
  test(`an update of ${name} changes only that field and updated_at, and null clears a nullable field`, async () => {
    const before = await ana.list({ title: 'Boots', one_liner: 'One', description: 'Two', category: 'Shoes', price: 45, lowest_price: 10, shipping: 5, fields: { Brand: 'Nike' } }) // prettier-ignore
    const { body: after } = await ana.call('PATCH', at(before.id), { json: { [name]: value } })
    const named = name === 'title' ? { name: value } : {}
    assert.deepEqual({ ...after, updated_at: null }, { ...before, [name]: value, ...named, updated_at: null })
    assert.ok(after.updated_at >= before.updated_at)
    const cleared = await ana.call('PATCH', at(before.id), { json: { [name]: null } })
    const nullable = name !== 'take_offers' && name !== 'visibility'
    assert.equal(cleared.status, nullable ? 200 : 400)
    if (nullable) assert.equal(cleared.body[name], null)
  })
}

test('an update that changes nothing leaves updated_at unchanged and stores nothing', async () => {
  const made = await ana.list({ title: 'Boots', price: 45, fields: { Brand: 'Nike' } })
  const before = await traceOf(app)
  for (const json of [
    {},
    { title: ' Boots ', price: 45, fields: [{ label: 'Brand', value: 'Nike' }] },
    { unknown: true, status: 'sold' },
  ]) {
    assert.deepEqual((await ana.call('PATCH', at(made.id), { json })).body, made)
  }
  assert.equal(await traceOf(app), before)
})

test('only a price from the seller replaces the source of a researched price, even if both prices are equal', async () => {
  const { id } = await ana.list({ title: 'Boots', price: 45 })
  await app.service.ctx.db.updateTable('listings').set({ price_basis: 'comparables' }).where('id', '=', id).execute()
  const basis = async (json: object) => (await ana.call('PATCH', at(id), { json })).body.price_basis
  assert.deepEqual([await basis({ title: 'Old boots' }), await basis({ price: 45 })], ['comparables', 'seller'])
})

test('a minimum price above the new price, or above the stored price, is rejected', async () => {
  const { id } = await ana.list({ price: 50 })
  for (const json of [{ lowest_price: 50.01 }, { price: 40, lowest_price: 45 }]) {
    const { status, body } = await ana.call('PATCH', at(id), { json })
    assert.deepEqual([status, body.error.param], [400, 'lowest_price'])
  }
  assert.equal((await ana.call('PATCH', at(id), { json: { price: 60, lowest_price: 55 } })).body.lowest_price, 55)
})

test('lowering a listing’s price below its minimum price lowers the minimum price as well', async () => {
  const { id } = await ana.list({ price: 50, lowest_price: 45 })
  const { body } = await ana.call('PATCH', at(id), { json: { price: 40 } })
  assert.deepEqual([body.price, body.lowest_price], [40, 40])
})

for (const param of ['title', 'price']) {
  test(`an update may not remove the ${param} of a live listing, but may remove it from a draft`, async () => {
    const { id } = await ana.list({ title: 'Boots', price: 45, publish: true })
    const before = await traceOf(app)
    const { status, body } = await ana.call('PATCH', at(id), { json: { [param]: null, category: 'Shoes' } })
    assert.deepEqual([status, body.error.param], [400, param])
    assert.equal(await traceOf(app), before)
    await ana.call('POST', `${at(id)}/unpublish`)
    assert.equal((await ana.call('PATCH', at(id), { json: { [param]: null } })).body[param], null)
  })
}

test('the field `step` names the first part of a listing that is still incomplete', async () => {
  const { id, step } = await ana.list({ title: 'Boots', price: 45 })
  assert.equal(step, 'photos')
  await sql`insert into photos (id, listing_id, position, source, variants, created_at)
    values (${`pho_${id.slice(4)}`}, ${id}, 0, 'own', '[{"size":"large","key":"k.webp","width":1,"height":1,"bytes":1,"type":"image/webp"}]', now())`.execute(
    app.service.ctx.db,
  )
  const steps = []
  for (const json of [{}, { price: null }, { title: null }]) steps.push((await ana.call('PATCH', at(id), { json })).body.step)
  assert.deepEqual(steps, ['publish', 'price', 'details'])
})

test('a request for a different account’s listing returns the same 404 as a request for a listing that does not exist', async () => {
  const { id } = await bea.list({ title: 'Boots', price: 45 })
  const calls = [['GET', ''], ['PATCH', ''], ['DELETE', ''], ['POST', '/publish'], ['POST', '/unpublish'], ['POST', '/mark-sold'], ['POST', '/relist']] as const // prettier-ignore
  const before = await traceOf(app)
  for (const [method, rest] of calls) {
    const call = method === 'PATCH' ? { json: { title: 'Mine' } } : {}
    const theirs = await ana.call(method, at(id) + rest, call)
    assert.equal(theirs.status, 404)
    for (const other of [`lst_${'0'.repeat(26)}`, 'x', 'x'.repeat(300), encodeURIComponent("' or 1=1")]) {
      assert.deepEqual((await ana.call(method, at(other) + rest, call)).body, theirs.body)
    }
  }
  assert.equal(await traceOf(app), before)
})

test('every listing call checks the key, and every write also checks the key’s scope, before the server looks up the listing', async () => {
  const reader = await ana.keyWith({ scopes: ['shops'] })
  const writes = [['POST', ''], ['PATCH', '/x'], ['DELETE', '/x'], ['POST', '/x/publish'], ['POST', '/x/unpublish'], ['POST', '/x/mark-sold'], ['POST', '/x/relist']] as const // prettier-ignore
  for (const [method, rest] of writes) {
    const call = method === 'PATCH' || rest === '' ? { json: {} } : {}
    assert.equal((await app.call(method, `/v1/listings${rest}`, call)).status, 401)
    const refused = await app.call(method, `/v1/listings${rest}`, { key: reader, ...call })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope'])
  }
  for (const path of ['/v1/listings', '/v1/listings/x']) assert.equal((await app.call('GET', path)).status, 401)
  assert.equal((await app.call('GET', '/v1/listings', { key: reader })).status, 200)
})

test('the slug of a shop is accepted in upper and lower case, both in filters and in request bodies', async () => {
  const cy = await openSeller(app, 'Cy')
  const { id } = await cy.list({ shop: cy.slug.toUpperCase(), title: 'Cup' })
  for (const path of ['/v1/listings', '/v1/listings/export']) {
    const { body } = await cy.call('GET', `${path}?shop=${cy.slug.toUpperCase()}`)
    assert.match(JSON.stringify(body), new RegExp(id), path)
  }
})

test('all listings appear on the pages of results, most recently changed first, and the total is exact for each filter', async () => {
  const cem = await openSeller(app, 'Cem')
  await cem.call('POST', '/v1/shops', { json: { name: 'Second', slug: 'cems-second' } })
  const made: string[] = []
  for (let n = 0; n < 7; n++)
    made.push((await cem.list({ title: `T${n}`, price: 1, publish: n < 3, shop: n % 2 === 0 ? cem.slug : 'cems-second' })).id)
  await cem.call('PATCH', at(made[0]!), { json: { title: 'Changed last' } })
  const order = [made[0]!, ...made.slice(1).toReversed()]
  const seen: string[] = []
  for (let offset = 0; offset < 7; offset += 3) {
    const { body } = await cem.call('GET', `/v1/listings?limit=3&offset=${offset}`)
    assert.deepEqual([body.object, body.total, body.has_more], ['list', 7, offset + 3 < 7])
    seen.push(...body.data.map(({ id }: { id: string }) => id))
  }
  assert.deepEqual(seen, order)
  const total = async (query: string) => (await cem.call('GET', `/v1/listings?${query}`)).body.total
  assert.deepEqual([await total('status=live'), await total('status=sold'), await total(`shop=${cem.slug}`), await total('shop=cems-second&status=live')], [3, 0, 4, 1]) // prettier-ignore
  assert.deepEqual([await total(`shop=${ana.slug}`), await total('shop=nobody-has-this')], [0, 0])
  const { status, body } = await cem.call('GET', '/v1/listings?shop=')
  assert.deepEqual([status, body.error?.param], [400, 'shop'])
  assert.equal((await cem.call('GET', '/v1/listings?offset=100')).body.has_more, false)
})

test('listings with the same timestamp are sorted by ID', async () => {
  const cem = await openSeller(app, 'Cem')
  const ids = []
  for (let n = 0; n < 4; n++) ids.push((await cem.list()).id)
  await app.service.ctx.db
    .updateTable('listings')
    .set({ updated_at: new Date(0) })
    .where('owner_id', '=', cem.id)
    .execute()
  const { body } = await cem.call('GET', '/v1/listings')
  assert.deepEqual(body.data.map(({ id }: { id: string }) => id), ids.toReversed()) // prettier-ignore
})

for (const [param, query] of [['limit', 'limit=0'], ['limit', 'limit=101'], ['limit', 'limit=1.5'], ['limit', 'limit=x'], ['limit', 'limit='], ['offset', 'offset=-1'], ['offset', 'offset=100001'], ['status', 'status=paid']] as const) {
  test(`listing the account’s own listings with ${query} returns an error`, async () => {
    const { status, body } = await ana.call('GET', `/v1/listings?${query}`)
    assert.deepEqual([status, body.error.param], [400, param])
  })
} // prettier-ignore

test('every change to a listing is recorded as an event, and no event reveals the minimum price', async () => {
  const cem = await openSeller(app, 'Cem')
  const { id } = await cem.list({ title: 'Boots', price: 80, lowest_price: 73.19 })
  await cem.call('PATCH', at(id), { json: { lowest_price: 73.18 } })
  for (const operation of ['publish', 'unpublish', 'publish', 'mark-sold', 'relist']) await cem.call('POST', `${at(id)}/${operation}`)
  const other = await cem.list()
  await cem.call('DELETE', at(other.id))
  const csv = 'title,price\nLamp,5\nVase,6'
  assert.equal((await cem.call('POST', '/v1/listings/import', { raw: { type: 'text/csv', bytes: csv } })).status, 200)
  const { rows } = await sql<{ type: string; data: string }>`
    select type, data from events where account_id = ${cem.id} and type like 'listing.%' order by id`.execute(app.service.ctx.db)
  assert.deepEqual(rows.map(({ type }) => type.slice(8)), ['created', 'changed', 'published', 'unpublished', 'published', 'marked_sold', 'relisted', 'created', 'deleted', 'created', 'created']) // prettier-ignore
  const imported = rows.slice(-2).map(({ data }) => JSON.parse(data).object as Record<string, unknown>)
  assert.deepEqual(
    imported.map(({ title, price, shop, status }) => [title, price, shop, status]),
    [
      ['Lamp', 5, cem.slug, 'draft'],
      ['Vase', 6, cem.slug, 'draft'],
    ],
  )
  assert.ok(rows.every(({ data }) => !/[:,[]73/.test(data) && !data.includes('lowest')))
})

test('the database rejects the deletion of a sold listing, and any change to its sale history', async () => {
  const { id } = await ana.list({ title: 'Boots', price: 45, publish: true })
  await ana.call('POST', `${at(id)}/mark-sold`)
  const { db } = app.service.ctx
  await assert.rejects(sql`delete from listings where id = ${id}`.execute(db), /stays on record/)
  await assert.rejects(sql`update listings set ever_sold = false where id = ${id}`.execute(db), /never forgotten|check/)
  await assert.rejects(
    sql`update listings set status = 'draft', sold_at = null, published_at = null where id = ${id}`.execute(db),
    /cannot move/,
  )
  await assert.rejects(sql`update listings set link = 'other' where id = ${id}`.execute(db), /kept for ever/)
})

test('each listing’s stats, photos and price-drop schedule depend only on the listing’s own records', async () => {
  const cleo = await openSeller(app, 'Cleo')
  const [lamp, vase] = [
    await cleo.list({ title: 'Lamp', price: 50, publish: true }),
    await cleo.list({ title: 'Vase', price: 80, publish: true }),
  ]
  const { ctx } = app.service
  const counts = [
    { subject: lamp.id, kind: 'view', days: 0, count: 1 },
    { subject: lamp.id, kind: 'view', days: 6, count: 2 },
    { subject: lamp.id, kind: 'view', days: 7, count: 4 },
    { subject: lamp.id, kind: 'share', days: 0, count: 8 },
    { subject: vase.id, kind: 'view', days: 0, count: 16 },
    { subject: vase.id, kind: 'share', days: 7, count: 32 },
  ]
  for (const { subject, kind, days, count } of counts)
    await sql`
      insert into daily_counts (subject, kind, day, count)
      values (${subject}, ${kind}, ${new Date(ctx.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)}::date, ${count})`.execute(
      ctx.db,
    )
  const bidders = [await app.signUp('Ben'), await app.signUp('Dan')]
  for (const { key } of bidders) {
    assert.equal((await app.call('POST', '/v1/offers', { key, json: { listing: lamp.id, amount: 49 } })).status, 201)
    assert.equal((await app.call('PUT', `/v1/market/listings/${vase.id}/like`, { key })).status, 200)
  }
  await app.call('PUT', `/v1/market/listings/${lamp.id}/like`, { key: bidders[0]!.key })
  await ctx.db
    .updateTable('offers')
    .set({ status: 'open', counter_cents: null, counter_by: null, counter_note: null, counter_expires_at: null })
    .where('listing_id', '=', lamp.id)
    .execute()
  const last = { listing_id: lamp.id, buyer_id: bidders[1]!.id }
  await ctx.db
    .updateTable('offers')
    .set({ expires_at: ctx.now() })
    .where('listing_id', '=', last.listing_id)
    .where('buyer_id', '=', last.buyer_id)
    .execute()
  const third = (await app.signUp('Fay')).key
  const offer = (await app.call('POST', '/v1/offers', { key: third, json: { listing: lamp.id, amount: 49 } })).body
  assert.equal((await app.call('POST', `/v1/offers/${offer.id}/withdraw`, { key: third })).status, 200)
  const photo = await makePhoto(ctx, vase.id, { position: 0 })
  await sql`
    insert into wanted_photos (listing_id, position, owner_id, url, created_at)
    values (${vase.id}, 1, ${cleo.id}, 'https://photos.test/1', ${ctx.now()})`.execute(ctx.db)
  assert.equal((await cleo.call('PUT', `/v1/listings/${vase.id}/price-drop`, { json: { percent: 10, every_days: 7 } })).status, 200)

  const rows = (await cleo.call('GET', '/v1/listings')).body.data as (typeof lamp)[]
  const shown = ({ id }: { id: string }) => rows.find((row) => row.id === id)!
  const stats = { lamp: { views: 7, views_7d: 3, likes: 1, shares: 8, offers: 3, offers_waiting: 1 } }
  assert.deepEqual([shown(lamp).stats, shown(lamp).photos, shown(lamp).price_drop], [stats.lamp, [], null])
  assert.deepEqual([shown(lamp).photos_wanted, shown(vase).photos_wanted.map(({ url }: { url: string }) => url)], [[], ['https://photos.test/1']]) // prettier-ignore
  assert.deepEqual(shown(vase).stats, { views: 16, views_7d: 16, likes: 2, shares: 32, offers: 0, offers_waiting: 0 })
  assert.ok(shown(vase).photos[0].url.includes(photo))
  assert.deepEqual([shown(vase).photos.length, shown(vase).price_drop.next_price], [1, 72])
  assert.deepEqual((await cleo.call('GET', at(lamp.id))).body, shown(lamp))
})

test('deleting a listing also deletes its own counts and price-drop schedule, but leaves other listings’ counts and schedules unchanged', async () => {
  const dora = await openSeller(app, 'Dora')
  const [lamp, vase] = [
    await dora.list({ title: 'Lamp', price: 50, publish: true }),
    await dora.list({ title: 'Vase', price: 80, publish: true }),
  ]
  const { db } = app.service.ctx
  for (const { id } of [lamp, vase]) {
    await sql`insert into daily_counts (subject, kind, day, count) values (${id}, 'view', '2026-01-01', 1)`.execute(db)
    assert.equal((await dora.call('PUT', `/v1/listings/${id}/price-drop`, { json: { percent: 10, every_days: 7 } })).status, 200)
  }
  assert.equal((await dora.call('DELETE', at(lamp.id))).status, 200)
  const left = async (table: 'daily_counts' | 'price_drops', column: string) =>
    (
      await sql<{
        id: string
      }>`select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} in (${lamp.id}, ${vase.id})`.execute(db)
    ).rows
  assert.deepEqual(await left('daily_counts', 'subject'), [{ id: vase.id }])
  assert.deepEqual(await left('price_drops', 'listing_id'), [{ id: vase.id }])
  assert.deepEqual(
    (await dora.call('GET', '/v1/listings')).body.data.map(({ id }: { id: string }) => id),
    [vase.id],
  )
})

test('a new price stops only the price-drop schedule of the changed listing, both for a draft and for a live listing', async () => {
  const eve = await openSeller(app, 'Eve')
  const [live, draft, other] = [
    await eve.list({ title: 'Lamp', price: 50, publish: true }),
    await eve.list({ title: 'Vase', price: 80, publish: true }),
    await eve.list({ title: 'Pot', price: 80, publish: true }),
  ]
  for (const { id } of [live, draft, other])
    assert.equal((await eve.call('PUT', `/v1/listings/${id}/price-drop`, { json: { percent: 10, every_days: 7 } })).status, 200)
  await eve.call('POST', `/v1/listings/${draft.id}/unpublish`)
  const scheduled = async () =>
    (await eve.call('GET', '/v1/listings?sort=newest')).body.data.map((one: { price_drop: object | null }) => one.price_drop !== null)
  await eve.call('PATCH', at(live.id), { json: { price: 40 } })
  assert.deepEqual(await scheduled(), [true, true, false])
  await eve.call('PATCH', at(draft.id), { json: { price: 70 } })
  assert.deepEqual(await scheduled(), [true, false, false])
})

test('the parcel’s size and weight are stored with a new listing, and an update replaces or removes this information', async () => {
  const parcel = { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 }
  const { id, parcel: first } = await ana.list({ title: 'Lamp', parcel })
  assert.deepEqual(first, parcel)
  const stored = async (json: object) => {
    assert.equal((await ana.call('PATCH', at(id), { json })).status, 200)
    return (await ana.call('GET', at(id))).body.parcel
  }
  const before = await traceOf(app)
  assert.deepEqual(
    [await stored({ parcel: Object.fromEntries(Object.entries(parcel).toReversed()) }), await traceOf(app)],
    [parcel, before],
  )
  const heavy = { ...parcel, weight_oz: 48 }
  assert.deepEqual(
    [await stored({ parcel: heavy }), await stored({ title: 'Old lamp' }), await stored({ parcel: null })],
    [heavy, heavy, null],
  )
  const removed = app.service.ctx.db.selectFrom('listings').select('id').where('parcel', 'is', null).where('id', '=', id)
  assert.equal((await removed.execute()).length, 1)
})
