import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Person } from '#platform/context/index.ts'
import { multipart, startApp } from '#test/app.ts'
import { openSeller, sellerOf } from '#test/factories.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'
import { traceOf } from '#test/trace.ts'
import { hideListing, lockAnyListing } from '#catalog/listings/hide.ts'
import { countsOf, describeDeletion, lockShop, statsOf, type ShopRow } from './index.ts'
import { countListings, shopStats } from './queries.ts'
import { lockAnyShop, restoreShop, suspendShop } from './suspend.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')
const bea = await openSeller(app, 'Bea')

test('a new shop has the fields from the request and the documented defaults', async () => {
  const { status, body } = await ana.call('POST', '/v1/shops', { json: { name: ' Attic ', slug: 'Attic-7', about: 'Old things.' } })
  assert.equal(status, 201)
  const { id, created_at, url, ...rest } = body
  assert.match(id, /^shp_/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(url, `http://attic-7.resale.localhost:${app.port}`)
  assert.deepEqual(rest, {
    object: 'shop', slug: 'attic-7', name: 'Attic', about: 'Old things.', category: null, location: null, tone: 'lemon', visibility: 'public',
    paused: false, away_until: null, picture_url: null, agent: { answer_questions: true, haggle: true, lowest_percent: 15, ask_hold: false },
    bundle_tiers: [], bundle_shipping: 'sum', ship_from: null, ships_to: ['US'], counts: { live: 0, drafts: 0, sold: 0 },
  }) // prettier-ignore
})

test('a shop can be created from a form, and an empty form field means null', async () => {
  const { status, body } = await ana.call('POST', '/v1/shops', { form: 'name=Form&slug=form-shop&about=&category=Shoes&tone=mint' })
  assert.equal(status, 201)
  assert.deepEqual([body.about, body.category, body.tone], [null, 'Shoes', 'mint'])
})

const REFUSED: [string, Record<string, unknown>][] = [
  ['name', { slug: 'x1' }],
  ['name', { name: '', slug: 'x1' }],
  ['name', { name: '🏠'.repeat(61), slug: 'x1' }],
  ['name', { name: 7, slug: 'x1' }],
  ['name', { name: 'A\u0000B', slug: 'x1' }],
  ['slug', { name: 'A' }],
  ['slug', { name: 'A', slug: 'a'.repeat(33) }],
  ['slug', { name: 'A', slug: '-a' }],
  ['slug', { name: 'A', slug: 'a b' }],
  ['slug', { name: 'A', slug: 'xn--bcher-kva' }],
  ['slug', { name: 'A', slug: 'www' }],
  ['slug', { name: 'A', slug: 'ADMIN' }],
  ['about', { name: 'A', slug: 'x1', about: 'x'.repeat(301) }],
  ['category', { name: 'A', slug: 'x1', category: 'x'.repeat(41) }],
  ['tone', { name: 'A', slug: 'x1', tone: 'red' }],
  ['visibility', { name: 'A', slug: 'x1', visibility: 'everyone' }],
]

for (const [param, json] of REFUSED) {
  test(`creating a shop with ${JSON.stringify(json).slice(0, 60)} returns an error that names ${param}, and stores nothing`, async () => {
    const before = await traceOf(app)
    const { status, body } = await ana.call('POST', '/v1/shops', { json })
    assert.deepEqual([status, body.error.type, body.error.param], [400, 'invalid_request', param])
    assert.equal(await traceOf(app), before)
  })
}

test('the maximum length of a shop name is measured in code points', async () => {
  const { status } = await ana.call('POST', '/v1/shops', { json: { name: '🏠'.repeat(60), slug: 'sixty-houses' } })
  assert.equal(status, 201)
})

test('the account’s shops are listed from oldest to newest', async () => {
  const cem = await openSeller(app, 'Cem')
  await cem.call('POST', '/v1/shops', { json: { name: 'Second', slug: 'cem-second' } })
  const { body } = await cem.call('GET', '/v1/shops')
  assert.deepEqual([body.object, body.total, body.has_more], ['list', 2, false])
  assert.deepEqual(body.data.map((shop: { slug: string }) => shop.slug), [cem.slug, 'cem-second']) // prettier-ignore
})

test('a shop’s stats match its actual numbers of views, likes, shares and followers', async () => {
  const dan = await openSeller(app, 'Dan')
  const listing = await dan.list({ title: 'Lamp', price: 5, publish: true })
  const shop = (await dan.call('GET', `/v1/shops/${dan.slug}`)).body
  const { db } = app.service.ctx
  const today = app.service.ctx.now()
  const day = (back: number) => new Date(today.getTime() - back * 86_400_000).toISOString().slice(0, 10)
  for (const [subject, kind, back, count] of [
    [shop.id, 'view', 0, 3],
    [shop.id, 'view', 7, 10],
    [listing.id, 'view', 6, 2],
    [listing.id, 'share', 40, 4],
    [listing.id, 'share', 0, 1],
  ]) {
    await sql`insert into daily_counts (subject, kind, day, count) values (${subject}, ${kind}, ${day(Number(back))}::date, ${count})`.execute(
      db,
    )
  }
  await sql`insert into likes (account_id, listing_id, created_at) values (${ana.id}, ${listing.id}, ${today}), (${bea.id}, ${listing.id}, ${today})`.execute(
    db,
  )
  await sql`insert into follows (account_id, shop_id, created_at) values (${bea.id}, ${shop.id}, ${today})`.execute(db)
  const read = await dan.call('GET', `/v1/shops/${dan.slug.toUpperCase()}`)
  assert.deepEqual(read.body.stats, { views: 15, views_7d: 5, followers: 1, likes: 2, shares: 5, offers_waiting: 0 })
  assert.deepEqual(read.body.counts, { live: 1, drafts: 0, sold: 0 })
  const own = await dan.call('GET', `/v1/listings/${listing.id}`)
  assert.deepEqual(own.body.stats, { views: 2, views_7d: 2, likes: 2, shares: 5, offers: 0, offers_waiting: 0 })
})

test('the counts for a shop show how many of its listings have each status', async () => {
  const eve = await openSeller(app, 'Eve')
  for (const operations of [[], ['publish'], ['publish', 'mark-sold'], ['publish', 'unpublish']]) {
    const { id } = await eve.list({ title: 'Thing', price: 1 })
    for (const operation of operations) await eve.call('POST', `/v1/listings/${id}/${operation}`)
  }
  assert.deepEqual((await eve.call('GET', '/v1/shops')).body.data[0].counts, { live: 1, drafts: 2, sold: 1 })
})

test('an update of a shop changes only the fields in the request, and accepts agent settings as top-level fields', async () => {
  const { body: before } = await bea.call('GET', `/v1/shops/${bea.slug}`)
  const { status, body } = await bea.call('PATCH', `/v1/shops/${bea.slug}`, {
    json: { haggle: 'off', lowest_percent: 90, location: 'Lyon' },
  })
  assert.equal(status, 200)
  const { stats: _stats, ...expected } = before
  assert.deepEqual(body, { ...expected, location: 'Lyon', agent: { ...before.agent, haggle: false, lowest_percent: 90 } })
  const cleared = await bea.call('PATCH', `/v1/shops/${bea.slug}`, { json: { location: null } })
  assert.deepEqual([cleared.body.location, cleared.body.agent.lowest_percent], [null, 90])
})

for (const [word, value] of Object.entries({
  '0': false,
  '1': true,
  true: true,
  false: false,
  yes: true,
  no: false,
  on: true,
  off: false,
})) {
  test(`the value "${word}" means ${value} in JSON and in forms`, async () => {
    const json = await bea.call('PATCH', `/v1/shops/${bea.slug}`, { json: { paused: word } })
    const form = await bea.call('PATCH', `/v1/shops/${bea.slug}`, { form: `ask_hold=${word}` })
    assert.deepEqual([json.body.paused, form.body.agent.ask_hold], [value, value])
  })
}

for (const [param, json] of [
  ['paused', { paused: 'maybe' }],
  ['paused', { paused: 1 }],
  ['lowest_percent', { lowest_percent: 91 }],
  ['lowest_percent', { lowest_percent: 1.5 }],
  ['lowest_percent', { lowest_percent: '15' }],
  ['location', { location: 'x'.repeat(81) }],
  ['name', { name: null }],
  ['slug', { slug: 'api' }],
] as const) {
  test(`changing a shop with ${JSON.stringify(json).slice(0, 50)} returns an error and stores nothing`, async () => {
    const before = await traceOf(app)
    const { status, body } = await bea.call('PATCH', `/v1/shops/${bea.slug}`, { json: { about: 'half a change', ...json } })
    assert.deepEqual([status, body.error.param], [400, param])
    assert.equal(await traceOf(app), before)
  })
}

test('an update without any change to the shop stores nothing', async () => {
  const before = await traceOf(app)
  const { status } = await bea.call('PATCH', `/v1/shops/${bea.slug}`, { json: { name: 'Shop of Bea', slug: bea.slug } })
  assert.equal(status, 200)
  assert.equal(await traceOf(app), before)
})

test("a request for a different account’s shop returns the same 404 as a request for a shop that does not exist", async () => {
  for (const [method, call] of [['GET', {}], ['PATCH', { json: { name: 'Mine' } }], ['DELETE', {}]] as const) {
    const theirs = await ana.call(method, `/v1/shops/${bea.slug}`, call)
    const nobodys = await ana.call(method, '/v1/shops/nobody-has-this', call)
    const impossible = await ana.call(method, '/v1/shops/no%20such%27shop', call)
    assert.equal(theirs.status, 404)
    assert.deepEqual(theirs.body, nobodys.body)
    assert.deepEqual(theirs.body, impossible.body)
  }
}) // prettier-ignore

test('every shop call requires a key, and checks the key’s scope before it looks up the shop', async () => {
  const reader = await ana.keyWith({ scopes: ['listings'] })
  for (const [method, path, json] of [['POST', '/v1/shops', {}], ['PATCH', `/v1/shops/${ana.slug}`, {}], ['DELETE', '/v1/shops/nobody-has-this', undefined]] as const) {
    const call = json === undefined ? {} : { json }
    assert.equal((await app.call(method, path, call)).status, 401)
    const refused = await app.call(method, path, { key: reader, ...call })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope'])
  }
  assert.equal((await app.call('GET', '/v1/shops')).status, 401)
  assert.equal((await app.call('GET', '/v1/shops', { key: reader })).status, 200)
}) // prettier-ignore

test('deleting a shop also deletes its listings, and returns a deletion record', async () => {
  const fay = await openSeller(app, 'Fay')
  const { id } = await fay.list({ title: 'Lamp', price: 5, publish: true })
  const { status, body } = await fay.call('DELETE', `/v1/shops/${fay.slug}`)
  assert.deepEqual([status, body], [200, { object: 'shop', slug: fay.slug, deleted: true }])
  assert.equal((await fay.call('GET', `/v1/shops/${fay.slug}`)).status, 404)
  assert.equal((await fay.call('GET', `/v1/listings/${id}`)).status, 404)
  assert.equal((await fay.call('DELETE', `/v1/shops/${fay.slug}`)).status, 404)
})

test('a shop that has ever sold an item cannot be deleted, even after the item is relisted', async () => {
  const gil = await openSeller(app, 'Gil')
  const { id } = await gil.list({ title: 'Lamp', price: 5, publish: true })
  for (const operation of ['mark-sold', 'relist', 'unpublish']) await gil.call('POST', `/v1/listings/${id}/${operation}`)
  const before = await traceOf(app)
  const { status, body } = await gil.call('DELETE', `/v1/shops/${gil.slug}`)
  assert.deepEqual([status, body.error.type], [409, 'conflict'])
  assert.equal(await traceOf(app), before)
})

test('deleting a shop with an ask_first key requires the owner’s approval', async () => {
  const hal = await openSeller(app, 'Hal')
  await hal.list({ title: 'Lamp' })
  const key = await hal.keyWith({ scopes: ['shops'], ask_first: ['shops.delete'] })
  const { status, body } = await app.call('DELETE', `/v1/shops/${hal.slug}`, { key })
  assert.deepEqual([status, body.object, body.action], [202, 'approval', 'shops.delete'])
  assert.equal(body.summary, `Permanently delete the shop “Shop of Hal” (${hal.slug}) with its 1 listing and all photos.`)
  assert.equal((await hal.call('GET', `/v1/shops/${hal.slug}`)).status, 200)
  await hal.call('POST', `/v1/approvals/${body.id}/approve`)
  assert.equal((await hal.call('GET', `/v1/shops/${hal.slug}`)).status, 404)
})

test('every change to a shop is recorded as an event, and the event omits the agent settings', async () => {
  const ida = await openSeller(app, 'Ida')
  await ida.call('PATCH', `/v1/shops/${ida.slug}`, { json: { lowest_percent: 73 } })
  await ida.call('DELETE', `/v1/shops/${ida.slug}`)
  const { rows } = await sql<{ type: string; data: string }>`
    select type, data from events where account_id = ${ida.id} and type like 'shop.%' order by id`.execute(app.service.ctx.db)
  assert.deepEqual(rows.map(({ type }) => type), ['shop.opened', 'shop.changed', 'shop.deleted']) // prettier-ignore
  assert.ok(rows.every(({ data }) => !/[:,[]73/.test(data) && !data.includes('percent')))
})

test('changing, suspending or deleting one shop does not affect the account’s other shops', async () => {
  const jan = await openSeller(app, 'Jan')
  const second = (await jan.call('POST', '/v1/shops', { json: { name: 'Second', slug: 'jan-second' } })).body
  const [lamp, vase] = [
    await jan.list({ title: 'Lamp', price: 5, publish: true }),
    await jan.list({ title: 'Vase', price: 5, publish: true, shop: 'jan-second' }),
  ]
  const { ctx } = app.service
  for (const subject of [lamp.id, vase.id, second.id])
    await sql`insert into daily_counts (subject, kind, day, count) values (${subject}, 'view', ${ctx.now()}::date, 3)`.execute(ctx.db)
  const key = { key: (await app.signUp('Fan')).key }
  await app.call('PUT', `/v1/market/listings/${vase.id}/like`, key)
  await app.call('POST', '/v1/offers', { ...key, json: { listing: vase.id, amount: 4 } })
  await ctx.db.updateTable('offers').set({ status: 'open', expires_at: new Date(ctx.now().getTime() + 60_000), counter_cents: null, counter_by: null, counter_note: null, counter_expires_at: null }).where('listing_id', '=', vase.id).execute() // prettier-ignore
  const read = async (slug: string) => (await jan.call('GET', `/v1/shops/${slug}`)).body
  const before = await read('jan-second')
  assert.deepEqual(before.stats, { views: 6, views_7d: 6, shares: 0, likes: 1, followers: 0, offers_waiting: 1 })
  assert.deepEqual((await read(jan.slug)).stats, { views: 3, views_7d: 3, shares: 0, likes: 0, followers: 0, offers_waiting: 0 })
  assert.deepEqual((await jan.call('GET', '/v1/shops')).body.data.map(({ counts }: { counts: object }) => counts), [{ live: 1, drafts: 0, sold: 0 }, { live: 1, drafts: 0, sold: 0 }]) // prettier-ignore

  assert.equal((await jan.call('PATCH', `/v1/shops/${jan.slug}`, { json: { name: 'First', slug: 'jan-first', paused: true } })).status, 200)
  const picture = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', bytes: PNG }])
  assert.equal((await jan.call('PUT', '/v1/shops/jan-first/picture', { raw: picture })).status, 200)
  assert.deepEqual([await read('jan-second'), (await read('jan-first')).name], [before, 'First'])
  const rows = () =>
    ctx.db.selectFrom('shops').select(['slug', 'suspended_at']).where('owner_id', '=', jan.id).orderBy('created_at').execute()
  const first = await inTransaction(ctx, (tx) => lockShop(tx, { accountId: jan.id } as Person, 'jan-first'))
  await inTransaction(ctx, async (tx) => suspendShop(tx, first))
  const [one, two] = await rows()
  assert.deepEqual([one?.suspended_at !== null, two?.suspended_at], [true, null])

  assert.equal((await jan.call('DELETE', '/v1/shops/jan-first')).status, 200)
  assert.deepEqual([await read('jan-second'), (await rows()).length], [before, 1])
  const counted = await sql<{
    subject: string
  }>`select subject from daily_counts where subject in (${lamp.id}, ${vase.id}, ${second.id}) order by 1`.execute(ctx.db)
  assert.deepEqual(
    counted.rows.map(({ subject }) => subject),
    [vase.id, second.id],
  )
  assert.equal((await app.call('GET', `/v1/market/listings/${vase.id}`)).status, 200)
  assert.equal((await app.call('GET', '/', { host: 'jan-second.resale.localhost' })).status, 200)
})

test('a shop closes its offers only when it becomes paused, private or suspended, and records one event per change', async () => {
  const kim = await openSeller(app, 'Kim')
  const { ctx } = app.service
  const path = `/v1/shops/${kim.slug}`
  const { id } = (await kim.call('GET', path)).body
  const shop = { id, slug: kim.slug, ownerId: kim.id }
  const changesOf = async () => (await ctx.db.selectFrom('events').select('id').where('type', '=', 'shop.changed').where('account_id', '=', kim.id).execute()).length // prettier-ignore
  const resultOf = async (change: () => Promise<unknown>) => {
    const before = await changesOf()
    const offer = await makeOffer(ctx, shop, await makeListing(ctx, shop), { buyerId: bea.id })
    await change()
    const { closed_reason } = await ctx.db.selectFrom('offers').select('closed_reason').where('id', '=', offer).executeTakeFirstOrThrow()
    return [closed_reason, (await changesOf()) - before]
  }
  const patch = (json: object) => async () => assert.equal((await kim.call('PATCH', path, { json })).status, 200)
  const suspension = (change: typeof suspendShop) => () => inTransaction(ctx, async (tx) => change(tx, (await lockAnyShop(tx, id))!))

  assert.deepEqual(await resultOf(patch({ name: 'Attic' })), [null, 1])
  assert.deepEqual(await resultOf(patch({ paused: true })), ['shop_paused', 1])
  assert.deepEqual(await resultOf(patch({ name: 'Cellar' })), [null, 1])
  assert.deepEqual(await resultOf(patch({ paused: false })), [null, 1])
  assert.deepEqual(await resultOf(patch({ visibility: 'private' })), ['shop_private', 1])
  assert.deepEqual(await resultOf(patch({ about: 'Old things.' })), [null, 1])
  assert.deepEqual(await resultOf(patch({ paused: true })), ['shop_paused', 1])
  assert.deepEqual(await resultOf(patch({ visibility: 'link', paused: false })), [null, 1])

  assert.deepEqual(await resultOf(suspension(suspendShop)), ['shop_private', 1])
  assert.deepEqual(await resultOf(suspension(suspendShop)), [null, 0])
  const refused = await kim.call('PATCH', path, { json: { visibility: 'public' } })
  assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.param], [403, 'suspended', 'visibility'])
  assert.deepEqual(await resultOf(patch({ name: 'Attic' })), [null, 1])
  assert.deepEqual(await resultOf(suspension(restoreShop)), [null, 1])
  assert.deepEqual(await resultOf(suspension(restoreShop)), [null, 0])
  const read = (await kim.call('GET', path)).body
  assert.deepEqual([read.visibility, read.name], ['link', 'Attic'])
  const unknown = await inTransaction(ctx, async (tx) => [await lockAnyShop(tx, `shp_${'0'.repeat(26)}`), await lockAnyShop(tx, 'shp_\0')])
  assert.deepEqual(unknown, [null, null])
})

test('the approval text for deleting a shop counts its listings in every status, and a shop with an unpaid order cannot be deleted', async () => {
  const lea = await openSeller(app, 'Lea')
  const { ctx } = app.service
  const owner = { accountId: lea.id } as Person
  const { id } = (await lea.call('GET', `/v1/shops/${lea.slug}`)).body
  const shop = { id, slug: lea.slug, ownerId: lea.id }
  assert.equal(await describeDeletion(ctx, owner, lea.slug), `Permanently delete the shop “Shop of Lea” (${lea.slug}).`)
  const [live, hidden] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  await makeListing(ctx, shop, { status: 'draft' })
  await inTransaction(ctx, async (tx) => hideListing(tx, (await lockAnyListing(tx, hidden.id))!.row))
  const order = await makeOrder(ctx, shop, live, { buyerId: bea.id, status: 'awaiting_payment' })
  const refused = await lea.call('DELETE', `/v1/shops/${lea.slug}`)
  assert.deepEqual([refused.status, refused.body.error.type], [409, 'conflict'])
  await ctx.db.updateTable('orders').set({ status: 'expired' }).where('id', '=', order).execute()
  await makeListing(ctx, shop, { status: 'sold' })
  const described = await describeDeletion(ctx, owner, lea.slug.toUpperCase())
  assert.equal(described, `Permanently delete the shop “Shop of Lea” (${lea.slug}) with its 4 listings and all photos.`)
})

test('a shop that is deleted while its stats are read has stats and counts of 0', async () => {
  const gone = { id: `shp_${'0'.repeat(26)}` } as ShopRow
  const counts = { live: 0, drafts: 0, sold: 0, hidden: 0 }
  assert.deepEqual((await countsOf(app.service.ctx, [gone]))(gone), counts)
  assert.deepEqual((await statsOf(app.service.ctx, [gone]))(gone), {
    ...counts,
    views: 0,
    views_7d: 0,
    shares: 0,
    likes: 0,
    followers: 0,
    offers_waiting: 0,
  })
})

test('setting or removing a shop’s picture is recorded as an event, and removing a missing picture changes nothing', async () => {
  const account = await app.signUp('Mia')
  const mia = await sellerOf(app, 'Mia', account)
  const path = `/v1/shops/${mia.slug}/picture`
  const events = () => app.service.ctx.db.selectFrom('events').select('type').where('account_id', '=', mia.id).where('type', 'like', 'shop.%').orderBy('id').execute() // prettier-ignore
  const before = await traceOf(app)
  assert.deepEqual([(await mia.call('DELETE', path)).body.picture_url, await traceOf(app)], [null, before])
  const picture = multipart([{ name: 'file', filename: 'a.png', type: 'image/png', bytes: PNG }])
  assert.match((await mia.call('PUT', path, { raw: picture })).body.picture_url, /^http/)
  assert.equal((await mia.call('DELETE', path)).body.picture_url, null)
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['shop.opened', 'shop.changed', 'shop.changed'],
  )
  const { cookie, password } = account
  assert.equal((await app.call('DELETE', '/v1/accounts/me', { cookie, json: { password } })).status, 200, 'no picture is left to delete')
})

test('the stats and the counts are read for the given shops only, and an expired offer no longer waits', async () => {
  const { ctx } = app.service
  const [shop, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, bea.id)]
  const lamp = await makeListing(ctx, shop)
  await makeListing(ctx, other)
  const now = ctx.now()
  for (const ms of [0, 1])
    await makeOffer(ctx, shop, lamp, { buyerId: (await app.signUp('Oda')).id, expiresAt: new Date(now.getTime() + ms) })
  assert.deepEqual([...(await countListings(ctx.db, [shop.id])).keys()], [shop.id])
  const stats = await shopStats(ctx.db, [shop.id], { weekAfter: '2026-01-01', now })
  assert.deepEqual([...stats].map(([id, row]) => [id, row.offers_waiting]), [[shop.id, 1]]) // prettier-ignore
})
