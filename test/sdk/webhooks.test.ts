import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import { createResale, SignatureError, webhooks } from '@resale/sdk'
import { startApp, type TestApp } from '#test/app.ts'
import { startReceiver, type Received } from '#test/fakes/receiver.ts'
import { recordEvent } from '#test/webhooks.ts'
import { lifetime } from '#test/lifetime.ts'

const VECTORS = JSON.parse(await readFile(new URL('../../docs/examples/vectors.json', import.meta.url), 'utf8')) as {
  body: string
  header: string
  secret: string
  t: number
}[]

describe('webhook verification in the SDK', () => {
  const life = lifetime()
  let app: TestApp
  let delivery: Received
  let secret: string
  before(async () => {
    app = await startApp(life)
    const receiver = await startReceiver(life)
    const ana = await app.signUp()
    secret = (await createResale({ baseUrl: app.programsUrl, key: ana.key }).webhooks.set({ url: receiver.url })).secret!
    await recordEvent(app, ana.id)
    delivery = (await receiver.until(1))[0]!
  })
  const now = () => app.service.ctx.now().getTime() / 1000

  test('the SDK verifies a webhook with a text or binary body, given its signature header or all headers, and returns the event', async () => {
    const header = delivery.headers['service-signature']
    for (const body of [delivery.body, new TextEncoder().encode(delivery.body), new TextEncoder().encode(delivery.body).buffer])
      for (const given of [header, delivery.headers, new Headers({ 'Service-Signature': header! }), { 'Service-Signature': header }]) {
        const event = await webhooks.constructEvent(body, given, secret, { now: now() })
        assert.deepEqual([event.type, event.object], ['question.asked', 'event'])
      }
  })

  test('the SDK accepts a webhook delivery if it is at most 300 seconds old and signed with either of two secrets', async () => {
    const t = Number(/t=(\d+)/.exec(delivery.headers['service-signature']!)![1])
    const good = (at: number, given: string | string[] = secret) => webhooks.verify(delivery.body, delivery.headers, given, { now: at })
    assert.deepEqual(await Promise.all([good(t - 300), good(t + 300), good(t - 301), good(t + 301)]), [true, true, false, false])
    assert.deepEqual(await Promise.all([good(t, ['whsec_old', secret]), good(t, 'whsec_old'), good(t, [])]), [true, false, false])
    await assert.rejects(good(t, ''), /empty/)
    assert.equal(await good(Number.NaN), false)
  })

  test('the SDK rejects a webhook delivery if any byte of its body was changed', async () => {
    const header = delivery.headers['service-signature']!
    const bytes = new TextEncoder().encode(delivery.body)
    const refused = async (body: Uint8Array | string, given: string | undefined) => {
      await assert.rejects(webhooks.constructEvent(body, given, secret, { now: now() }), SignatureError, String(given))
    }
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes)
      changed[at]! ^= 1
      await refused(changed, header)
    }
    for (let at = 0; at < header.length; at++) await refused(bytes, `${header.slice(0, at)}x${header.slice(at + 1)}`)
    const odd = [
      undefined,
      '',
      `${header},v1=00`,
      header.toUpperCase(),
      header.replace('v1', 'v0'),
      ` ${header}`,
      `${header}\n`,
      header.slice(0, -1),
    ]
    for (const given of odd) await refused(bytes, given)
    await refused('', header)
  })

  test('the SDK reproduces and verifies the signatures in the published test vectors', async () => {
    for (const { body, header, secret, t } of VECTORS) {
      assert.ok(await webhooks.verify(body, header, secret, { now: t }))
      assert.equal(await webhooks.sign(body, secret, t), header)
    }
  })
})
