import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { answersSoon, waitForAnswer } from '#commerce/negotiations/index.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { newBuyer, onSale, openBargain, type Buyer } from '#test/bargain.ts'
import { slack } from '#test/machine.ts'

async function offerBy(app: TestApp, buyer: Buyer, listing: string, amount: number, scripts: boolean): Promise<string> {
  const form = await app.call('GET', `/offer/${listing}`, { cookie: buyer.cookie })
  const [, noscript] = /<noscript>(<input[^>]*>)<\/noscript>/.exec(form.body)!
  assert.match(noscript!, /name="wait" value="true"/)
  const token = /name="form_token" value="([^"]+)"/.exec(form.body)![1]!
  const fields = new URLSearchParams({ form_token: token, amount: String(amount), ...(scripts ? {} : { wait: 'true' }) })
  const sent = await app.call('POST', `/offer/${listing}`, { cookie: buyer.cookie, form: fields.toString() })
  assert.equal(sent.status, 303, sent.body)
  return (await app.call('GET', sent.headers['location']!, { cookie: buyer.cookie })).body
}

const turnIn = (page: string): string => {
  const text = page.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
  if (text.includes('Your turn: ')) return 'buyer'
  if (text.includes('follows set rules and may answer within seconds')) return 'helper'
  return /Waiting for [^.]*, who has \d+ hours to answer/.test(text) ? 'seller' : text
}

test('without scripts, the page after an offer shows the helper’s immediate counteroffer', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app, { haggle: true })
  const page = await offerBy(app, buyer, await onSale(seller), 60, false)
  assert.equal(turnIn(page), 'buyer')
  assert.match(page, /Accept \$\d+/)
  assert.doesNotMatch(page, /Waiting for/)
})

test('the shop settings and the time, but not the amount, decide if the helper can still respond to an offer', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app, { haggle: true })
  // the negotiator leaves offers above the minimum price to the owner, and counters lower offers
  const [high, low] = [await onSale(seller), await onSale(seller, { lowest_price: 99.5 })]
  const { ctx } = app.service
  for (const [listing, amount] of [
    [high, 95],
    [low, 99],
  ] as const) {
    const page = await offerBy(app, await newBuyer(app, `B${amount}`), listing, amount, true)
    assert.equal(turnIn(page), 'helper', String(amount))
  }
  const { id } = await buyer.offer(high, 96)
  const row = { id, created_at: ctx.now() }
  assert.equal(await answersSoon(ctx, row), true)
  await sleep(1_000)
  assert.equal((await buyer.call('GET', `/v1/offers/${id}`)).body.status, 'open', 'the decision is the owner’s')
  await app.advance(11)
  assert.equal(turnIn((await app.call('GET', `/you/offers?offer=${id}`, { cookie: buyer.cookie })).body), 'seller')
  assert.equal((await seller.call('POST', `/v1/offers/${id}/counter`, { json: { amount: 98 } })).status, 200)
  const after = (await app.call('GET', `/you/offers?offer=${id}`, { cookie: buyer.cookie })).body
  assert.equal(turnIn(after), 'buyer')
  assert.equal((await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { haggle: false } })).status, 200)
  const plain = await offerBy(app, await newBuyer(app, 'Una'), high, 50, true)
  assert.equal(turnIn(plain), 'seller')
})

test('the page waits briefly for the helper’s answer to an offer, and appears without it if the helper is slow', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app, { haggle: true })
  const { id } = await buyer.offer(await onSale(seller), 99)
  const { ctx } = app.service
  const row = { id, created_at: ctx.now() }
  const slow = { ...ctx, config: { ...ctx.config, mode: 'public' as const } }
  const began = performance.now()
  await waitForAnswer(slow, row)
  assert.ok(performance.now() - began < slack(200))
  await waitForAnswer(ctx, row)
  assert.ok(performance.now() - began < slack(6_000), 'without an answer the page still loads after the limit')
})

test('a page whose URL contains an offer ID shows the offer only to the buyer who made it', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app)
  const { id } = await buyer.offer(await onSale(seller), 60)
  const other = await newBuyer(app, 'Una')
  assert.equal((await app.call('GET', `/you/offers?offer=${id}`, { cookie: other.cookie })).status, 404)
  const sellers = await app.call('GET', `/you/offers?offer=${id}`, { cookie: seller.cookie })
  assert.equal(sellers.status, 200)
  assert.doesNotMatch(sellers.body, new RegExp(`id="${id}"`))
})
