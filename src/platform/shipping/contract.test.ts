import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EASYPOST_KEY, EASYPOST_SECRET, signed, startEasyPost, trackerEvent } from '#test/fakes/easypost.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import { createEasyPostShipping } from './easypost.ts'
import { createTestShipping } from './test.ts'

const HERE = { name: 'Ana', line1: '2 High St', city: 'Salem', state: 'OR', postal_code: '97301', country: 'US' }
const THERE = { ...HERE, name: 'Ben', line2: 'Apartment 4', city: 'New York', state: 'NY', postal_code: '10001' }
const SHIPMENT = { id: 'rat_1', from: HERE, to: THERE, parcel: { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 } }

const open = {
  test: async () => ({ shipping: createTestShipping() }),
  easypost: async (t: { after(stop: () => Promise<void>): void }) => {
    const fake = await startEasyPost(t)
    return { fake, shipping: createEasyPostShipping({ apiKey: EASYPOST_KEY, webhookSecret: EASYPOST_SECRET, baseUrl: fake.url }) }
  },
}

const reason = (expected: string) => (error: unknown) => error instanceof ShippingError && error.reason === expected

for (const [name, start] of Object.entries(open))
  describe(`the shipping provider ${name}`, () => {
    test('the provider offers shipping rates in whole cents, and sells only one label per shipment', async (t) => {
      const { shipping } = await start(t)
      const { shipmentRef, rates } = await shipping.rates(SHIPMENT)
      assert.ok(rates.length > 1 && rates.every(({ amountCents }) => Number.isSafeInteger(amountCents) && amountCents > 0))
      const bought = await shipping.buy({ shipmentRef, rateRef: rates[0]!.ref })
      assert.match(bought.trackingNumber, /^9400\d{18}$/)
      assert.deepEqual(await shipping.buy({ shipmentRef, rateRef: rates[1]!.ref }), bought)
    })

    test('voiding a shipping label a second time changes nothing', async (t) => {
      const { shipping } = await start(t)
      const { shipmentRef, rates } = await shipping.rates(SHIPMENT)
      await shipping.buy({ shipmentRef, rateRef: rates[0]!.ref })
      await shipping.void(shipmentRef)
      await shipping.void(shipmentRef)
    })

    test('the shipping provider rejects a webhook without a valid signature', async (t) => {
      const { shipping } = await start(t)
      const body = trackerEvent('evt_1', { status: 'delivered', shipment_id: 'shp_1', tracking_code: '9400' })
      for (const signature of [undefined, '', 'hmac-sha256-hex=', signed(body, 'another secret'), signed(`${body} `)])
        assert.throws(() => shipping.readEvent(Buffer.from(body), signature), reason('bad_signature'))
    })
  })

describe('shipping labels from EasyPost', () => {
  test('the shipping request has the documented fields, and shipping rates in currencies other than US dollars are ignored', async (t) => {
    const { fake, shipping } = await open.easypost(t)
    const { shipmentRef, rates } = await shipping.rates(SHIPMENT)
    assert.deepEqual(rates.map(({ service, amountCents, days }) => [service, amountCents, days]), [['Priority', 910, 2], ['GroundAdvantage', 605, 3]]) // prettier-ignore
    const { from_address: from, to_address: to, parcel, reference } = fake.shipments.get(shipmentRef)!
    assert.deepEqual([from.street1, from.zip, to.street2, reference], ['2 High St', '97301', 'Apartment 4', 'rat_1'])
    assert.deepEqual(parcel, { length: 12, width: 9, height: 4, weight: 24 })
    const bought = await shipping.buy({ shipmentRef, rateRef: rates[1]!.ref })
    const picture = `${fake.url}/pictures/${shipmentRef}`
    assert.deepEqual([bought.imageUrl, bought.qrUrl], [`${picture}.png`, `${picture}-qr.png`])
    assert.deepEqual(await shipping.find(shipmentRef), bought)
  })

  test('a shipping label has no drop-off code if the carrier provides none', async (t) => {
    const { fake, shipping } = await open.easypost(t)
    const { shipmentRef, rates } = await shipping.rates(SHIPMENT)
    fake.refuseForms(shipmentRef)
    const { qrUrl, imageUrl } = await shipping.buy({ shipmentRef, rateRef: rates[0]!.ref })
    assert.deepEqual([qrUrl, imageUrl], [null, `${fake.url}/pictures/${shipmentRef}.png`])
  })

  test('the shipping provider reports whether a label was refused, the rate was stale, or the provider was unavailable', async (t) => {
    const { fake, shipping } = await open.easypost(t)
    const { shipmentRef, rates } = await shipping.rates(SHIPMENT)
    assert.equal(await shipping.find(shipmentRef), null)
    await assert.rejects(shipping.buy({ shipmentRef, rateRef: 'rate_other' }), reason('stale'))
    fake.fail(1)
    await assert.rejects(shipping.buy({ shipmentRef, rateRef: rates[0]!.ref }), reason('unavailable'))
    await shipping.buy({ shipmentRef, rateRef: rates[0]!.ref })
    fake.scan(shipmentRef)
    await assert.rejects(shipping.void(shipmentRef), reason('refused'))
    await assert.rejects(shipping.find('shp_unknown'), reason('refused'))
    const wrongKey = createEasyPostShipping({ apiKey: 'wrong', webhookSecret: EASYPOST_SECRET, baseUrl: fake.url })
    await assert.rejects(wrongKey.rates(SHIPMENT), reason('unavailable'))
    const gone = createEasyPostShipping({ apiKey: EASYPOST_KEY, webhookSecret: EASYPOST_SECRET, baseUrl: 'http://127.0.0.1:9' })
    await assert.rejects(gone.rates(SHIPMENT), reason('unavailable'))
  })

  test('the status of a parcel comes from tracker events, and all other events are ignored', async (t) => {
    const { shipping } = await open.easypost(t)
    const read = (body: string) => shipping.readEvent(Buffer.from(body), signed(body))
    const status = (of: string) => read(trackerEvent('evt_1', { status: of, shipment_id: 'shp_1', tracking_code: '9400' })).status
    const all = [
      'unknown',
      'pre_transit',
      'in_transit',
      'out_for_delivery',
      'available_for_pickup',
      'delivered',
      'return_to_sender',
      'failure',
    ]
    assert.deepEqual(all.map(status), ['other', 'other', 'moving', 'moving', 'moving', 'delivered', 'other', 'other'])
    const batch = JSON.stringify({ id: 'evt_2', object: 'Event', description: 'batch.updated', result: { object: 'Batch' } })
    assert.deepEqual(read(batch), { id: 'evt_2', shipmentRef: null, trackingNumber: null, status: 'other' })
    assert.throws(() => read('{}'), reason('bad_event'))
    assert.throws(() => read('no json'), reason('bad_event'))
  })
})
