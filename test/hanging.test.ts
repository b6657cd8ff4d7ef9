import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { startApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startModel } from '#test/fakes/model.ts'

// interface, Automated helpers: they run after the request that started them was answered
const [model, ebay] = await Promise.all([startModel({ after }), startEbay({ after })])
const app = await startApp({ after }, { ...model.env, ...ebay.env })
const { seller, buyer } = await openBargain(app, { haggle: true })

/** Far less than the shortest time limit of a helper. */
const AT_ONCE_MS = 3_000

beforeEach(() => {
  model.behave('hangs')
  model.prompts.length = 0
  ebay.meet(...Array.from({ length: 20 }, () => 'slow' as const))
})

/** `asks`: the helper that it starts asks a model, so it is seen to hang. */
for (const [what, start, asks] of [
  ['a listing with research', () => seller.call('POST', '/v1/listings', { json: { title: 'A brown bag', research: true } }), true],
  [
    'a question to the seller',
    async () => buyer.call('POST', '/v1/threads', { json: { listing: await onSale(seller), text: 'What size is it?' } }),
    false,
  ],
  [
    'an offer',
    async () => buyer.call('POST', '/v1/offers', { json: { listing: await onSale(seller, { lowest_price: 60 }), amount: 40 } }),
    false,
  ],
] as const)
  test(`${what} is answered at once while every provider hangs`, async () => {
    const started = performance.now()
    const reply = await start()
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.ok(performance.now() - started < AT_ONCE_MS, `${performance.now() - started} ms`)
    if (asks) await model.until(1)
  })
