import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inTransaction, type Tx } from '#platform/context/index.ts'
import type { Tenant } from '#core/tenant.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as shops from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const inTx = <T>(work: (db: Tx['db']) => Promise<T>) => inTransaction(ctx, (tx) => work(tx.db))

test('a shop is found and locked by its slug or id only for its owner, and the owner’s first shop is the default', async () => {
  const [ana, ben, eve] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id, (await app.signUp('Eve')).id]
  const theirs = await makeShop(ctx, ben, { slug: 'theirs', createdAt: at(-9) })
  const second = await makeShop(ctx, ana, { slug: 'second', createdAt: at(-1) })
  const first = await makeShop(ctx, ana, { slug: 'first', createdAt: at(-2) })
  for (const read of [shops.findOwnShop, shops.lockOwnShop]) {
    const found = (owner: string, slug: string) => inTx(async (tx) => (await read(tx, owner, slug))?.id)
    assert.deepEqual([await found(ana, 'first'), await found(ana, 'second'), await found(ana, 'theirs')], [first.id, second.id, undefined])
    assert.equal(await found(ben, 'theirs'), theirs.id)
  }
  assert.deepEqual([ids(await shops.listOwnShops(db, ana)), ids(await shops.listOwnShops(db, eve))], [[first.id, second.id], []])
  const held = async (owner: string, slug?: string) => (await shops.holdShopForListing(db, owner, slug))?.id
  assert.deepEqual([await held(ana), await held(ana, 'second'), await held(ana, 'theirs')], [first.id, second.id, undefined])
  assert.deepEqual([await held(ben), await held(eve)], [theirs.id, undefined])
  for (const { id } of [first, second, theirs]) assert.equal((await inTx((tx) => shops.lockAnyShop(tx, id)))?.id, id)
  assert.equal(await inTx((tx) => shops.lockAnyShop(tx, 'shp_none')), undefined)
  const locked = await inTx((tx) => shops.lockShopsOf(tx, ana))
  assert.deepEqual([ids(locked), locked[0]!.tenant], [[first.id, second.id].toSorted(), ''])
})

test('a change, a picture or a suspension applies to one shop, and an omitted column keeps its value', async () => {
  const { id: ana } = await app.signUp('Ana')
  const [one, two] = [(await makeShop(ctx, ana)).id, (await makeShop(ctx, ana)).id]
  const before = await shops.listOwnShops(db, ana)
  const changed = async () => {
    const rows = await shops.listOwnShops(db, ana)
    return rows.filter((row) => JSON.stringify(row) !== JSON.stringify(before.find(({ id }) => id === row.id))).map(({ id }) => id)
  }
  const ship_from = { name: 'Ana', line1: 'Elm 1', city: 'Bend', state: 'OR', postal_code: '97701', country: 'US' } as unknown as shops.ShopRow['ship_from'] // prettier-ignore
  const row = await shops.updateShop(db, two, { name: 'New', ship_from })
  assert.deepEqual([row.id, row.name, row.ship_from, row.bundle_tiers], [two, 'New', ship_from, []])
  assert.deepEqual((await shops.updateShop(db, two, { about: 'Lamps' })).ship_from, ship_from)
  assert.equal((await shops.updateShop(db, two, { ship_from: null })).ship_from, null)
  const picture = [{ size: 'large', key: 'a-large.webp', width: 8, height: 10, bytes: 9, type: 'image/webp' }] as unknown as NonNullable<shops.ShopRow['picture']> // prettier-ignore
  assert.deepEqual((await shops.setPicture(db, two, picture, now)).picture, picture)
  assert.equal((await shops.setPicture(db, two, null, now)).picture, null)
  const without = await db.selectFrom('shops').select('id').where('owner_id', '=', ana).where('picture', 'is', null).execute()
  assert.deepEqual(ids(without).toSorted(), [one, two].toSorted(), 'SQL null, not JSON null')
  assert.deepEqual((await shops.setSuspended(db, two, now)).suspended_at, now)
  assert.deepEqual(await changed(), [two])
  await shops.leaveSlug(db, one, now)
  await shops.deleteShop(db, one)
  assert.deepEqual(ids(await shops.listOwnShops(db, ana)), [two])
})

test('a slug can be claimed if it is new, if the same owner released it, or if it was released long enough ago', async () => {
  const [ana, ben] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id]
  const [shop, other, theirs] = [await makeShop(ctx, ana), await makeShop(ctx, ana), await makeShop(ctx, ben)]
  const { seller } = await openTestTenant(app, await app.signUp('Eve'))
  const testShop = await makeShop(ctx, seller.id, { slug: 'rare' })
  const claim = (slug: string, { id: shopId, ownerId }: typeof shop, freeBefore = at(-1)) =>
    shops.claimSlug(db, { slug, shopId, ownerId, freeBefore })
  const resolve = (slug: string, tenant: string = '') => shops.resolveSlug(db, slug, tenant as Tenant)
  await shops.leaveSlug(db, shop.id, at(0))
  assert.equal(await claim('rare', shop), true)
  assert.deepEqual([await claim('rare', theirs), await claim('rare', other)], [false, false], 'the slug is in use')
  assert.deepEqual(await resolve('rare'), { slug: shop.slug, shopId: shop.id, moved: false })
  const tenant = (await inTx((tx) => shops.lockAnyShop(tx, testShop.id)))!.tenant
  assert.deepEqual(await resolve('rare', tenant), { slug: 'rare', shopId: testShop.id, moved: false })
  assert.equal(await resolve(shop.slug, tenant), undefined)
  await shops.leaveSlug(db, shop.id, at(3))
  const released = await db.selectFrom('shop_slugs').select(['slug', 'moved_at']).where('shop_id', '=', shop.id).execute()
  const times = Object.fromEntries(released.map(({ slug, moved_at }) => [slug, moved_at]))
  assert.deepEqual(times, { [shop.slug]: at(0), rare: at(3) }, 'a slug keeps the time at which it was released')
  assert.equal((await resolve('rare'))?.moved, true)
  assert.deepEqual([(await resolve('rare', tenant))?.moved, (await resolve(theirs.slug))?.moved], [false, false])
  await shops.leaveSlug(db, theirs.id, at(0))
  assert.equal(await claim('rare', theirs), false, 'another owner released it too recently')
  assert.deepEqual([await claim('rare', theirs, at(2)), await claim('rare', theirs, at(3))], [false, true])
  await shops.leaveSlug(db, other.id, at(5))
  assert.equal(await claim(shop.slug, other), true, 'the same owner released it')
  const left = await db.selectFrom('shop_slugs').select(['slug', 'moved_at']).where('owner_id', 'in', [ana, ben]).execute()
  const slugs = Object.fromEntries(left.map(({ slug, moved_at }) => [slug, moved_at]))
  assert.deepEqual(slugs, { rare: null, [shop.slug]: null, [other.slug]: at(5), [theirs.slug]: at(0) })
})

test('the counts and stats of a shop include only its own listings, in the given states and days', async () => {
  const [ana, ben, eve] = [(await app.signUp('Ana')).id, (await app.signUp('Ben')).id, (await app.signUp('Eve')).id]
  const [shop, other, empty] = [await makeShop(ctx, ana), await makeShop(ctx, ana), await makeShop(ctx, ana)]
  const hide = async ({ id }: { id: string }) => db.updateTable('listings').set({ hidden_at: now }).where('id', '=', id).execute()
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  for (let count = 0; count < 3; count++) await makeListing(ctx, shop, { status: 'draft' })
  const [hidden, draft] = [await makeListing(ctx, shop), await makeListing(ctx, shop, { status: 'draft' })]
  for (const one of [hidden, draft]) await hide(one)
  for (let count = 0; count < 5; count++) await makeListing(ctx, shop, { status: 'sold' })
  const theirs = await makeListing(ctx, other)
  const counts = { live: 2, drafts: 4, sold: 5, hidden: 1 }
  const none = { live: 0, drafts: 0, sold: 0, hidden: 0 }
  assert.deepEqual(Object.fromEntries(await shops.countListings(db, [shop.id, empty.id])), { [shop.id]: counts })

  const [week, today] = ['2026-11-20', '2026-11-21']
  const count = (subject: string, kind: 'view' | 'share', day: string, number: number) =>
    db.insertInto('daily_counts').values({ subject, kind, day: day as never, count: number }).execute() // prettier-ignore
  for (const [subject, factor] of [[shop.id, 1], [lamp.id, 2], [theirs.id, 1_000]] as const) {
    await count(subject, 'view', week, 10 * factor)
    await count(subject, 'view', today, factor)
    await count(subject, 'share', today, 100 * factor)
  } // prettier-ignore
  for (const [account_id, listing] of [[ben, lamp], [eve, vase], [ben, theirs]] as const)
    await db.insertInto('likes').values({ account_id, listing_id: listing.id, created_at: now }).execute() // prettier-ignore
  for (const [account_id, { id: shop_id }] of [[ben, shop], [ben, other], [eve, other]] as const)
    await db.insertInto('follows').values({ account_id, shop_id, created_at: now }).execute() // prettier-ignore
  const offer = (fields: Partial<Parameters<typeof makeOffer>[3]> = {}, of = shop, about = lamp) =>
    makeOffer(ctx, of, about, { buyerId: ben, expiresAt: at(1), ...fields })
  await offer()
  await offer({ buyerId: eve, expiresAt: now })
  await offer({ status: 'declined' })
  await offer({}, other, theirs)
  await offer({ buyerId: eve }, other, theirs)
  const stats = await shops.shopStats(db, [shop.id, empty.id], { weekAfter: week, now })
  assert.deepEqual(Object.fromEntries(stats), {
    [shop.id]: { ...counts, views: 33, views_7d: 3, shares: 300, likes: 2, followers: 1, offers_waiting: 1 },
    [empty.id]: { ...none, views: 0, views_7d: 0, shares: 0, likes: 0, followers: 0, offers_waiting: 0 },
  })
  const locked = await inTx((tx) => shops.lockListingsOf(tx, shop.id))
  assert.deepEqual([locked.length, locked.filter(({ ever_sold }) => ever_sold).length], [12, 5])
  await shops.deleteCounts(db, shop.id, [lamp.id])
  const subjects = await db.selectFrom('daily_counts').select('subject').distinct().execute()
  assert.deepEqual(subjects, [{ subject: theirs.id }])
})
