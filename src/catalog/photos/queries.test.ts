import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#platform/context/index.ts'
import { startApp } from '#test/app.ts'
import { makeListing, makeOrder, makePhoto, makeShop } from '#test/rows.ts'
import * as photos from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const shop = await makeShop(ctx, (await app.signUp()).id)

test('a change of photos updates the time of this listing only, and deletes only its failed imports', async () => {
  const [lamp, vase] = [(await makeListing(ctx, shop)).id, (await makeListing(ctx, shop)).id]
  const place = (listing_id: string, position: number, problem: string | null) =>
    db
      .insertInto('wanted_photos')
      .values({ listing_id, position, owner_id: shop.ownerId, url: 'https://a.test/', problem, created_at: ctx.now() })
      .execute()
  for (const id of [lamp, vase]) await Promise.all([place(id, 0, 'Not found.'), place(id, 1, null)])
  await photos.forgetProblems(db, lamp)
  const left = await db.selectFrom('wanted_photos').select(['listing_id', 'position']).orderBy('listing_id').orderBy('position').execute()
  assert.deepEqual(
    left.map(({ listing_id, position }) => [listing_id, position]),
    [
      [lamp, 1],
      [vase, 0],
      [vase, 1],
    ],
  )
  const at = new Date(ctx.now().getTime() + 60_000)
  await photos.touchListing(db, lamp, at)
  const touched = await db.selectFrom('listings').select('id').where('updated_at', '=', at).execute()
  assert.deepEqual(touched, [{ id: lamp }])
})

test('hides only the given files, and deletes the record of a file only while the file is an orphan', async () => {
  const keys = ['one', 'two']
  await photos.announceFiles(db, keys, ctx.now())
  assert.equal(await photos.adoptFiles(db, shop.ownerId, [{ key: 'one', bytes: 1 }]), 1)
  await photos.hideFiles(db, ['two'])
  for (const key of keys) await photos.forgetFile(db, key)
  const { rows } = await sql`select key, private from stored_files where key in ('one', 'two')`.execute(db)
  assert.deepEqual(rows, [{ key: 'one', private: false }])
  await photos.announceFiles(db, ['three', 'four'], ctx.now())
  await photos.forgetFile(db, 'three')
  const { rows: left } = await sql`select key from stored_files where key in ('three', 'four')`.execute(db)
  assert.deepEqual(left, [{ key: 'four' }])
})

test('only the owner of a listing can change its photos, and finds exactly this listing', async () => {
  const other = (await app.signUp()).id
  const [first, second] = [(await makeListing(ctx, shop, { title: 'One' })).id, (await makeListing(ctx, shop, { title: 'Two' })).id]
  const lock = (ownerId: string, id: string) => inTransaction(ctx, (tx) => photos.lockListingForPhotos(tx.db, ownerId, id))
  assert.deepEqual([(await lock(shop.ownerId, first))?.title, (await lock(shop.ownerId, second))?.title], ['One', 'Two'])
  assert.equal(await lock(other, first), undefined)
  assert.deepEqual(
    [await photos.ownsListing(db, shop.ownerId, second), await photos.ownsListing(db, other, second), await photos.ownsListing(db, shop.ownerId, 'lst_none')], // prettier-ignore
    [true, false, false],
  )
})

test('an alternative text belongs to one photo of the listing', async () => {
  const [lamp, vase] = [(await makeListing(ctx, shop)).id, (await makeListing(ctx, shop)).id]
  for (const [listing, position] of [[lamp, 0], [lamp, 1], [vase, 0]] as const) await makePhoto(ctx, listing, { position }) // prettier-ignore
  const rows = () =>
    db
      .selectFrom('photos')
      .select(['id', 'alt'])
      .where('listing_id', 'in', [lamp, vase])
      .orderBy('listing_id')
      .orderBy('position')
      .execute()
  const [front, back, other] = (await rows()).map(({ id }) => id)
  assert.equal(await photos.setAlt(db, lamp, back!, 'The back'), true)
  assert.equal(await photos.setAlt(db, lamp, other!, 'Not mine'), false)
  assert.deepEqual(await rows(), [
    { id: front, alt: null },
    { id: back, alt: 'The back' },
    { id: other, alt: null },
  ])
})

test('a deleted photo disappears from the orders of its listing only', async () => {
  const buyerId = (await app.signUp()).id
  const orderOf = async (key: string) => {
    const listing = await makeListing(ctx, shop)
    const id = await makeOrder(ctx, shop, listing, { buyerId, status: 'completed' })
    await db.updateTable('orders').set({ photo: JSON.stringify({ key }) }).where('id', '=', id).execute() // prettier-ignore
    return { id, listing: listing.id }
  }
  const [lamp, vase, lamp2] = [await orderOf('same.webp'), await orderOf('same.webp'), await orderOf('other.webp')]
  await photos.leaveOrders(db, [lamp.listing, lamp2.listing], ['same.webp'])
  const rows = await db.selectFrom('orders').select('id').where('photo', 'is not', null).where('buyer_id', '=', buyerId).execute()
  assert.deepEqual(rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1)), [vase.id, lamp2.id].toSorted((a, b) => (a < b ? -1 : 1))) // prettier-ignore
})
