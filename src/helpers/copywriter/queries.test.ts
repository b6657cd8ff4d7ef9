import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { currentTake, findTake, insertTake, markUsed } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const shop = await makeShop(ctx, (await app.signUp()).id)
const [lamp, vase] = [await makeListing(ctx, shop), await makeListing(ctx, shop)]
const at = (seconds: number) => new Date(ctx.now().getTime() + seconds * 1_000)
const take = (listing: { id: string }, seconds: number) =>
  insertTake(db, { id: ctx.newId('tak'), listing_id: listing.id, tone: 'plain', instruction: '', title: 'Lamp', one_liner: '', description: '', teaser: '', created_at: at(seconds) }) // prettier-ignore

test('the current take of a listing is the one that was generated or used last', async () => {
  const [first, second, other] = [await take(lamp, 0), await take(lamp, 10), await take(vase, 20)]
  assert.equal((await currentTake(db, lamp.id))?.id, second.id)
  const used = at(30)
  await markUsed(db, first.id, used)
  assert.equal((await currentTake(db, lamp.id))?.id, first.id)
  const rows = await db.selectFrom('words_takes').select(['id', 'used_at']).orderBy('created_at').execute()
  assert.deepEqual(rows, [
    { id: first.id, used_at: used },
    { id: second.id, used_at: null },
    { id: other.id, used_at: null },
  ])
  assert.deepEqual([(await findTake(db, lamp.id, first.id))?.id, await findTake(db, vase.id, first.id)], [first.id, undefined])
})
