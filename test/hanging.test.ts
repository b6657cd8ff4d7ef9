import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startModel } from '#test/fakes/model.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { subscribe } from '#test/webhooks.ts'

// Helpers run only after the service has responded to the request that starts them (spec: interface, Automated helpers).
const [model, ebay] = await Promise.all([startModel({ after }), startEbay({ after })])
const app = await startApp({ after }, { ...model.env, ...ebay.env, MODEL_DAILY_CALLS: '100000' })
const { seller, buyer } = await openBargain(app, { haggle: true })

/** Number of times to send each request, first with responsive providers and then with hanging ones. */
const TIMES = 12
const COAT = { lowest_price: 60, fields: [{ label: 'Size', value: '10 US' }] }
const coats: string[] = []

before(async () => {
  for (let one = 0; one < 4 * TIMES; one++) coats.push(await onSale(seller, COAT))
})

beforeEach(() => {
  model.prompts.length = 0
})

/** Requests that start a helper. Each of these helpers calls a model. */
const STARTS: readonly [what: string, start: () => Promise<Reply>][] = [
  ['a listing with research', () => seller.call('POST', '/v1/listings', { json: { title: 'A brown bag', research: true } })],
  ['a question to the seller', () => buyer.call('POST', '/v1/threads', { json: { listing: coats.pop()!, text: 'What size is it?' } })],
  ['an offer', () => buyer.call('POST', '/v1/offers', { json: { listing: coats.pop()!, amount: 40 } })],
]

for (const [what, start] of STARTS)
  test(`${what} gets a response as quickly with unresponsive providers as with healthy ones`, async () => {
    const times = { well: [] as number[], hanging: [] as number[] }
    for (const how of ['well', 'hanging'] as const) {
      model.behave(how === 'well' ? 'dull' : 'hangs')
      ebay.meet(...Array.from({ length: 100 }, () => 'slow' as const).slice(how === 'well' ? 100 : 0))
      const prompts = model.prompts.length
      for (let one = 0; one < TIMES; one++) {
        const began = performance.now()
        const reply = await start()
        times[how].push(performance.now() - began)
        assert.equal(reply.status, 201, JSON.stringify(reply.body))
      }
      // The arrival of the prompts proves that the helper has run.
      await model.until(prompts + 2)
    }
    const [well, hanging] = [times.well, times.hanging].map((all) => all.toSorted((a, b) => a - b)) as [number[], number[]]
    const [slowest, limit] = [hanging.at(-1)!, 2 * well.at(-1)! + 250]
    assert.ok(slowest < limit, `the slowest took ${slowest} ms with hanging providers, ${well.at(-1)} ms with healthy ones`)
    assert.ok(hanging[TIMES / 2]! < 2 * well[TIMES / 2]! + 25, `median ${hanging[TIMES / 2]} ms against ${well[TIMES / 2]}`)
  })

test('webhooks and emails are sent immediately, even while all concurrent calls to the model hang', async (t) => {
  const hanging = await startModel(t, () => 'hang')
  const another = await startApp(t, hanging.env)
  const receiver = await startReceiver(t)
  const parties = await openBargain(another, { haggle: true })
  const listings = await Promise.all(
    Array.from({ length: 9 }, (_, one) => onSale(parties.seller, { title: `Lamp ${one}`, lowest_price: 60 })),
  )
  const last = listings.pop()!
  await Promise.all(listings.map((listing) => parties.buyer.offer(listing, 40)))
  await hanging.until(4)
  await subscribe(another, parties.seller.key, receiver.url)
  const mailsBefore = await mailsOf(another)
  const began = performance.now()
  await parties.buyer.offer(last, 40)
  const soon = async (what: string, done: () => Promise<boolean>) => {
    while (!(await done())) {
      assert.ok(performance.now() - began < 8_000, `no ${what} within 8 s`)
      await sleep(20)
    }
  }
  await soon('webhook', async () => receiver.received.some(({ body }) => body.includes('Lamp 8')))
  await soon('mail', async () => (await mailsOf(another)) > mailsBefore)
})

const mailsOf = async ({ dataDir }: TestApp): Promise<number> => (await readdir(join(dataDir, 'mail')).catch(() => [])).length
