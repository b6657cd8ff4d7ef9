import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { webhooks } from '@resale/sdk'
import { startApp } from '#test/app.ts'
import { startReceiver, type Received } from '#test/fakes/receiver.ts'
import { happen, subscribe } from '#test/webhooks.ts'

type Delivery = { body: string; headers: Record<string, string>; secret: string }

/** How each library takes a delivery. They throw at what is not good. */
const LIBRARIES: Readonly<Record<string, (delivery: Delivery) => unknown>> = {
  'our SDK': ({ body, headers, secret }) => webhooks.constructEvent(body, headers, secret),
  stripe: ({ body, headers, secret }) => Stripe.webhooks.constructEvent(body, headers['service-signature']!, secret),
  svix({ body, headers, secret }) {
    // says nothing where it is good
    new SvixWebhook(secret).verify(body, headers)
    return JSON.parse(body)
  },
  standardwebhooks: ({ body, headers, secret }) => new StandardWebhook(secret).verify(body, headers),
}

describe('a delivery of the service is taken by the libraries that receivers have', () => {
  let real: Delivery
  const stops: (() => Promise<void>)[] = []
  before(async () => {
    const t = { after: (stop: () => Promise<void>) => stops.push(stop) }
    const app = await startApp(t)
    const receiver = await startReceiver(t)
    const ana = await app.signUp()
    const secret = await subscribe(app, ana.key, receiver.url)
    await happen(app, ana.id)
    const [{ body, headers }] = (await receiver.until(1)) as [Received]
    real = { body, headers, secret }
  })
  test.after(async () => {
    for (const stop of stops) await stop()
  })

  for (const [name, take] of Object.entries(LIBRARIES)) {
    test(`${name}: as it came, and not with one thing changed`, async () => {
      const event = (await take(real)) as { type: string }
      assert.equal(event.type, 'question.asked')
      const old = {
        'service-signature': real.headers['service-signature']!.replace(/t=\d+/, 't=1700000000'),
        'webhook-timestamp': '1700000000',
      }
      const changed = [
        { ...real, body: real.body.replace('still', 'Still') },
        { ...real, secret: `whsec_${'A'.repeat(32)}` },
        { ...real, headers: { ...real.headers, ...old } },
      ]
      for (const one of changed) await assert.rejects(async () => take(one))
    })
  }
})
