import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Tenant } from '#core/tenant.ts'
import { moneyRows } from '#test/money-rows.ts'
import { makeListing, makeOrder, makePhoto, makeShop } from '#test/rows.ts'
import { forgetShownChanges, MANY_CHANGES, openShownChanges, readShownChanges } from './cache/queries.ts'
import * as browse from './queries.ts'
import * as search from './search/queries.ts'
import * as semantic from './semantic/queries.ts'

const { app, ctx, db, ana, ben, eve, now, at, inTx } = await moneyRows({ after })
const { shop, market, hidden, ids, own } = await listings()

/**
 * Creates two public shops, and shops that are unlisted, paused or in a test tenant. `market`: ids of the listings in the market. `hidden`:
 * ids of the listings that differ from these in one condition.
 */
async function listings() {
  const [one, two] = [await makeShop(ctx, ana.id, { name: 'One' }), await makeShop(ctx, ben.id, { name: 'Two' })]
  const linkOnly = await makeShop(ctx, ana.id, { visibility: 'link' })
  const paused = await makeShop(ctx, ana.id, { paused: true })
  const inOne = async (more: Parameters<typeof makeListing>[2] = {}) => (await makeListing(ctx, one, { publishedAt: now, ...more })).id
  const coat = await inOne({ title: 'Wool coat', category: 'Clothing', priceCents: 100_00, publishedAt: at(1) })
  const lamp = await inOne({ title: 'Oak lamp', category: 'Lighting', priceCents: 50_00, takeOffers: false })
  const sofa = (await makeListing(ctx, two, { title: 'Wool sofa', category: 'clothing', priceCents: 75_00, publishedAt: now })).id
  const rows = {
    draft: await inOne({ status: 'draft' }),
    sold: await inOne({ status: 'sold' }),
    link: await inOne({ visibility: 'link' }),
    linkOnly: (await makeListing(ctx, linkOnly)).id,
    paused: (await makeListing(ctx, paused)).id,
  }
  return { shop: one, market: [coat, lamp, sofa], hidden: rows, ids: { coat, lamp, sofa }, own: { linkOnly, paused, two } }
}
const byText = (one: string, other: string) => (one < other ? -1 : 1)
const sorted = (list: readonly string[]) => list.toSorted(byText)
const everything = { tenant: '' as Tenant, q: null, category: null, minCents: null, maxCents: null, offersOnly: false }
const find = async (
  more: Partial<browse.MarketFilter> = {},
  sort: Parameters<typeof browse.searchIds>[2] = 'newest',
  page = { limit: 99, offset: 0 },
) =>
  // prettier-ignore
  browse.searchIds(db, { ...everything, ...more }, sort, page)
/** Creates a shop in the test tenant of an account. */
const testShop = async (root: string) => {
  const id = ctx.newId('usr')
  await db.insertInto('accounts').values({ id, name: 'Test', sandbox_of: root, sandbox_role: 'seller', created_at: now, updated_at: now }).execute() // prettier-ignore
  return makeShop(ctx, id)
}

test('the market contains what is for sale to everyone in open shops', async () => {
  assert.deepEqual(sorted(await find()), sorted(market))
  assert.deepEqual(await browse.countMatches(db, everything), { total: 3, stores: 2 })
  assert.deepEqual(await find({ shopId: shop.id }), [ids.coat, ids.lamp])
  assert.deepEqual(await find({ shopId: own.linkOnly.id }), [hidden.linkOnly], 'an unlisted shop can be searched on its own')
  assert.deepEqual(await browse.countMatches(db, { ...everything, shopId: shop.id }), { total: 2, stores: 1 })
})

test('the market of a test tenant contains what is for sale to everyone in its own open shops', async () => {
  const [gus, hal] = [await app.signUp('Gus'), await app.signUp('Hal')]
  const [mine, other] = [await testShop(gus.id), await testShop(hal.id)]
  const { id } = await makeListing(ctx, mine)
  for (const more of [{ status: 'draft' }, { status: 'sold' }, { visibility: 'link' }] as const) await makeListing(ctx, mine, more)
  await makeListing(ctx, other)
  const tenant = { tenant: gus.id as Tenant }
  assert.deepEqual([await find(tenant), sorted(await find())], [[id], sorted(market)])
  const set = (columns: object) => db.updateTable('shops').set(columns).where('id', '=', mine.id).execute()
  await set({ visibility: 'link' })
  assert.deepEqual([await find(tenant), await find({ ...tenant, shopId: mine.id })], [[], [id]])
  await set({ visibility: 'public', paused: true })
  assert.deepEqual(await find(tenant), [])
})

test('each filter selects only what matches it', async () => {
  const { coat, lamp, sofa } = ids
  const matches = async (more: Partial<browse.MarketFilter>) => sorted(await find(more))
  assert.deepEqual([await matches({ q: 'wool' }), await matches({ q: 'lamp' })], [sorted([coat, sofa]), [lamp]])
  assert.deepEqual([await matches({ category: 'CLOTHING' }), await matches({ category: 'Lighting' })], [sorted([coat, sofa]), [lamp]])
  assert.deepEqual([await matches({ minCents: 75_00 }), await matches({ minCents: 75_01 })], [sorted([coat, sofa]), [coat]])
  assert.deepEqual([await matches({ maxCents: 75_00 }), await matches({ maxCents: 74_99 })], [sorted([lamp, sofa]), [lamp]])
  assert.deepEqual([await matches({ offersOnly: true }), await matches({ ids: [coat, hidden.draft] })], [sorted([coat, sofa]), [coat]])
  const any = (q: string) => browse.anyMatches(db, '', q)
  assert.deepEqual([await any('lamp'), await any('zeppelin')], [true, false])
  const rows = await browse.facetRows(db, { ...everything, q: 'wool' }, '', 9)
  assert.deepEqual(rows.map(({ id }) => id), sorted([coat, sofa])) // prettier-ignore
  const [first, second] = sorted([coat, sofa]) as [string, string]
  const after = async (id: string, limit: number) =>
    (await browse.facetRows(db, { ...everything, q: 'wool' }, id, limit)).map((row) => row.id)
  assert.deepEqual([await after('', 1), await after(first, 9), await after(second, 9)], [[first], [second], []])
})

test('each order of results puts reserved items last among equals, and then decides by the id', async () => {
  const { id } = await makeShop(ctx, eve.id, { name: 'Three' })
  const three = { id, slug: 'three', ownerId: eve.id }
  const vase = async (more: Parameters<typeof makeListing>[2] = {}) =>
    (await makeListing(ctx, three, { title: 'Vase', priceCents: 10_00, publishedAt: now, ...more })).id
  const reserved = await vase()
  const same = [await vase(), await vase()].toSorted((one, other) => (one < other ? -1 : 1)) as [string, string]
  const [dear, latest, twice] = [await vase({ priceCents: 20_00 }), await vase({ publishedAt: at(1) }), await vase({ title: 'Vase vase' })]
  await db
    .updateTable('listings')
    .set({ reserved_until: at(60) })
    .where('id', '=', reserved)
    .execute()
  const order = (sort: Parameters<typeof browse.searchIds>[2], page?: { limit: number; offset: number }) => find({ q: 'vase', shopId: id }, sort, page) // prettier-ignore
  const places = async (sort: Parameters<typeof browse.searchIds>[2], among: string[]) =>
    (await order(sort)).filter((one) => among.includes(one))
  const [low, high] = same
  assert.deepEqual(await places('newest', [reserved, low, high, latest]), [latest, high, low, reserved])
  assert.deepEqual(await places('price-asc', [reserved, low, high, dear]), [low, high, reserved, dear])
  assert.deepEqual(await places('price-desc', [reserved, low, high, dear]), [dear, high, low, reserved])
  assert.deepEqual(await places('best', [reserved, low, high, latest, twice]), [twice, latest, high, low, reserved])
  const all = await order('newest')
  assert.deepEqual([await order('newest', { limit: 2, offset: 0 }), await order('newest', { limit: 9, offset: 2 })], [all.slice(0, 2), all.slice(2)]) // prettier-ignore
  const newest = (limit: number, mostOfShop: number) => browse.newestIds(db, { limit, mostOfShop })
  const [first] = all as [string]
  const top = sorted([latest, ids.coat]).toReversed()
  assert.deepEqual((await newest(2, 9)), top) // prettier-ignore
  assert.deepEqual(sorted(await newest(9, 1)), sorted([first, ids.coat, ids.sofa]))
  assert.deepEqual(await newest(1, 1), top.slice(0, 1))
  const shelf = async (limit: number, offset: number) => (await browse.listShelf(db, shop.id, { limit, offset })).map((row) => row.id)
  assert.deepEqual([await shelf(9, 0), await shelf(1, 0), await shelf(9, 1)], [[ids.coat, ids.lamp], [ids.coat], [ids.lamp]])
  const equal = (await browse.listShelf(db, id, { limit: 9, offset: 0 })).map((row) => row.id)
  assert.deepEqual(equal.filter((one) => same.includes(one)), [high, low]) // prettier-ignore
  await db.deleteFrom('listings').where('shop_id', '=', id).execute()
})

test('a listing is found by its id or by its link in its shop, with its own photos, likes and questions', async () => {
  const { coat, lamp } = ids
  await makePhoto(ctx, coat, { position: 1, source: 'web', alt: 'From the web' })
  await makePhoto(ctx, coat, { position: 2, isVideo: true, alt: 'Video' })
  await makePhoto(ctx, coat, { position: 4, alt: 'Back' })
  await makePhoto(ctx, coat, { position: 3, alt: 'Front' })
  await makePhoto(ctx, lamp, { position: 1, alt: 'Lamp' })
  await db.insertInto('likes').values([{ account_id: ben.id, listing_id: coat, created_at: now }, { account_id: eve.id, listing_id: lamp, created_at: now }]).execute() // prettier-ignore
  const question = { id: ctx.newId('que'), question: 'Size?', answer: 'Large', created_at: now, updated_at: now }
  await db.insertInto('listing_questions').values({ ...question, listing_id: lamp }).execute() // prettier-ignore
  const shown = (row: browse.DetailRow | undefined) => row && [row.id, row.liked, row.has_questions, ...row.photos.map(({ alt }) => alt)]
  const photos = ['From the web', 'Video', 'Front', 'Back']
  assert.deepEqual(shown(await browse.findListing(db, coat, ben.id)), [coat, true, false, ...photos])
  assert.deepEqual(shown(await browse.findListing(db, coat, eve.id)), [coat, false, false, ...photos])
  assert.deepEqual(shown(await browse.findListing(db, lamp, null)), [lamp, false, true, 'Lamp'])
  assert.equal(await browse.findListing(db, 'lst_none', null), undefined)
  const { link } = (await browse.findListing(db, coat, null))!
  const byLink = async (shopId: string, path = link!) => (await browse.findListingByLink(db, shopId, path, ben.id))?.id
  assert.deepEqual([await byLink(shop.id), await byLink(own.two.id), await byLink(shop.id, 'none')], [coat, undefined, undefined])
  const cards = await browse.listCards(db, [lamp, 'lst_none', coat])
  assert.deepEqual(cards.map(({ id, cover }) => [id, cover?.alt]), [[lamp, 'Lamp'], [coat, 'Front']]) // prettier-ignore
  assert.deepEqual([await browse.listCards(db, []), (await browse.listCards(db, [lamp])).length], [[], 1])
  assert.deepEqual((await browse.listFields(db, [coat])).map(({ id }) => id), [coat]) // prettier-ignore
  assert.deepEqual(sorted(await browse.likedOf(db, ben.id, [coat, lamp])), [coat])
  assert.deepEqual(await browse.likedOf(db, eve.id, [coat]), [])
})

test('the price of a sold listing is that of its last sale after it was published', async () => {
  const price = async (id: string) => (await browse.findListing(db, id, null))!.price_cents
  const [sold, other] = [await makeListing(ctx, shop, { status: 'sold', publishedAt: now }), await makeListing(ctx, shop, { publishedAt: now })] // prettier-ignore
  const order = (listing: { id: string; link: string | null }, itemCents: number, seconds: number) =>
    makeOrder(ctx, shop, listing, { buyerId: ben.id, status: 'cancelled', itemCents, paidAt: at(seconds) })
  await order(sold, 30_00, -1)
  assert.equal(await price(sold.id), 60_00)
  await order(sold, 40_00, 0)
  await order(sold, 45_00, 5)
  await order(sold, 41_00, 1)
  await order(other, 20_00, 9)
  assert.deepEqual([await price(sold.id), await price(other.id)], [45_00, 60_00])
  await db.updateTable('listings').set({ visibility: 'link' }).where('id', 'in', [sold.id, other.id]).execute()
})

test('the feed lists what is in the market, ordered by id', async () => {
  const feed = async (after: string, limit: number, shopId: string | null = null) =>
    (await browse.listFeed(db, { after, limit, shopId })).map(({ id }) => id)
  const all = sorted(market)
  assert.deepEqual([await feed('', 9), await feed('', 2), await feed(all[0]!, 9)], [all, all.slice(0, 2), all.slice(1)])
  const ofShop = sorted([ids.coat, ids.lamp])
  assert.deepEqual([await feed('', 9, shop.id), await feed('', 1, shop.id), await feed(ofShop[0]!, 9, shop.id)], [ofShop, ofShop.slice(0, 1), ofShop.slice(1)]) // prettier-ignore
  assert.deepEqual(await feed('', 9, own.linkOnly.id), [])
})

const hash = (of: string) => Buffer.alloc(32, of)
const vector = (id: string, of = 'a', readAt = now) => ({ id, hash: hash(of), vector: Buffer.from([1, 2, 255]), readAt })

test('the search index reads what is in the market, with the vectors of its model', async () => {
  const { coat, lamp, sofa } = ids
  await db.updateTable('listings').set({ fields: JSON.stringify([
    { key: 'item', label: 'Item', value: 'Coat', source: 'agent' }, { key: 'size', label: 'Size', value: 'L', source: 'agent' }, { key: 'item', label: 'Item', value: 'Parka', source: 'owner' },
  ]), one_liner: 'Warm', description: 'Blue', reserved_until: at(60) }).where('id', '=', coat).execute() // prettier-ignore
  await semantic.storeVectors(db, 'one', [vector(coat), vector('lst_none')])
  await semantic.storeVectors(db, 'other', [vector(lamp)])
  const all = sorted(market)
  const page = async (after: string, limit: number, model: string | null = null) =>
    (await search.marketPage(db, model, after, limit)).map(({ document }) => document.id)
  assert.deepEqual([await page('', 9), await page('', 2, 'one'), await page(all[0]!, 9)], [all, all.slice(0, 2), all.slice(1)])
  const found = await search.marketDocuments(db, 'one', [coat, lamp, hidden.sold])
  const byId = new Map(found.map((one) => [one.document.id, one]))
  assert.deepEqual(sorted([...byId.keys()]), sorted([coat, lamp]))
  const { facets: _, ...document } = byId.get(coat)!.document
  assert.deepEqual(document, {
    id: coat,
    shopId: shop.id,
    title: 'Wool coat',
    oneLiner: 'Warm',
    category: 'Clothing',
    description: 'Blue',
    values: ['L', 'Parka'],
    priceCents: 100_00,
    takeOffers: true,
    publishedAtMs: at(1).getTime(),
    reserved: true,
  })
  assert.deepEqual([byId.get(coat)!.made?.hash, byId.get(coat)!.made?.vector], [hash('a'), new Int8Array([1, 2, -1])])
  assert.deepEqual([byId.get(lamp)!.made, byId.get(lamp)!.document.reserved], [null, false])
  const [none] = await search.marketDocuments(db, null, [coat])
  assert.equal(none!.made, null)
  assert.deepEqual((await search.marketDocuments(db, null, [sofa])).map((one) => one.document.id), [sofa]) // prettier-ignore
})

test('the listings without a current vector of the model are embedded next', async () => {
  const { coat, lamp } = ids
  await db.deleteFrom('listing_vectors').execute()
  await db.updateTable('listings').set({ updated_at: now }).execute()
  await semantic.storeVectors(db, 'one', [vector(coat)])
  await semantic.storeVectors(db, 'other', [vector(lamp, 'b')])
  await semantic.storeVectors(db, 'one', [vector(hidden.sold, 'c'), vector(hidden.link, 'c', at(-1))])
  const among = new Map((await semantic.candidatesAmong(db, 'one', [coat, lamp, hidden.sold])).map((row) => [row.id, row.hash]))
  assert.deepEqual([among.size, among.get(coat), among.get(lamp)], [2, hash('a'), null])
  const after = async (id: string, limit = 9, model = 'one') =>
    (await semantic.candidatesAfter(db, model, id, limit)).map((row) => [row.id, row.hash])
  const missing = sorted([lamp, ids.sofa]).map((id) => [id, null])
  assert.deepEqual([await after(''), await after('', 1), await after(missing[0]![0]!)], [missing, missing.slice(0, 1), missing.slice(1)])
  await db
    .updateTable('listings')
    .set({ updated_at: at(1) })
    .where('id', '=', coat)
    .execute()
  assert.deepEqual(await after(''), sorted(market).map((id) => [id, id === coat ? hash('a') : null])) // prettier-ignore
  const count = (model: string) => semantic.countVectors(db, model)
  assert.deepEqual([await count('one'), await count('other'), await count('none')], [{ count: 1, dimensions: 3 }, { count: 1, dimensions: 3 }, { count: 0, dimensions: null }]) // prettier-ignore
  await semantic.storeVectors(db, 'other', [{ ...vector(coat, 'd', at(2)), vector: Buffer.from([1]) }])
  const row = await db.selectFrom('listing_vectors').selectAll().where('listing_id', '=', coat).executeTakeFirstOrThrow()
  assert.deepEqual(row, { listing_id: coat, model: 'other', text_hash: hash('d'), vector: Buffer.from([1]), read_at: at(2) })
  assert.deepEqual(await count('other'), { count: 2, dimensions: 1 })
})

test('storing vectors records a change of each listing that has one', async () => {
  await db.deleteFrom('market_changes').execute()
  await semantic.storeVectors(db, 'one', [vector(ids.coat), vector('lst_none')])
  const rows = await db.selectFrom('market_changes').select('listing_id').execute()
  assert.deepEqual(rows, [{ listing_id: ids.coat }])
})

test('one process at a time embeds listings, until its lease ends', async () => {
  await semantic.releaseLease(db)
  assert.deepEqual([await semantic.acquireLease(db, 60), await semantic.acquireLease(db, 60)], [true, false])
  await semantic.releaseLease(db)
  assert.deepEqual([await semantic.acquireLease(db, -1), await semantic.acquireLease(db, 60)], [true, true])
  await semantic.releaseLease(db)
})

test('calls to the embedding model count for each day and kind, up to the limit', async () => {
  const call = (limit: number, kind: 'listings' | 'queries' = 'queries', day = '2031-05-06') =>
    semantic.countEmbeddingCall(db, kind, day, limit)
  assert.deepEqual([await call(0), await call(1), await call(1)], [false, true, false])
  assert.deepEqual([await call(1, 'listings'), await call(1, 'queries', '2031-05-07'), await call(2), await call(2)], [true, true, true, false]) // prettier-ignore
  const rows = await db.selectFrom('embedding_days').select(['kind', 'calls']).orderBy('day').orderBy('kind').execute()
  assert.deepEqual(rows, [{ kind: 'listings', calls: 1 }, { kind: 'queries', calls: 2 }, { kind: 'queries', calls: 1 }]) // prettier-ignore
})

test('old changes are deleted in batches, oldest first', async () => {
  const hour = new Date(Date.now() - 3_600_000)
  const mark = (id: string) => inTx((tx) => search.leaveMark(tx, id))
  await db.deleteFrom('market_changes').execute()
  await db.deleteFrom('shown_changes').execute()
  for (const id of ['a', 'b', 'c', 'd']) {
    await mark(id)
    await inTx((tx) => tx.insertInto('shown_changes').values({ kind: 'listing', id }).execute())
  }
  await db.updateTable('market_changes').set({ at: hour }).where('listing_id', '<>', 'd').execute()
  await db.updateTable('shown_changes').set({ at: hour }).where('id', '<>', 'd').execute()
  const rest = async () => {
    const marks = await db.selectFrom('market_changes').select('listing_id').orderBy('tx').execute()
    const shown = await db.selectFrom('shown_changes').select('id').orderBy('tx').execute()
    return [marks.map((row) => row.listing_id).join(''), shown.map((row) => row.id).join('')]
  }
  const forget = async (limit: number) => [await search.forgetChanges(db, 1_800, limit), await forgetShownChanges(db, 1_800, limit)]
  assert.deepEqual(
    [await forget(2), await rest()],
    [
      ['more', 'more'],
      ['cd', 'cd'],
    ],
  )
  assert.deepEqual(
    [await forget(2), await rest()],
    [
      ['done', 'done'],
      ['d', 'd'],
    ],
  )
})

test('a reader of the changes of pages gets those since its last read, or those of the last transaction', async (t) => {
  const changes = openShownChanges({ connectionString: app.databaseUrl }, 1)
  t.after(() => changes.end())
  const record = (id: string) =>
    inTx(async (tx) => {
      await tx.insertInto('shown_changes').values([{ kind: 'listing', id, shop_id: shop.id }, { kind: 'shop', id }]).execute() // prettier-ignore
      const { rows } = await sql<{ tx: number }>`select pg_current_xact_id()::text::float8 as tx`.execute(tx)
      return rows[0]!.tx
    })
  await db.deleteFrom('shown_changes').execute()
  const read = async (horizon: number | null) =>
    (await readShownChanges(changes, horizon)).changes.map(({ kind, id, shopId }) => `${kind} ${id} ${shopId}`).toSorted(byText)
  assert.deepEqual(await read(null), [])
  const [first, second] = [await record('a'), await record('b')]
  const of = (id: string) => [`listing ${id} ${shop.id}`, `shop ${id} `]
  assert.deepEqual([await read(first), await read(second), await read(null), await read(second + 1_000)], [[...of('a'), ...of('b')].toSorted(byText), of('b'), of('b'), []]) // prettier-ignore
  const { settled, atSeconds, timeline } = await readShownChanges(changes, null)
  // transactions of other databases of the server also count as running, so only the type of `settled` is certain
  assert.ok(Number.isInteger(settled) && Math.abs(atSeconds - Date.now() / 1_000) < 600)
  assert.match(timeline, /^[0-9A-F]{8}$/)
  await sql`insert into shown_changes (kind, id) select 'listing', 'lst_' || n from generate_series(1, ${MANY_CHANGES + 9}) n`.execute(db)
  assert.equal((await readShownChanges(changes, first)).changes.length, MANY_CHANGES + 1)
  await db.deleteFrom('shown_changes').execute()
})

test('a mark proves that the changes since then are those of the same database', async () => {
  await db.deleteFrom('market_changes').execute()
  const start = await search.readChanges(db, null)
  const tx = await search.leaveMark(db, 'mark')
  const marked = { mark: 'mark', tx, horizon: start.settled, atSeconds: start.atSeconds }
  for (const id of ['a', 'b']) await search.leaveMark(db, id)
  const read = async (more: Partial<search.Marked> = {}, most = 9) => {
    const { known, changes, secondsSince } = await search.readMark(db, { ...marked, ...more }, most)
    assert.ok(secondsSince >= 0 && secondsSince < 600)
    return [known, changes]
  }
  assert.deepEqual(
    [await read(), await read({}, 2), await read({ horizon: tx + 1 })],
    [
      [true, 3],
      [true, 2],
      [true, 2],
    ],
  )
  assert.deepEqual([(await read({ mark: 'other' }))[0], (await read({ tx: tx + 1 }))[0]], [false, false])
  await inTx(async (db2) => {
    await db2.updateTable('market_changes').set({ listing_id: 'mark' }).where('listing_id', '=', 'mark').execute()
  })
  assert.equal((await read())[0], false, 'a restored row was written by another transaction')
  const changes = async (horizon: number | null) => (await search.readChanges(db, horizon)).changes.map(({ listingId }) => listingId)
  assert.deepEqual(
    [await changes(tx), await changes(tx + 1), await changes(tx + 1_000), await changes(null)],
    [['mark', 'a', 'b'], ['a', 'b'], [], ['b']],
  )
  const clock = await search.clockOf(db)
  assert.ok(Math.abs(clock / 1_000_000 - Date.now() / 1_000) < 600)
})
