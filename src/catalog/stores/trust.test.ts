import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp } from '#test/app.ts'
import { makeListing, makeShop } from '#test/rows.ts'
import { storeTrust } from './index.ts'

const HOUR_MS = 3_600_000

/** The test stores conversations as lists of messages, each with a sender and an age in hours. */
async function openShop(t: TestContext) {
  const app = await startApp(t)
  const { ctx } = app.service
  const [owner, buyer] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const shop = await makeShop(ctx, owner.id, { slug: 'row', name: 'Row' })
  const ago = (hours: number) => new Date(ctx.now().getTime() - hours * HOUR_MS)
  let made = 0
  const talk = async (...messages: [sender: 'buyer' | 'owner' | 'agent' | 'hand-off', hoursAgo: number][]) => {
    const { id: listing } = await makeListing(ctx, shop, { title: `Lamp ${++made}` })
    const thread = { id: ctx.newId('thr'), created_at: ago(messages[0]![1]), updated_at: ago(messages.at(-1)![1]) }
    const parties = { seller_id: owner.id, buyer_id: buyer.id, shop_id: shop.id, shop_slug: 'row', shop_name: 'Row' }
    await ctx.db
      .insertInto('threads')
      .values({ ...thread, ...parties, listing_id: listing, listing_title: 'Lamp' })
      .execute()
    let questionId: string | null = null
    for (const [sender, hours] of messages) {
      const id = ctx.newId('msg')
      const helps = sender === 'agent' || sender === 'hand-off'
      await ctx.db
        .insertInto('messages')
        .values({
          ...{ id, thread_id: thread.id, text: 'Hm', created_at: ago(hours), needs_owner: sender === 'hand-off' },
          ...{ sender: helps ? 'agent' : sender, in_reply_to: helps ? questionId : null },
        })
        .execute()
      if (sender === 'buyer') questionId ??= id
    }
  }
  const trust = () => storeTrust(ctx, { id: shop.id, owner: { id: owner.id, name: 'Ana' } })
  const page = async (path: string) => (await app.call('GET', path, { host: 'row.resale.localhost' })).body as string
  return { app, ctx, shop, talk, trust, page }
}

test('a shop with fewer than five measurable conversations shows no reply time', async (t) => {
  const { ctx, shop, talk, trust, page } = await openShop(t)
  for (const hours of [1, 2, 3, 4]) await talk(['buyer', 48], ['owner', 48 - hours])
  // a new question, an answer from the helper alone, and an old conversation are not counted
  await talk(['buyer', 23])
  await talk(['buyer', 30], ['agent', 30])
  await talk(['buyer', 24 * 200], ['owner', 24 * 199])
  await makeListing(ctx, shop, { title: 'Vase', link: 'vase', status: 'sold' })
  const { sold, replySeconds } = await trust()
  assert.deepEqual({ sold, replySeconds }, { sold: 1, replySeconds: null })
  assert.doesNotMatch(await page('/vase'), /Usually/)
})

test('the reply time is the median time between a buyer’s first question and the seller’s first message', async (t) => {
  const { app, ctx, shop, talk, trust, page } = await openShop(t)
  await talk(['buyer', 40], ['buyer', 39], ['owner', 38], ['owner', 1])
  await talk(['buyer', 40], ['hand-off', 40], ['owner', 37.5])
  await talk(['owner', 50], ['buyer', 40], ['owner', 39])
  await talk(['buyer', 100])
  await talk(['buyer', 90], ['hand-off', 90])
  assert.equal((await trust()).replySeconds, 2.5 * 3600)
  await makeListing(ctx, shop, { title: 'Vase', link: 'vase' })
  for (const path of ['/', '/vase']) assert.match(await page(path), /Usually replies within 3 hours/, path)
  // the facts are cached for an hour, and then the pages change although no data has changed
  for (const hours of [1, 1, 1, 1, 1]) await talk(['buyer', 40], ['owner', 40 - hours])
  assert.equal((await trust()).replySeconds, 2.5 * 3600)
  await app.advance(3_601)
  assert.equal((await trust()).replySeconds, 3600)
  for (const path of ['/', '/vase']) assert.match(await page(path), /Usually replies within an hour/, path)
})

test('a shop’s reply time is computed from at most fifty conversations', async (t) => {
  const { talk, trust } = await openShop(t)
  for (let made = 0; made < 50; made++) await talk(['buyer', 20], ['owner', 19])
  for (let made = 0; made < 60; made++) await talk(['buyer', 900], ['owner', 800])
  assert.equal((await trust()).replySeconds, 3600)
})
