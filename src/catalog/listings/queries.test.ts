import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { REAL } from '#core/tenant.ts'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import { eventInsert } from '#platform/events/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makePhoto, makeShop, type ShopRow } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import { eachText } from './rules/texts.ts'
import * as drops from './price-drop/queries.ts'
import * as sale from './purchase-lock/queries.ts'
import * as listings from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id]
const [shop, other] = [await makeShop(ctx, ana), await makeShop(ctx, ben)]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const inTx = <T>(work: (db: Tx['db']) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))
const list = async (of: ShopRow, fields: Parameters<typeof makeListing>[2] = {}) => (await makeListing(ctx, of, fields)).id
const set = (id: string, columns: object) =>
  db
    .updateTable('listings')
    .set({ ...columns })
    .where('id', '=', id)
    .execute()
const count = (subject: string, kind: 'view' | 'share', day: string, number: number) =>
  db.insertInto('daily_counts').values({ subject, kind, day: day as never, count: number }).execute() // prettier-ignore
const drop = (listing_id: string, next_at: Date) =>
  inTx((tx) => drops.putDrop(tx, { listing_id, percent: 10, amount_cents: null, base_cents: 60_00, every_days: 7, next_at }))
const dropsLeft = async () => (await db.selectFrom('price_drops').select('listing_id').execute()).map(({ listing_id }) => listing_id)
const rowOf = async (owner: string, id: string) => (await listings.findOwnListing(db, owner, id))!

test('a listing is found and locked by its id or SKU only for its owner', async () => {
  const [theirs, lamp, vase] = [await list(other), await list(shop), await list(shop)]
  for (const [id, sku] of [[theirs, 'A 1'], [lamp, 'A 1'], [vase, 'A 2']] as const) await set(id, { sku }) // prettier-ignore
  for (const read of [listings.findOwnListing, listings.lockListing]) {
    const found = (owner: string, id: string) => inTx(async (tx) => (await read(tx, owner, id))?.id)
    assert.deepEqual([await found(ana, lamp), await found(ana, vase), await found(ana, theirs)], [lamp, vase, undefined])
    assert.equal(await found(ben, theirs), theirs)
  }
  for (const id of [lamp, vase, theirs]) assert.equal((await inTx((tx) => listings.lockAnyListing(tx, id)))?.id, id)
  const own = async (owner: string, ...some: string[]) => ids(await listings.ownListings(db, owner, some)).toSorted()
  assert.deepEqual([await own(ana, lamp, theirs), await own(ana, lamp, vase), await own(ben, lamp)], [[lamp], [lamp, vase].toSorted(), []])
  const bySku = (owner: string, sku: string) => listings.findBySku(db, owner, sku)
  assert.deepEqual([await bySku(ana, 'A 1'), await bySku(ana, 'A 2'), await bySku(ben, 'A 1'), await bySku(ben, 'A 2')], [lamp, vase, theirs, undefined]) // prettier-ignore
})

test('SKUs and links are locked for one account and one shop', async () => {
  const held = await inTx(async (tx) => {
    const numbers: number[] = []
    for (const lock of [() => listings.lockSkusOf(tx, ana), () => listings.lockSkusOf(tx, ben), () => listings.lockLinksOf(tx, shop.id), () => listings.lockLinksOf(tx, other.id), () => listings.lockSkusOf(tx, ana)]) {
      await lock()
      const { rows } = await sql<{ locks: number }>`select count(*) as locks from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx)
      numbers.push(rows[0]!.locks)
    }
    return numbers
  }) // prettier-ignore
  assert.deepEqual(held, [1, 2, 3, 4, 4], 'each lock is a separate one, and the same lock counts once')
})

test('each filter selects its own part of the owner’s listings, also for the total and for an export', async () => {
  const eve = await app.signUp('Eve')
  const [attic, cellar] = [await makeShop(ctx, eve.id), await makeShop(ctx, eve.id)]
  // a shop in test mode may have the same slug
  await makeShop(ctx, (await openTestTenant(app, eve)).seller.id, { slug: attic.slug })
  const [lamp, vase, coat] = [
    await list(attic, { title: 'Brass lamp', priceCents: 10_00 }),
    await list(attic, { title: 'Glass vase', priceCents: 20_00, status: 'draft' }),
    await list(cellar, { title: 'Wool coat', priceCents: 30_00 }),
  ]
  await list(other, { title: 'Brass lamp', priceCents: 20_00 })
  await set(vase, { sku: 'GV-7' })
  for (const [index, id] of [lamp, vase, coat].entries()) await set(id, { updated_at: at(index - 3), created_at: at(-index) })
  await db.updateTable('account_use').set({ listings: 7 }).where('account_id', '=', eve.id).execute()
  const none = { ownerId: eve.id, shop: undefined, status: undefined, updatedAfter: undefined, q: null, minCents: null, maxCents: null }
  const page = async (filter: Partial<listings.ListingFilter>) => {
    const by = { ...none, ...filter }
    const found = ids(await listings.pageOfListings(db, by, { sort: 'changed', limit: 9, offset: 0 }))
    assert.deepEqual(ids(await listings.listingsAfter(db, by, '', 9)), found.toSorted())
    return [await listings.countListings(db, by), ...found]
  }
  assert.deepEqual(await page({}), [7, coat, vase, lamp], 'without a filter, the total is the counter of the quota')
  assert.deepEqual([await page({ shop: attic.slug }), await page({ shop: other.slug })], [[2, vase, lamp], [0]])
  assert.deepEqual(
    [await page({ status: 'draft' }), await page({ updatedAfter: at(-2) })],
    [
      [1, vase],
      [1, coat],
    ],
  )
  assert.deepEqual(
    [await page({ q: 'lamps' }), await page({ q: 'lass v' }), await page({ q: 'gv-7' })],
    [
      [1, lamp],
      [1, vase],
      [1, vase],
    ],
  )
  assert.deepEqual(
    [await page({ minCents: 20_00 }), await page({ maxCents: 20_00 })],
    [
      [2, coat, vase],
      [2, vase, lamp],
    ],
  )
  const sorted = async (sort: 'newest' | 'price-asc' | 'price-desc', limit = 9, offset = 0) =>
    ids(await listings.pageOfListings(db, none, { sort, limit, offset }))
  assert.deepEqual([await sorted('newest'), await sorted('price-asc'), await sorted('price-desc')], [[lamp, vase, coat], [lamp, vase, coat], [coat, vase, lamp]]) // prettier-ignore
  assert.deepEqual(await sorted('price-asc', 1, 1), [vase])
  const all = [lamp, vase, coat].toSorted()
  assert.deepEqual(ids(await listings.listingsAfter(db, none, all[0]!, 1)), [all[1]])
})

test('a draft is inserted with its event in the owner’s shop with the given slug, and only below the quota', async () => {
  const { id: fay } = await app.signUp('Fay')
  const [attic, cellar] = [await makeShop(ctx, fay), await makeShop(ctx, fay)]
  await list(attic)
  const insert = (slug: string, most: number, parcel: listings.NewListingRow['parcel'] = null) =>
    inTransaction(ctx, (tx) => {
      const id = tx.newId('lst')
      const text = { ...eachText(() => null), title: 'Lamp' }
      const row = { id, owner_id: fay, prompt: null, ...text, price_cents: 10_00, lowest_price_cents: null, shipping_cents: null, take_offers: true, fields: [], parcel, visibility: 'everyone', created_at: now, updated_at: now } as const // prettier-ignore
      const event = eventInsert(tx, [{ accountId: fay, type: 'listing.changed', object: { id } }], 'made')
      return listings.insertDraft(tx.db, { ...row, fields: [] }, { slug, tenant: REAL, most, event })
    })
  const events = async () =>
    (await db.selectFrom('events').select('id').where('account_id', '=', fay).where('type', '=', 'listing.changed').execute()).length
  assert.deepEqual([await insert(other.slug, 9), await insert(cellar.slug, 1), await events()], [undefined, undefined, 0])
  const parcel = { weight_oz: 8, length_in: 6, width_in: 5, height_in: 4 }
  const made = (await insert(cellar.slug, 2, parcel))!
  assert.deepEqual([made.shop_id, made.shop_slug, made.status, made.parcel, await events()], [cellar.id, cellar.slug, 'draft', parcel, 1])
  assert.equal(await insert(cellar.slug, 2), undefined)

  const change = async (columns: Omit<listings.ListingChange, 'updated_at'>) =>
    listings.updateListing(db, await rowOf(fay, made.id), { ...columns, updated_at: at(1) })
  assert.deepEqual((await change({ title: 'Vase' })).parcel, parcel)
  assert.equal((await change({ parcel: null })).parcel, null)
  const without = await db.selectFrom('listings').select('id').where('id', '=', made.id).where('parcel', 'is', null).execute()
  assert.deepEqual(ids(without), [made.id], 'SQL null, not JSON null')
  assert.equal((await change({ parcel })).title, 'Vase')
  assert.deepEqual((await listings.setHidden(db, await rowOf(fay, made.id), now)).hidden_at, now)
  const changed = await db.selectFrom('listings').select('id').where('owner_id', '=', fay).where('updated_at', '=', at(1)).execute()
  const hidden = await db.selectFrom('listings').select('id').where('hidden_at', 'is not', null).execute()
  assert.deepEqual([ids(changed), ids(hidden)], [[made.id], [made.id]])
  const { id: _id, shop_slug: _slug, tenant: _tenant, status: _status, price_basis: _basis, was_cents: _was, reduced_at: _at, hidden_at: _hidden, research: _research, link: _link, ever_sold: _sold, published_at: _published, sold_at: _soldAt, ...row } = made // prettier-ignore
  await listings.insertListings(db, [{ ...row, id: 'lst_import_1' }, { ...row, id: 'lst_import_2' }]) // prettier-ignore
  assert.deepEqual([(await rowOf(fay, 'lst_import_1')).title, (await rowOf(fay, 'lst_import_2')).parcel], ['Lamp', parcel])
})

test('the public prices are the periods of one listing, or its current price if it is for sale and has no periods', async () => {
  await db.deleteFrom('price_drops').execute()
  const [lamp, vase, draft] = [await list(shop, { priceCents: 10_00 }), await list(shop, { priceCents: 20_00 }), await list(shop, { status: 'draft' })] // prettier-ignore
  await db.deleteFrom('listing_prices').execute()
  for (const id of [lamp, vase]) await drop(id, at(9))
  const period = (listing_id: string, price_cents: number, from_at: Date, until_at: Date | null) =>
    db.insertInto('listing_prices').values({ listing_id, price_cents, from_at, until_at }).execute()
  await period(lamp, 8_00, at(-2), null)
  await period(lamp, 9_00, at(-3), at(-2))
  const prices = async (id: string, endsDrop = false) => {
    const { periods, now: serviceTime } = await listings.publicPrices(db, id, { endsDrop })
    assert.ok(Math.abs(serviceTime.getTime() - ctx.now().getTime()) < 60_000)
    return periods.map(({ cents, from, until }) => [cents, from, until])
  }
  const own = [[9_00, at(-3), at(-2)], [8_00, at(-2), null]] // prettier-ignore
  const current = [[20_00, (await rowOf(ana, vase)).updated_at, null]]
  assert.deepEqual([await prices(lamp), await prices(vase), await prices(draft)], [own, current, []])
  assert.deepEqual((await dropsLeft()).toSorted(), [lamp, vase].toSorted())
  assert.deepEqual([await prices(lamp, true), await dropsLeft()], [own, [vase]])
  await drop(lamp, at(9))
  await listings.deletePriceDrop(db, vase)
  assert.deepEqual(await dropsLeft(), [lamp])
})

test('the oldest reductions up to the given time end first, and at most as many as given', async () => {
  const reduced = await Promise.all([-1, -3, -2, 0].map(async (seconds) => {
    const id = await list(shop)
    await set(id, { was_cents: 70_00, reduced_at: at(seconds) })
    return [seconds, id] as const
  })) // prettier-ignore
  const left = async () => {
    const rows = await db.selectFrom('listings').select(['id', 'reduced_at']).where('was_cents', 'is not', null).execute()
    for (const { reduced_at } of rows) assert.notEqual(reduced_at, null)
    return reduced.filter(([, id]) => ids(rows).includes(id)).map(([seconds]) => seconds)
  }
  await listings.endReductions(db, at(-1), 1)
  assert.deepEqual(await left(), [-1, -2, 0])
  await listings.endReductions(db, at(-1), 9)
  assert.deepEqual(await left(), [0])
})

test('a deletion removes one listing with its daily counts, and a link is taken only within its shop', async () => {
  const [lamp, vase] = [await makeListing(ctx, shop, { link: 'lamp' }), await makeListing(ctx, shop, { link: 'vase' })]
  await list(other, { link: 'coat' })
  const taken = async (...links: string[]) => (await listings.linksTaken(db, shop.id, links)).toSorted()
  assert.deepEqual([await taken('lamp', 'vase', 'rug'), await taken('coat')], [['lamp', 'vase'], []])
  for (const { id } of [lamp, vase]) await count(id, 'view', '2026-11-20', 1)
  await listings.deleteListing(db, lamp.id)
  const subjects = await db.selectFrom('daily_counts').select('subject').where('subject', 'in', [lamp.id, vase.id]).execute()
  assert.deepEqual([subjects, await taken('lamp', 'vase')], [[{ subject: vase.id }], ['vase']])
})

test('the photos, stats and schedules of listings are read only for the given listings, each with its own', async () => {
  const [lamp, vase, coat] = [await makeListing(ctx, shop), await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const [week, today] = ['2026-11-20', '2026-11-21']
  for (const [{ id }, factor] of [[lamp, 1], [coat, 1_000]] as const) {
    await count(id, 'view', week, 10 * factor)
    await count(id, 'view', today, factor)
    await count(id, 'share', today, 100 * factor)
    await db.insertInto('likes').values({ account_id: ben, listing_id: id, created_at: now }).execute()
    await makePhoto(ctx, id, { position: 0 })
    await db.insertInto('wanted_photos').values({ listing_id: id, position: 0, owner_id: ana, url: `https://${factor}.test/`, problem: null, created_at: now }).execute()
    await drop(id, at(factor))
  } // prettier-ignore
  const offer = (about: { id: string }, fields: Partial<Parameters<typeof makeOffer>[3]> = {}) =>
    makeOffer(ctx, shop, about, { buyerId: ben, expiresAt: at(1), ...fields })
  await offer(lamp)
  await offer(lamp, { status: 'declined' })
  await offer(coat)
  const { id: eve } = await app.signUp('Eve')
  await offer(lamp, { buyerId: eve, expiresAt: now })
  const found = await listings.surroundings(db, [lamp.id, vase.id], { weekAfter: week, now })
  assert.deepEqual([...found.keys()].toSorted(), [lamp.id, vase.id].toSorted())
  const { photos, pendingPhotos, stats, priceDrop } = found.get(lamp.id)!
  assert.deepEqual(stats, { views: 11, views_7d: 1, shares: 100, likes: 1, offers: 3, offers_waiting: 1 })
  assert.deepEqual([photos.map(({ listing_id }) => listing_id), pendingPhotos], [[lamp.id], [{ url: 'https://1.test/', problem: null }]])
  assert.ok(photos[0]!.created_at instanceof Date)
  assert.deepEqual([new Date(priceDrop!.next_at), priceDrop!.percent, priceDrop!.lowest_percent], [at(1), 10, 15])
  const zero = { views: 0, views_7d: 0, shares: 0, likes: 0, offers: 0, offers_waiting: 0 }
  assert.deepEqual(found.get(vase.id), { photos: [], pendingPhotos: [], stats: zero, priceDrop: null })
  assert.deepEqual([...(await listings.surroundings(db, [coat.id], { weekAfter: week, now })).keys()], [coat.id])
  assert.equal((await listings.surroundings(db, [], { weekAfter: week, now })).size, 0)
})

test('a price drop is due, postponed and locked on its own, with the facts of its listing and shop', async () => {
  await db.deleteFrom('price_drops').execute()
  const cheap = await makeShop(ctx, ben, { lowestPercent: 20 })
  const [later, lamp, vase, coat] = [await list(shop), await list(shop), await list(cheap), await list(shop)]
  await drop(later, at(1))
  await drop(lamp, at(0))
  await drop(vase, at(-2))
  await drop(coat, at(-1))
  const due = (limit = 9) => drops.dueListings(db, now, limit)
  assert.deepEqual([await due(), await due(1)], [[vase, coat, lamp], [vase]])
  assert.deepEqual([await drops.lowestPercentOf(db, shop.id), await drops.lowestPercentOf(db, cheap.id)], [15, 20])
  const add = { shop_id: shop.id, account_id: ana, percent: 10, starts_at: now, ends_at: now, created_at: now }
  await db.insertInto('sales').values({ id: 'sal_a', ...add }).execute() // prettier-ignore
  const prices = { price_cents: 60_00, sale_cents: 50_00 }
  await db.insertInto('sale_listings').values([{ sale_id: 'sal_a', listing_id: lamp, state: 'skipped' }, { sale_id: 'sal_a', listing_id: coat, state: 'reduced', ...prices }]).execute() // prettier-ignore
  const locked = (id: string) => inTx((tx) => drops.lockDue(tx, id, now))
  const { ownerId, schedule, facts } = (await locked(vase))!
  assert.deepEqual([ownerId, schedule], [ben, { percent: 10, amountCents: null, baseCents: 60_00, everyDays: 7 }])
  assert.deepEqual([facts.lowestPercent, facts.inSale, facts.status, facts.hidden, facts.reserved, facts.shopClosed], [20, false, 'live', false, false, false]) // prettier-ignore
  const inSale = async (id: string) => (await locked(id))!.facts.inSale
  assert.deepEqual([await inSale(lamp), await inSale(coat), await locked(later)], [false, true, undefined])
  await inTx((tx) => drops.postponeDrop(tx, vase, at(5)))
  assert.deepEqual([await due(), await locked(vase)], [[coat, lamp], undefined])
  await drop(lamp, at(6))
  assert.deepEqual([await due(), (await dropsLeft()).length], [[coat], 4], 'a new schedule replaces the previous one')
})

test('a sale locks and reads only the given listing, or the listing of the given offer or order', async (t) => {
  // a connection of its own, which shows the locks of other transactions
  const second = new Client({ connectionString: app.databaseUrl })
  await second.connect()
  t.after(() => second.end())
  const [lamp, vase, sold] = [await makeListing(ctx, shop), await makeListing(ctx, shop), await makeListing(ctx, shop)]
  const [offer, order] = [await makeOffer(ctx, shop, lamp, { buyerId: ben }), await makeOrder(ctx, shop, sold, { buyerId: ben })]
  await makeOffer(ctx, shop, vase, { buyerId: ben })
  await drop(vase.id, now)
  const all = [lamp.id, vase.id, sold.id]
  /** Runs `lock` in a transaction. Returns its result, and the listings that other transactions cannot lock meanwhile. */
  const lockedBy = (lock: (tx: Tx['db']) => Promise<string | undefined>) =>
    inTx(async (tx) => {
      const result = await lock(tx)
      const { rows } = await second.query<{ id: string }>('select id from listings where id = any($1) for update skip locked', [all])
      return [result, all.filter((id) => !ids(rows).includes(id))]
    })
  for (const { id } of [lamp, vase]) {
    assert.deepEqual(await lockedBy(async (tx) => (await sale.lockForSale(tx, id))?.id), [id, [id]])
    assert.equal((await sale.findForSale(db, id))?.id, id)
  }
  const of = (about: sale.About, id: string, account: string | null) => lockedBy((tx) => sale.lockListingOf(tx, about, id, account))
  for (const account of [null, ana, ben]) {
    assert.deepEqual(await of('offers', offer, account), [lamp.id, [lamp.id]])
    assert.deepEqual(await of('orders', order, account), [sold.id, [sold.id]])
  }
  const { id: eve } = await app.signUp('Eve')
  assert.deepEqual(
    [await of('offers', offer, eve), await of('orders', 'ord_none', null)],
    [
      [undefined, []],
      [undefined, []],
    ],
  )
  assert.deepEqual(await lockedBy(async (tx) => (await drops.lockDue(tx, vase.id, now))?.ownerId), [ana, [vase.id]])
})
