import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { startApp } from '#test/app.ts'
import { makeListing, makeOffer, makeOrder, makeShop } from '#test/rows.ts'

test('an export contains exactly the messages, offers and reviews to which the account is a party', async (t) => {
  const app = await startApp(t)
  const { ctx } = app.service
  const [ana, ben, cleo] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cleo')]
  const shop = await makeShop(ctx, ana.id)
  const [coat, sold] = [await makeListing(ctx, shop), await makeListing(ctx, shop, { status: 'sold' })]
  const { body: thread } = await app.call('POST', '/v1/threads', { key: ben.key, json: { listing: coat.id, text: 'Is it wool?' } })
  await app.call('POST', `/v1/threads/${thread.id}/messages`, { key: ana.key, json: { text: 'Yes.' } })
  await app.call('POST', '/v1/threads', { key: cleo.key, json: { listing: coat.id, text: "Cleo's own words" } })
  const offer = await makeOffer(ctx, shop, coat, { buyerId: ben.id, amountCents: 40_50 })
  await makeOffer(ctx, shop, coat, { buyerId: cleo.id })
  const order = await makeOrder(ctx, shop, sold, { buyerId: ben.id })
  await app.call('POST', `/v1/orders/${order}/review`, { key: ben.key, json: { rating: 5, body: 'Warm.' } })

  const archive = async ({ cookie }: { cookie: string }) => {
    const { body } = await app.call('POST', '/v1/exports', { cookie })
    await app.advance(0)
    const files = unzipSync((await app.call('GET', `/v1/exports/${body.id}/archive`, { cookie })).bytes)
    const text = (name: string) => Buffer.from(files[`${name}.json`]!).toString()
    return {
      json: (name: string) => JSON.parse(text(name)),
      all: Object.keys(files)
        .map((name) => Buffer.from(files[name]!).toString())
        .join('\n'),
    }
  }
  const [bens, anas] = [await archive(ben), await archive(ana)]
  const texts = bens
    .json('threads')
    .map((one: { role: string; messages: { from: string; text: string }[] }) => [
      one.role,
      ...one.messages.map(({ from, text }) => `${from}: ${text}`),
    ])
  assert.deepEqual(texts, [['buyer', 'buyer: Is it wool?', 'owner: Yes.']])
  assert.deepEqual(
    bens.json('offers').map((one: { id: string; amount: number; role: string }) => [one.id, one.amount, one.role]),
    [[offer, 40.5, 'buyer']],
  )
  assert.deepEqual(
    bens.json('reviews').map((one: { body: string; role: string }) => [one.body, one.role]),
    [['Warm.', 'buyer']],
  )
  assert.equal(bens.all.includes('Cleo'), false)
  assert.deepEqual([anas.json('threads').length, anas.json('offers').length, anas.json('reviews')[0].role], [2, 2, 'seller'])
  for (const other of [ben, cleo]) assert.equal(anas.all.includes(other.email), false)
  assert.equal(bens.all.includes(ana.email), false)
})
