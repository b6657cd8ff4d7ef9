import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Insertable } from 'kysely'
import type { Tables } from '#platform/db/index.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { moneyRows } from '#test/money-rows.ts'
import * as agent from './queries.ts'

const { app, ctx, db, ana, ben, eve, shop, now, at, listingId } = await moneyRows({ after })

const thread = async (buyer_id: string, listing_id: string) => {
  const id = ctx.newId('thr')
  const parties = { shop_id: shop.id, seller_id: ana.id, shop_slug: shop.slug, shop_name: 'Attic' }
  const row = { id, buyer_id, listing_id, listing_title: 'Lamp', ...parties, created_at: now, updated_at: now }
  await db.insertInto('threads').values(row).execute()
  return id
}
const message = async (thread_id: string, text: string, more: Partial<Insertable<Tables['messages']>> = {}) => {
  const id = ctx.newId('msg')
  const row = { id, thread_id, text, sender: 'buyer' as const, created_at: now, ...more }
  await db.insertInto('messages').values(row).execute()
  return id
}

test('the agent reads at most ten unanswered messages of the buyer in the conversation, oldest first', async () => {
  const listing = await listingId()
  const [other, own] = [await thread(eve.id, listing), await thread(ben.id, listing)]
  const read = async (id: string) => (await agent.unanswered(db, id)).map(({ text }) => text)
  const answered = await message(own, 'Is it red?', { created_at: at(1) })
  await message(own, 'Yes.', { sender: 'agent', in_reply_to: answered, created_at: at(2) })
  const first = await message(own, 'Is it wool?', { created_at: at(3) })
  await message(other, 'Is it blue?', { created_at: at(3) })
  await message(other, 'No.', { sender: 'owner', created_at: at(4) })
  await message(own, 'The seller countered.', { sender: 'agent', created_at: at(4) })
  const second = await message(own, 'And warm?', { created_at: at(5) })
  await message(own, 'It is.', { sender: 'owner', created_at: at(6) })
  assert.deepEqual([await read(answered), await read(first), await read(second)], [['Is it red?'], ['Is it wool?'], ['Is it wool?', 'And warm?']]) // prettier-ignore
  const numbers = Array.from({ length: 11 }, (_, index) => `Question ${index + 1}`)
  let last = ''
  for (const [index, text] of numbers.entries()) last = await message(own, text, { created_at: at(10 + index) })
  assert.deepEqual(await read(last), numbers.slice(1))
  assert.equal((await agent.findConversation(db, own))?.buyer_id, ben.id)
  assert.equal((await agent.findConversation(db, other))?.buyer_id, eve.id)
})

test('the agent reads the given listing, and the facts of its latest research run that succeeded', async () => {
  const [lamp, vase] = [await makeListing(ctx, shop, { title: 'Lamp' }), await makeListing(ctx, shop, { title: 'Vase' })]
  for (const [{ id }, title] of [[lamp, 'Lamp'], [vase, 'Vase']] as const) assert.equal((await agent.findListing(db, id))?.title, title) // prettier-ignore
  const research = (listing_id: string, status: 'done' | 'failed', seconds: number, label: string | null) =>
    db
      .insertInto('research_runs')
      .values({
        id: ctx.newId('run'),
        listing_id,
        account_id: ana.id,
        status,
        steps: '[]',
        result: label && JSON.stringify({ facts: [{ label }] }),
        started_at: at(seconds),
        touched_at: now,
      }) // prettier-ignore
      .execute()
  assert.deepEqual(await agent.researchFacts(db, lamp.id), [])
  await research(lamp.id, 'done', 1, 'Old')
  await research(lamp.id, 'done', 2, 'Maker')
  await research(lamp.id, 'failed', 3, 'Failed')
  await research(vase.id, 'done', 4, 'Other')
  assert.deepEqual(await agent.researchFacts(db, lamp.id), [{ label: 'Maker' }])
})

test('the agent reads the owner’s answers to other buyers about the listing, except those with the buyer’s name', async () => {
  const [listing, elsewhere] = [await listingId(), await listingId()]
  const renamed = async (name: string, newName: string) => {
    const { id } = await app.signUp(name)
    await db.updateTable('accounts').set({ name: newName }).where('id', '=', id).execute() // prettier-ignore
    return id
  }
  const [fay, gil] = [await renamed('Fay', 'Fay O Klein'), await renamed('Gil', 'Gil Berg')]
  const [ofFay, ofGil] = [await thread(fay, listing), await thread(gil, listing)]
  const [own, otherListing] = [await thread(ben.id, listing), await thread(fay, elsewhere)]
  const answer = (to: string, text: string, seconds: number, more: object = {}) =>
    message(to, text, { sender: 'owner', created_at: at(seconds), ...more })
  await answer(ofFay, 'It is wool.', 1)
  await answer(ofGil, 'Say hello to Klein.', 2)
  await answer(ofFay, 'Of course, FÁY.', 3)
  await answer(ofFay, '', 4, { photos: JSON.stringify([{ variants: [] }]) })
  await answer(ofFay, 'Not an answer', 5, { sender: 'buyer' })
  await answer(own, 'Yours.', 6)
  await answer(otherListing, 'Elsewhere.', 7)
  assert.deepEqual(await agent.ownerAnswers(db, listing, ben.id), ['Say hello to Klein.', 'It is wool.'])
  for (let number = 0; number < 59; number++) await answer(ofGil, `Answer ${number}`, 9)
  const most = await agent.ownerAnswers(db, listing, ben.id)
  assert.deepEqual([most.length, most.at(-1)], [60, 'Say hello to Klein.'], 'the latest 60')
})

test('the agent offers at most 40 public listings of an open shop, newest first', async () => {
  const [open, other] = [await makeShop(ctx, ana.id), await makeShop(ctx, ana.id)]
  const list = (title: string, seconds: number, more: object = {}, of = open) =>
    makeListing(ctx, of, { title, publishedAt: at(seconds), ...more })
  await list('Old', 1)
  await list('New', 2)
  await list('Draft', 3, { status: 'draft' })
  await list('Sold', 3, { status: 'sold' })
  await list('Unlisted', 3, { visibility: 'link' })
  await list('Elsewhere', 3, {}, other)
  const titles = async () => (await agent.shopListings(db, open.id)).map(({ title }) => title)
  assert.deepEqual(await titles(), ['New', 'Old'])
  for (const [closed, opened] of [[{ paused: true }, { paused: false }], [{ visibility: 'private' }, { visibility: 'link' }]] as const) {
    await db.updateTable('shops').set(closed).where('id', '=', open.id).execute()
    assert.deepEqual(await titles(), [])
    await db.updateTable('shops').set(opened).where('id', '=', open.id).execute()
    assert.deepEqual(await titles(), ['New', 'Old'])
  } // prettier-ignore
  for (let number = 0; number < 39; number++) await list(`Item ${number}`, 9)
  const most = await titles()
  assert.deepEqual([most.length, most.at(-1)], [40, 'New'])
})
