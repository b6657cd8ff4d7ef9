import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { REAL, type Tenant } from '#core/tenant.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { openTestTenant } from '#test/sandbox.ts'
import * as likes from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const [ana, ben, eve] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Eve')]
const now = ctx.now()
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const part = { limit: 9, offset: 0 }

const like = (account_id: string, listing_id: string, seconds = 0) =>
  likes.insertLike(db, { account_id, listing_id, created_at: at(seconds) })
const follow = (account_id: string, shop_id: string, seconds = 0) =>
  likes.insertFollow(db, { account_id, shop_id, created_at: at(seconds) })

test('a like stores the price of its own listing, and is deleted for one person and one listing', async () => {
  const shop = await makeShop(ctx, ana.id)
  const [lamp, vase] = [await makeListing(ctx, shop, { priceCents: 10_00 }), await makeListing(ctx, shop, { priceCents: 20_00 })]
  assert.deepEqual([await like(ben.id, vase.id), await like(ben.id, vase.id)], [true, false])
  await Promise.all([like(eve.id, vase.id), like(ben.id, lamp.id)])
  const rows = async () =>
    (await db.selectFrom('likes').selectAll().where('listing_id', 'in', [lamp.id, vase.id]).orderBy('listing_id').orderBy('account_id').execute()).map(
      ({ account_id, price_cents }) => [account_id, price_cents],
    ) // prettier-ignore
  assert.deepEqual(await rows(), [[ben.id, 10_00], [ben.id, 20_00], [eve.id, 20_00]]) // prettier-ignore
  assert.deepEqual([await likes.deleteLike(db, ben.id, vase.id), await likes.deleteLike(db, ben.id, vase.id)], [true, false])
  assert.deepEqual(await rows(), [[ben.id, 10_00], [eve.id, 20_00]]) // prettier-ignore
})

test('a person sees the items that they like, except drafts and the hidden items of other people, latest like first', async () => {
  const [fay, gil] = [await app.signUp('Fay'), await app.signUp('Gil')]
  const [open, own] = [await makeShop(ctx, ana.id), await makeShop(ctx, fay.id, { visibility: 'private', paused: true })]
  const shown = [await makeListing(ctx, open), await makeListing(ctx, open, { status: 'sold' }), await makeListing(ctx, own)] as const
  const hidden = await makeListing(ctx, open)
  await db.updateTable('listings').set({ hidden_at: now }).where('id', '=', hidden.id).execute()
  const omitted = [
    hidden,
    await makeListing(ctx, open, { status: 'draft' }),
    await makeListing(ctx, own, { status: 'draft' }),
    await makeListing(ctx, await makeShop(ctx, ana.id, { visibility: 'private' })),
    await makeListing(ctx, await makeShop(ctx, ana.id, { paused: true })),
  ]
  for (const [seconds, { id }] of [...shown, ...omitted].entries()) await like(fay.id, id, seconds)
  await like(gil.id, (await makeListing(ctx, open)).id)
  const ids = shown.map(({ id }) => id).toReversed()
  assert.deepEqual(await likes.likedIds(db, fay.id, part), { ids, total: 3 })
  assert.deepEqual(await likes.likedIds(db, fay.id, { limit: 1, offset: 1 }), { ids: ids.slice(1, 2), total: 3 })
})

test('a person sees the shops that they follow, except the private shops of other people, latest follow first', async () => {
  const [hal, ida] = [await app.signUp('Hal'), await app.signUp('Ida')]
  const [open, own, secret] = [
    await makeShop(ctx, ana.id),
    await makeShop(ctx, hal.id, { visibility: 'private' }),
    await makeShop(ctx, ana.id, { visibility: 'private' }),
  ]
  for (const [seconds, { id }] of [open, own, secret].entries()) await follow(hal.id, id, seconds)
  await follow(ida.id, (await makeShop(ctx, ana.id)).id)
  assert.deepEqual(await likes.followedIds(db, hal.id, part), { ids: [own.id, open.id], total: 2 })
  assert.deepEqual(await likes.followedIds(db, hal.id, { limit: 1, offset: 1 }), { ids: [open.id], total: 2 })
})

test('a follow is deleted for one person and one shop of the tenant', async () => {
  const { seller } = await openTestTenant(app, ana)
  const copy = (await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Twin', slug: 'copy' } })).body.id
  const [shop, other] = [await makeShop(ctx, ana.id, { slug: 'copy' }), await makeShop(ctx, ana.id)]
  const { id } = await app.signUp('Jan')
  await Promise.all([follow(id, shop.id), follow(id, other.id), follow(eve.id, shop.id)])
  const followers = async () =>
    (await db.selectFrom('follows').select('account_id').where('shop_id', 'in', [shop.id, other.id, copy]).orderBy('account_id').execute()).map(
      ({ account_id }) => account_id,
    ) // prettier-ignore
  assert.equal(await likes.deleteFollow(db, id, ana.id as Tenant, 'copy'), false)
  assert.deepEqual(await followers(), [eve.id, id, id])
  assert.equal(await likes.deleteFollow(db, id, REAL, 'copy'), true)
  assert.deepEqual(await followers(), [eve.id, id])
})

test('the relation of a viewer to a shop covers only this viewer, this live shop and the given listings', async () => {
  const kim = await app.signUp('Kim')
  const { seller } = await openTestTenant(app, kim)
  await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Test', slug: 'relation-test' } })
  const [shop, other] = [await makeShop(ctx, kim.id, { slug: 'relation' }), await makeShop(ctx, ana.id)]
  const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
  await Promise.all([
    follow(ben.id, shop.id),
    follow(kim.id, other.id),
    like(ben.id, lamp.id),
    like(ben.id, vase.id),
    like(eve.id, vase.id),
  ])
  const relation = (slug: string, account: string, ...listings: string[]) => likes.readViewerRelation(db, slug, account, listings)
  assert.deepEqual(await relation('relation', ben.id, lamp.id), [{ owns: false, follows: true, liked: [lamp.id] }])
  assert.deepEqual(await relation('relation', kim.id, vase.id), [{ owns: true, follows: false, liked: [] }])
  assert.deepEqual(await relation('relation-test', kim.id), [])
})
