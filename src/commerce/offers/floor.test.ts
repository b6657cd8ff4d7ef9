import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { onSale, openBargain } from '#test/bargain.ts'

/**
 * Matches the $73.19 minimum price and the shop's 83 percent, in any format, and related words. Does not match minutes, days or parts of
 * ids.
 */
const FLOOR = /(?<![\w.])73[.,]?19(?!\w)|(?<![\w.:-])83(?![\w:-])|lowest|floor|percent|haggle/i

test('nothing that a buyer can read (responses, headers, events and messages) reveals the minimum price', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app, { haggle: true })
  await seller.call('PATCH', `/v1/shops/${seller.slug}`, { json: { lowest_percent: 83 } })
  const seen: string[] = []
  const buy = async (method: string, path: string, json?: object) => {
    const reply = await buyer.call(method, path, json === undefined ? {} : { json })
    await app.advance(0)
    seen.push(`${method} ${path}\n${JSON.stringify(reply.headers)}\n${reply.bytes.toString()}`)
    return reply.body
  }
  const sell = async (path: string, json?: object) => {
    const reply = await seller.call('POST', path, json === undefined ? {} : { json })
    await app.advance(0)
    return reply.body
  }
  const listing = () => onSale(seller, { lowest_price: 73.19 })

  const first = await listing()
  for (const amount of [1, 73.18, 73.2, 90]) await buy('POST', '/v1/offers', { listing: first, amount })
  await buy('POST', '/v1/offers', { listing: first, amount: 2 })
  await buy('POST', '/v1/offers', { listing: first, amount: 101 })
  const ends: ((id: string, listing: string) => Promise<unknown>)[] = [
    (id) => buy('POST', `/v1/offers/${id}/accept`, { expected_amount: 1 }),
    (id) => buy('POST', `/v1/offers/${id}/accept`, {}),
    (id) => buy('POST', `/v1/offers/${id}/decline`),
    (id) => buy('POST', `/v1/offers/${id}/withdraw`),
    (id) => buy('GET', `/v1/offers/${id}/explain`),
    (id) => sell(`/v1/offers/${id}/decline`),
    (_id, one) => sell(`/v1/listings/${one}/unpublish`),
    () => app.advance(48 * 3600),
  ]
  let negotiated = 0
  for (const end of ends) {
    const one = await listing()
    const { id } = await buy('POST', '/v1/offers', { listing: one, amount: 40 })
    const explained = (await seller.call('GET', `/v1/offers/${id}/explain`)).body
    assert.deepEqual([explained.outcome, explained.inputs.lowest_price], ['counter', 73.19], 'the owner sees it')
    assert.match(JSON.stringify(explained.inputs), FLOOR, 'the pattern finds the floor')
    negotiated++
    await end(id, one)
    await buy('GET', `/v1/offers/${id}`)
  }
  for (const path of ['/v1/offers', '/v1/offers?role=buyer&status=countered', '/v1/events', `/v1/market/listings/${first}`])
    await buy('GET', path)
  const { db } = app.service.ctx
  // emails and webhooks are built from events, so this test checks the events of both parties
  for (const { data } of await db.selectFrom('events').select('data').where('type', 'like', 'offer.%').execute()) seen.push(data)
  for (const { text } of await db.selectFrom('messages').select('text').execute()) seen.push(text)
  for (const text of seen) assert.doesNotMatch(text, FLOOR)
  assert.ok(negotiated === ends.length && seen.length > 60, String(seen.length))
})

test('the responses to offers below and above the minimum price have the same structure', async (t) => {
  const app = await startApp(t)
  const { seller, buyer } = await openBargain(app, { haggle: true })
  const shapes = new Set<string>()
  for (const amount of [1.5, 73.1, 73.2, 99.5]) {
    const listing = await onSale(seller, { lowest_price: 73.19 })
    const reply = await buyer.call('POST', '/v1/offers', { json: { listing, amount } })
    shapes.add(
      `${reply.status} ${Object.keys(reply.headers).toSorted().join()} ${reply.bytes
        .toString()
        .replaceAll(reply.body.id, 'ID')
        .replaceAll(listing, 'LISTING')
        .replaceAll(`${amount}`, 'AMOUNT')
        .replaceAll(/\d{4}-[^"]+Z/g, 'TIME')}`,
    )
  }
  assert.equal(shapes.size, 1, [...shapes].join('\n'))
})
