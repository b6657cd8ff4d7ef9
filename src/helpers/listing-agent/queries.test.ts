import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { deleteOlderChat, insertChat, pageOfChat } from './queries.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const { ctx } = app.service
const { db } = ctx
const shop = await makeShop(ctx, (await app.signUp()).id)
const [lamp, vase] = [(await makeListing(ctx, shop)).id, (await makeListing(ctx, shop)).id]
const say = (listing_id: string, text: string, seconds: number) =>
  insertChat(db, { id: ctx.newId('msg'), listing_id, role: 'seller', text, changes: [], created_at: new Date(ctx.now().getTime() + seconds * 1_000) }) // prettier-ignore
const texts = async (listing: string) => (await pageOfChat(db, listing, { limit: 9, offset: 0 })).rows.map(({ text }) => text)

test('the chat of a listing keeps its newest messages, and ends with the listing', async () => {
  for (const [seconds, text] of ['one', 'two', 'three'].entries()) assert.equal(await say(lamp, text, seconds), true)
  for (const [seconds, text] of ['first', 'second'].entries()) await say(vase, text, 10 + seconds)
  assert.equal(await say('lst_none', 'lost', 0), false)
  await deleteOlderChat(db, lamp, 2)
  assert.deepEqual([await texts(lamp), await texts(vase)], [['three', 'two'], ['second', 'first']]) // prettier-ignore
})
