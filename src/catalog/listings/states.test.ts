import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Person, type Tx } from '#platform/context/index.ts'
import { startApp, type Reply } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { makeOffer } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { traceOf } from '#test/trace.ts'
import { hideListing, lockAnyListing, showListing } from './hide.ts'
import { eachListing, lockForSale, lockListing, lockListingOf, readForSale, readListing, sellListing, setListingLine } from './index.ts'
import { restorePublication, restoreValues } from './restore.ts'
import { countListings, linksTaken, lockSkusOf, ownListings, publicPrices } from './queries.ts'

const app = await startApp({ after })
const ana = await openSeller(app, 'Ana')

/** The API calls that move a new listing with title and price to each state. */
const PATHS = {
  draft: [],
  live: ['publish'],
  sold: ['publish', 'mark-sold'],
  'draft again': ['publish', 'unpublish'],
  'live again': ['publish', 'mark-sold', 'relist'],
  'draft, sold once': ['publish', 'mark-sold', 'relist', 'unpublish'],
} as const
type State = keyof typeof PATHS

const run = (id: string, operation: string): Promise<Reply> => {
  if (operation === 'edit') return ana.call('PATCH', `/v1/listings/${id}`, { json: { one_liner: `now ${++edits}` } })
  if (operation === 'delete') return ana.call('DELETE', `/v1/listings/${id}`)
  return ana.call('POST', `/v1/listings/${id}/${operation}`)
}
let edits = 0

async function listingIn(state: State, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await ana.list({ title: 'Boots', price: 45, ...more })
  for (const operation of PATHS[state]) assert.equal((await run(id, operation)).status, 200)
  return id
}

/**
 * Expected result for each combination of state and operation: the new status, `no change` for a 200 that changes nothing, or the error
 * status.
 */
const EXPECTED: Record<State, Record<'publish' | 'unpublish' | 'mark-sold' | 'relist' | 'edit' | 'delete', string>> = {
  draft: { publish: 'live', unpublish: 'no change', 'mark-sold': '409', relist: 'live', edit: 'draft', delete: 'deletion' },
  live: { publish: 'no change', unpublish: 'draft', 'mark-sold': 'sold', relist: 'no change', edit: 'live', delete: 'deletion' },
  sold: { publish: '409', unpublish: '409', 'mark-sold': 'no change', relist: 'live', edit: '409', delete: '409' },
  'draft again': { publish: 'live', unpublish: 'no change', 'mark-sold': '409', relist: 'live', edit: 'draft', delete: 'deletion' },
  'live again': { publish: 'no change', unpublish: 'draft', 'mark-sold': 'sold', relist: 'no change', edit: 'live', delete: '409' },
  'draft, sold once': { publish: 'live', unpublish: 'no change', 'mark-sold': '409', relist: 'live', edit: 'draft', delete: '409' },
}

for (const [state, row] of Object.entries(EXPECTED) as [State, Record<string, string>][]) {
  for (const [operation, outcome] of Object.entries(row)) {
    test(`the operation ${operation} on a listing in state “${state}” results in ${outcome}`, async () => {
      const id = await listingIn(state)
      const before = (await ana.call('GET', `/v1/listings/${id}`)).body
      const trace = await traceOf(app)
      const reply = await run(id, operation)
      const after = await ana.call('GET', `/v1/listings/${id}`)
      if (outcome === '409') {
        assert.deepEqual([reply.status, reply.body.error.type], [409, 'conflict'])
        assert.deepEqual(after.body, before)
        assert.equal(await traceOf(app), trace)
      } else if (outcome === 'deletion') {
        assert.deepEqual([reply.status, reply.body], [200, { object: 'listing', id, deleted: true }])
        assert.equal(after.status, 404)
      } else if (outcome === 'no change') {
        assert.equal(reply.status, 200)
        assert.deepEqual(reply.body, before)
        assert.equal(await traceOf(app), trace)
      } else {
        assert.deepEqual([reply.status, reply.body.status], [200, outcome])
        assert.deepEqual(after.body, reply.body)
        assert.equal(reply.body.published_at === null, outcome === 'draft')
        assert.equal(reply.body.sold_at !== null, outcome === 'sold')
        assert.ok(reply.body.updated_at >= before.updated_at)
      }
    })
  }
}

for (const operation of ['publish', 'relist']) {
  for (const [param, listing] of [
    ['title', { price: 45 }],
    ['title', {}],
    ['price', { title: 'Boots' }],
  ] as const) {
    test(`${operation} without a ${param} returns 400 with an error that names the field, and changes nothing`, async () => {
      const { id } = await ana.list(listing)
      const before = await traceOf(app)
      const { status, body } = await run(id, operation)
      assert.deepEqual([status, body.error.type, body.error.param], [400, 'invalid_request', param])
      assert.equal(await traceOf(app), before)
    })
  }
}

test('publishing sets the visibility that was requested, for a draft as well as for a live listing', async () => {
  const { id } = await ana.list({ title: 'Boots', price: 45 })
  const published = await ana.call('POST', `/v1/listings/${id}/publish`, { json: { visibility: 'link' } })
  assert.deepEqual([published.body.status, published.body.visibility], ['live', 'link'])
  const shown = await ana.call('POST', `/v1/listings/${id}/publish`, { form: 'visibility=everyone' })
  assert.deepEqual([shown.body.visibility, shown.body.published_at], ['everyone', published.body.published_at])
  const before = await traceOf(app)
  const same = await ana.call('POST', `/v1/listings/${id}/publish`, { json: { visibility: 'everyone' } })
  assert.deepEqual([same.body, await traceOf(app)], [shown.body, before])
  const refused = await ana.call('POST', `/v1/listings/${id}/publish`, { json: { visibility: 'public' } })
  assert.deepEqual([refused.status, refused.body.error.param], [400, 'visibility'])
})

test('a listing with a price of 0 can be published', async () => {
  const { id } = await ana.list({ title: 'Boots', price: 0 })
  assert.equal((await run(id, 'publish')).body.status, 'live')
})

test('a listing’s slug is made from its title at the first publication, and survives edits, unpublishing, a sale and a relisting', async () => {
  const bea = await openSeller(app, 'Bea')
  const { id, url } = await bea.list({ title: 'Böots & Söcks', price: 45 })
  assert.equal(url, `${app.url}/listings/${id}`)
  const link = `http://${bea.slug}.resale.localhost:${app.port}/boots-and-socks`
  assert.equal((await bea.call('POST', `/v1/listings/${id}/publish`)).body.url, link)
  assert.equal((await bea.call('PATCH', `/v1/listings/${id}`, { json: { title: 'Sandals' } })).body.url, link)
  for (const operation of ['unpublish', 'relist', 'mark-sold', 'relist', 'unpublish', 'publish']) {
    assert.equal((await bea.call('POST', `/v1/listings/${id}/${operation}`)).body.url, link)
  }
})

test('20 listings with the same title that are published at once get 20 slugs: one from the title alone, and the others with the numbers 2 to 20', async () => {
  const bea = await openSeller(app, 'Bea')
  const drafts = await Promise.all(Array.from({ length: 20 }, () => bea.list({ title: 'Mug', price: 5 })))
  const replies = await Promise.all(drafts.map(({ id }) => bea.call('POST', `/v1/listings/${id}/publish`)))
  const base = `http://${bea.slug}.resale.localhost:${app.port}/mug`
  const numbered = Array.from({ length: 20 }, (_, n) => (n === 0 ? base : `${base}-${n + 1}`))
  assert.deepEqual(replies.map(({ body }) => String(body.url)).toSorted(), numbered.toSorted()) // prettier-ignore
})

const listingsRead = <T>(work: (tx: Tx) => Promise<T>) =>
  inTransaction(app.service.ctx, async (tx) => {
    const count = async () => {
      const { rows } = await sql<{ n: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'listings'`.execute(tx.db)
      return rows[0]!.n
    }
    const before = await count()
    return [await work(tx), (await count()) - before] as const
  })

test('finding a listing by its URL or counting listings does not read the shop’s other listings, and an export contains each listing once', async () => {
  const bea = await openSeller(app, 'Bea')
  const { db } = app.service.ctx
  const cup = () => bea.list({ title: 'Cup', price: 5, publish: true })
  const shop = db
    .selectFrom('listings')
    .select('shop_id')
    .where('id', '=', (await bea.list({ title: 'Cup', price: 5 })).id)
  const { shop_id } = await shop.executeTakeFirstOrThrow()
  await sql`
    insert into listings (id, shop_id, owner_id, title, price_cents, status, published_at, link, created_at, updated_at)
    select 'lst_many' || n, ${shop_id}, ${bea.id}, 'Cup', 500, 'live', now(), case n when 1 then 'cup' else 'cup-' || n end, now(), now()
    from generate_series(1, 2000) n where n <> 30`.execute(db)
  await sql`analyze listings`.execute(db)
  const [taken, rows] = await listingsRead((tx) => linksTaken(tx.db, shop_id, ['cup', 'cup-2', 'pot']))
  assert.deepEqual(taken.toSorted(), ['cup', 'cup-2'])
  assert.ok(rows <= 2, `${rows} rows were read`)
  const all = { ownerId: bea.id, shop: undefined, status: undefined, updatedAfter: undefined, q: null, minCents: null, maxCents: null }
  assert.deepEqual(await listingsRead((tx) => countListings(tx.db, all)), [2_000, 0])
  const exported = async () => {
    const ids: string[] = []
    for await (const rows of eachListing(app.service.ctx, { accountId: bea.id } as Person, {})) {
      assert.notEqual(rows.length, 0)
      ids.push(...rows.map(({ id }) => id))
    }
    assert.ok(ids.every((id, index) => index === 0 || ids[index - 1]! < id))
    return ids.length
  }
  assert.equal(await exported(), 2_000)
  assert.match((await cup()).url, /\/cup-30$/)
  assert.equal(await exported(), 2_001)
  assert.match((await cup()).url, /\/cup-2001$/)
})

test('20 concurrent requests to publish a draft publish it only once', async () => {
  const { id } = await ana.list({ title: 'Once', price: 5 })
  const replies = await Promise.all(Array.from({ length: 20 }, () => run(id, 'publish')))
  assert.ok(replies.every(({ status, body }) => status === 200 && body.published_at === replies[0]!.body.published_at))
  const published = app.service.ctx.db.selectFrom('events').select('id').where('type', '=', 'listing.published')
  const rows = await published.where('data', 'like', `%${id}%`).execute()
  assert.equal(rows.length, 1)
})

test('when a listing is published and deleted at the same time, the listing always ends up deleted', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await ana.list({ title: 'Race', price: 5 })
    const [published, deleted] = await Promise.all([run(id, 'publish'), run(id, 'delete')])
    assert.equal(deleted.status, 200)
    assert.ok(published.status === 200 || published.status === 404, `publish answered ${published.status}`)
    assert.equal((await ana.call('GET', `/v1/listings/${id}`)).status, 404)
  }
})

test('when a listing is marked as sold and deleted at the same time, exactly one of the two requests succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await listingIn('live')
    const [sold, deleted] = await Promise.all([run(id, 'mark-sold'), run(id, 'delete')])
    const outcome = [sold.status, deleted.status].join()
    assert.ok(outcome === '200,409' || outcome === '404,200', outcome)
  }
})

test('a listing that is created while its shop is being deleted is never left without a shop', async () => {
  for (let round = 0; round < 5; round++) {
    const bea = await openSeller(app, 'Bea')
    const [deleted, ...made] = await Promise.all([
      bea.call('DELETE', `/v1/shops/${bea.slug}`),
      ...Array.from({ length: 4 }, () => bea.call('POST', '/v1/listings', { json: { title: 'Late', price: 1, publish: true } })),
    ])
    assert.equal(deleted.status, 200)
    assert.ok(made.every(({ status, body }) => status === 201 || (status === 400 && body.error.param === 'shop')))
    assert.equal((await bea.call('GET', '/v1/listings')).body.total, 0)
  }
})

test('a read of several listings returns only the owner’s listings with these ids, and the taken links belong to one shop', async () => {
  const [bea, cem] = [await openSeller(app, 'Bea'), await openSeller(app, 'Cem')]
  const lamp = (seller: typeof bea) => seller.list({ title: 'Lamp', price: 5, publish: true })
  const [, second, theirs] = [await lamp(bea), await lamp(bea), await lamp(cem)]
  const { db } = app.service.ctx
  const rows = await ownListings(db, bea.id, [second.id, theirs.id])
  assert.deepEqual(
    rows.map(({ id }) => id),
    [second.id],
  )
  const [row] = await ownListings(db, cem.id, [theirs.id])
  await cem.list({ title: 'Vase', price: 5, publish: true })
  assert.deepEqual(await linksTaken(db, row!.shop_id, ['lamp', 'lamp-2']), ['lamp'])
})

test('listings are filtered by the slug of one of the owner’s shops, even if a test shop has the same slug', async () => {
  const account = await app.signUp('Dan')
  const { seller } = await openTestTenant(app, account)
  for (const key of [account.key, seller.key]) {
    for (const slug of ['dan-lamps', 'dan-vases']) {
      assert.equal((await app.call('POST', '/v1/shops', { key, json: { name: 'Shop', slug } })).status, 201)
      assert.equal((await app.call('POST', '/v1/listings', { key, json: { title: `${slug} item`, shop: slug } })).status, 201)
    }
    const { body } = await app.call('GET', '/v1/listings?shop=dan-vases', { key })
    assert.deepEqual([body.total, body.data.map(({ title }: { title: string }) => title)], [1, ['dan-vases item']])
  }
})

test('the public prices of a listing come from its own history, or from its last update if it is for sale without a history', async () => {
  const { db } = app.service.ctx
  const [lamp, vase] = [
    await ana.list({ title: 'Lamp', price: 5, publish: true }),
    await ana.list({ title: 'Vase', price: 6, publish: true }),
  ]
  const draft = await ana.list({ title: 'Pot', price: 7 })
  await ana.call('PATCH', `/v1/listings/${lamp.id}`, { json: { price: 4 } })
  await db.deleteFrom('listing_prices').where('listing_id', '=', vase.id).execute()
  const periods = async (id: string) =>
    (await publicPrices(db, id, { endsDrop: false })).periods.map(({ cents, from, until }) => [cents, from.toISOString(), until !== null])
  assert.deepEqual(
    (await periods(lamp.id)).map(([cents, , isOver]) => [cents, isOver]),
    [
      [500, true],
      [400, false],
    ],
  )
  assert.deepEqual(await periods(vase.id), [[600, vase.updated_at, false]])
  assert.deepEqual(await periods(draft.id), [])
})

test('while one request holds the SKUs of an account, another waits, but a request for a different account does not', async () => {
  const { ctx } = app.service
  const bea = await openSeller(app, 'Bea')
  const canLock = (accountId: string) =>
    inTransaction(ctx, async (tx) => {
      await sql`set local lock_timeout = '30ms'`.execute(tx.db)
      await lockSkusOf(tx.db, accountId)
    }).then(
      () => true,
      () => false,
    )
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = inTransaction(ctx, async (tx) => {
    await lockSkusOf(tx.db, ana.id)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const whileHeld = [await canLock(ana.id), await canLock(bea.id)]
  released.resolve()
  await holder
  assert.deepEqual([...whileHeld, await canLock(ana.id)], [false, true, true])
})

test('a listing’s offers are closed, with the reason, by exactly those changes after which it can no longer be bought or accepts no offers', async () => {
  const { ctx } = app.service
  const bea = await openSeller(app, 'Bea')
  const { body: buyer } = await app.call('GET', '/v1/me', { key: (await app.signUp('Ben')).key })
  const { id: shop } = (await bea.call('GET', `/v1/shops/${bea.slug}`)).body
  const lamp = async () => (await bea.list({ title: 'Lamp', price: 5, publish: true })).id as string
  const closedBy = async (change: (id: string) => Promise<unknown>, listing?: string) => {
    const id = listing ?? (await lamp())
    const offer = await makeOffer(ctx, { id: shop, slug: bea.slug, ownerId: bea.id }, { id }, { buyerId: buyer.id })
    const events = async () => (await sql<{ type: string }>`select type from events where account_id = ${bea.id} and type like 'listing.%' and data like ${`%${id}%`}`.execute(ctx.db)).rows.length // prettier-ignore
    const before = await events()
    await change(id)
    assert.equal(await events(), before + 1)
    return (await ctx.db.selectFrom('offers').select('closed_reason').where('id', '=', offer).executeTakeFirstOrThrow()).closed_reason
  }
  const patch = (json: object) => (id: string) => bea.call('PATCH', `/v1/listings/${id}`, { json })
  const post = (operation: string) => (id: string) => bea.call('POST', `/v1/listings/${id}/${operation}`)
  const by = (change: typeof hideListing) => (id: string) =>
    inTransaction(ctx, async (tx) => change(tx, (await lockAnyListing(tx, id))!.row))
  assert.equal(await closedBy(post('unpublish')), 'unpublished')
  assert.equal(await closedBy(post('mark-sold')), 'sold')
  assert.equal(await closedBy((id) => bea.call('DELETE', `/v1/listings/${id}`)), 'removed')
  assert.equal(await closedBy(patch({ take_offers: false })), 'offers_off')
  assert.equal(await closedBy(patch({ title: 'Old lamp', take_offers: true })), null)
  const undo = (take_offers: boolean) => (id: string) =>
    inTransaction(ctx, (tx) => restoreValues(tx, { accountId: bea.id }, id, { ...VALUES, take_offers }))
  assert.equal(await closedBy(undo(true)), null)
  const restored = await lamp()
  assert.equal(await closedBy(undo(false), restored), 'offers_off')
  assert.equal(await closedBy(undo(false), restored), null)
  const hidden = await lamp()
  assert.equal(await closedBy(by(hideListing), hidden), 'removed')
  assert.equal(await closedBy(by(showListing), hidden), null)
})

const VALUES = { visibility: 'everyone', price_cents: 500, price_basis: null, lowest_price_cents: null, shipping_cents: null } as const

test('undoing an unpublication restores the original publication time, and changes nothing if the listing is live', async () => {
  const id = await listingIn('draft again')
  const publishedAt = new Date(Date.parse('2026-01-02T03:04:05Z'))
  const restore = () => inTransaction(app.service.ctx, (tx) => restorePublication(tx, { accountId: ana.id }, id, publishedAt))
  assert.deepEqual([(await restore()).status, (await ana.call('GET', `/v1/listings/${id}`)).body.published_at], ['live', publishedAt.toISOString()]) // prettier-ignore
  const before = await traceOf(app)
  assert.deepEqual([(await restore()).status, await traceOf(app)], ['live', before])
})

test('a sold listing can be changed neither by undoing a change nor by setting a line, and setting the same line again changes nothing', async () => {
  const { ctx } = app.service
  const owner = { accountId: ana.id }
  const sold = await listingIn('sold')
  const undo = (id: string) => inTransaction(ctx, (tx) => restoreValues(tx, owner, id, { ...VALUES, take_offers: true }))
  const set = (id: string) => inTransaction(ctx, (tx) => setListingLine(tx, owner, id, { key: 'width', label: 'Width', value: '31 cm' }))
  const before = await traceOf(app)
  await assert.rejects(undo(sold), { status: 409 })
  await assert.rejects(set(sold), { status: 409 })
  assert.equal(await traceOf(app), before)
  const live = await listingIn('live')
  const first = await set(live)
  assert.deepEqual(first.fields.map(({ label, value }) => [label, value]), [['Width', '31 cm']]) // prettier-ignore
  const changed = await traceOf(app)
  assert.deepEqual([await set(live), await traceOf(app)], [first, changed])
})

test('an unknown or malformed ID finds no listing, and only a live listing can be sold by an order', async () => {
  const { ctx } = app.service
  const owner = { accountId: ana.id } as Person
  const [draft, sold] = [await listingIn('draft'), await listingIn('sold')]
  for (const unknown of [`lst_${'0'.repeat(26)}`, 'lst_\0']) {
    await assert.rejects(readListing(ctx, owner, unknown), { type: 'not_found' })
    await assert.rejects(
      inTransaction(ctx, (tx) => lockListing(tx, owner, unknown)),
      { type: 'not_found' },
    )
    assert.deepEqual(await inTransaction(ctx, async (tx) => [await lockAnyListing(tx, unknown), await lockForSale(tx, unknown)]), [
      null,
      null,
    ])
  }
  const none = `lst_${'0'.repeat(26)}`
  await inTransaction(ctx, async (tx) => {
    assert.deepEqual([await readForSale(tx, none), await lockListingOf(tx, 'offers', none)], [null, null])
    assert.deepEqual([await sellListing(tx, draft), await sellListing(tx, sold), await sellListing(tx, none)], [false, false, false])
  })
  assert.equal((await ana.call('GET', `/v1/listings/${draft}`)).body.status, 'draft')
})
