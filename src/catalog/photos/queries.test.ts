import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
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
})
