import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { visitorOf, type Visitor } from '#test/pages.ts'
import { recordEvent, recordEvents, subscribe } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'

const PATH = '/app/developers/webhook'
const SIX_TRIES = [300, 1_800, 7_200, 21_600, 86_400]

describe('the webhook page', () => {
  const life = lifetime()
  let app: TestApp
  let visitor: Visitor
  let ana: { id: string; key: string; cookie: string }
  before(async () => {
    app = await startApp(life, { LOG_LEVEL: 'fatal' })
    ana = await app.signUp('Ana')
    visitor = await visitorOf(app, ana.cookie)
  })

  const textOf = (body: string): string => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  test('the webhook page shows the last 24 hours and the delivery log, and can resend each failed delivery once', async () => {
    assert.doesNotMatch((await visitor.get(PATH)).body, /The last 24 hours|Redeliver all/, 'the account never had a webhook')
    const receiver = await startReceiver(life)
    receiver.answer = (response) => response.writeHead(500).end()
    await subscribe(app, ana.key, receiver.url, { events: ['question.asked', 'offer.received'] })
    await recordEvents(app, [ana.id, ana.id])
    await app.advance(0)
    for (const delay of SIX_TRIES) await app.advance(delay)
    receiver.answer = (response) => response.end()
    await recordEvent(app, ana.id, 'offer.received', { object: 'offer' })
    await app.advance(0)

    const { body } = await visitor.get(PATH)
    const text = textOf(body)
    assert.match(text, /The last 24 hours \d attempts 1 delivered \d failed/)
    assert.match(body, /<rect class="well"[^]*<rect class="lost"|<rect class="lost"[^]*<rect class="well"/)
    const now = app.service.ctx.now().toISOString()
    assert.ok(text.includes(`From Delivered Failed ${now.slice(11, 13)}:00 UTC 1 `), 'the figures of the current hour')

    const rows = async (query: string) => [...(await visitor.get(`${PATH}?${query}`)).body.matchAll(/<tr id="dlv_/g)].length
    assert.deepEqual(
      await Promise.all(['', 'type=offer.received', 'status=failed', 'type=offer.received&status=failed', 'type=odd&day=odd'].map(rows)),
      [3, 1, 2, 0, 3],
    )
    assert.deepEqual([await rows(`day=${now.slice(0, 10)}`), await rows('day=2001-01-01')], [1, 0])
    assert.match((await visitor.get(`${PATH}?type=offer.received`)).body, /href="[^"]*\?status=failed&amp;type=offer\.received"/)

    assert.match(text, /Redeliver all 2 failed/)
    const tried_before = /name="tried_before" value="([^"]+)"/.exec(body)![1]!
    await app.advance(1)
    const pressed = await visitor.post(PATH, { do: 'retry-all', tried_before })
    assert.match(textOf(pressed.body), /2 failed deliveries are being sent again/)
    assert.match(textOf((await visitor.post(PATH, { do: 'retry-all', tried_before })).body), /are already being sent again/)
    await app.advance(0)
    assert.equal(receiver.received.length, 2 * 6 + 1 + 2)
    assert.doesNotMatch((await visitor.get(PATH)).body, /Redeliver all/)

    await app.call('DELETE', '/v1/webhooks', { key: ana.key })
    assert.match((await visitor.get(PATH)).body, /The last 24 hours/, 'the account had a webhook before')
  })

  test('after a delivery is resent, the webhook page still shows the same log filter', async () => {
    const receiver = await startReceiver(life)
    await subscribe(app, ana.key, receiver.url)
    const { data } = (await app.call('GET', '/v1/webhooks/deliveries?type=offer.received', { key: ana.key })).body
    const sent = await visitor.post(`${PATH}?type=offer.received`, { do: 'retry', id: data[0].id })
    assert.deepEqual([sent.status, sent.headers.location], [303, `${PATH}?type=offer.received`])
  })

  test('the webhook page states why the webhook is off, and mentions three days of failures only if they are the reason', async () => {
    const receiver = await startReceiver(life)
    const bea = await app.signUp('Bea')
    const hers = await visitorOf(app, bea.cookie)
    const failures = /every delivery failed for three days/
    const read = async () => textOf((await hers.get(PATH)).body)
    await subscribe(app, bea.key, receiver.url, { enabled: false })
    const off = await read()
    assert.match(off, /Your webhook is off\.[^]*only in GET \/v1\/events/)
    assert.doesNotMatch(off, failures)
    receiver.answer = (response) => response.writeHead(500).end()
    await subscribe(app, bea.key, receiver.url, { enabled: true })
    assert.doesNotMatch(await read(), /webhook is off/)
    await recordEvent(app, bea.id, 'offer.received', { object: 'offer' })
    await app.advance(0)
    await app.advance(3 * 86_400)
    await recordEvent(app, bea.id, 'offer.received', { object: 'offer' })
    await app.advance(0)
    assert.match(await read(), failures)
  })
})
