import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestApp } from '#test/app.ts'
import { openBundles } from '#test/bundles.ts'
import { signed, trackerEvent } from '#test/fakes/easypost.ts'
import { buyLabel, openLabelled, PARCEL, parcelOf, sendEvent, SHIP_FROM, startWithEasyPost } from '#test/labels.ts'
import { lifetime } from '#test/lifetime.ts'
import { eventsOf } from '#test/sales.ts'

const life = lifetime()
let app: TestApp
before(async () => {
  app = (await startWithEasyPost(life)).app
})

describe('carrier events received at POST /shipping/easypost', () => {
  test('the first scan marks the order as shipped; the delivery scan marks it as delivered, but does not complete it', async () => {
    const parcel = await openLabelled(app)
    await parcel.event('pre_transit')
    assert.equal(await parcel.status(), 'paid')
    assert.deepEqual((await parcel.event('in_transit')).body.used, true)
    const order = await parcel.read()
    assert.deepEqual([order.status, order.tracking.carrier], ['shipped', 'USPS'])
    assert.match(order.tracking.number, /^9400/)
    await parcel.event('delivered')
    assert.equal(await parcel.status(), 'delivered')
    assert.deepEqual((await eventsOf(app, parcel.buyer.id, parcel.order.id)).filter((type) => /shipped|delivered/.test(type)), ['order.shipped', 'order.delivered']) // prettier-ignore
  })

  test('each carrier event is applied only once, even if events arrive repeatedly or out of order', async () => {
    const parcel = await openLabelled(app)
    assert.deepEqual((await parcel.event('delivered', 'evt_delivered')).body, {
      object: 'carrier_event',
      id: 'evt_delivered',
      used: true,
    })
    assert.equal(await parcel.status(), 'delivered')
    const before = await parcel.read()
    assert.equal((await parcel.event('delivered', 'evt_delivered')).body.used, false)
    for (const late of ['in_transit', 'pre_transit', 'delivered', 'unknown', 'return_to_sender']) await parcel.event(late)
    assert.deepEqual(await parcel.read(), before)
    const both = await openLabelled(app)
    await Promise.all(['in_transit', 'delivered', 'in_transit', 'delivered'].map((of) => both.event(of)))
    assert.deepEqual((await both.read()).timeline.map((step: { status: string }) => step.status), ['awaiting_payment', 'paid', 'shipped', 'delivered']) // prettier-ignore
  })

  test('forged carrier events are rejected, and events about unknown parcels are ignored', async () => {
    const parcel = await openLabelled(app)
    const body = trackerEvent('evt_forged', { status: 'delivered', shipment_id: 'shp_1', tracking_code: '9400' })
    for (const signature of ['', 'hmac-sha256-hex=00', signed(body, 'guess')])
      assert.equal((await sendEvent(app, body, signature)).status, 400)
    const unknown = trackerEvent('evt_unknown', { status: 'delivered', shipment_id: 'shp_unknown', tracking_code: '1' })
    assert.deepEqual((await sendEvent(app, unknown)).body.used, true)
    assert.equal(await parcel.status(), 'paid')
  })

  test('a carrier event changes nothing after the order is cancelled, completed or reported as a problem, or after its label is voided', async () => {
    const cancelled = await openLabelled(app)
    await cancelled.as('seller', 'cancel')
    await cancelled.event('delivered')
    assert.equal(await cancelled.status(), 'cancelled')
    const voided = await openLabelled(app)
    await voided.seller.call('DELETE', `/v1/orders/${voided.order.id}/label`)
    await voided.event('in_transit')
    assert.equal(await voided.status(), 'paid')
    const problem = await openLabelled(app)
    await problem.event('in_transit')
    await problem.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
    await problem.event('delivered')
    assert.equal(await problem.status(), 'problem')
    const done = await openLabelled(app)
    await done.event('in_transit')
    await done.as('buyer', 'confirm')
    await done.event('delivered')
    assert.equal(await done.status(), 'completed')
  })

  test('a delivery scan does not mark an order as delivered if the order was shipped without the label that was scanned', async () => {
    const other = await openLabelled(app)
    await other.as('seller', 'ship', { carrier: 'UPS', number: '1Z999AA10123456784' })
    await other.event('delivered')
    assert.equal(await other.status(), 'shipped')
  })

  test('a carrier event is matched to a label by its shipment or its tracking number, and never applies to a voided label, even after a new label was bought', async () => {
    const parcel = await openLabelled(app)
    await parcel.call('DELETE', '/label')
    const next = parcelOf(app, parcel.seller, parcel.order.id, await buyLabel(parcel.seller, parcel.order.id))
    await parcel.event('delivered')
    assert.equal(await parcel.status(), 'paid')
    await next.event('in_transit')
    assert.equal(await parcel.status(), 'shipped')
    const other = await openLabelled(app)
    const result = { object: 'Tracker', status: 'in_transit', tracking_code: other.label.tracking.number }
    await sendEvent(app, JSON.stringify({ id: 'evt_number', object: 'Event', description: 'tracker.updated', result }))
    assert.equal(await other.status(), 'shipped')
    const unnumbered = { object: 'Tracker', status: 'delivered', shipment_id: other.shipment }
    await sendEvent(app, JSON.stringify({ id: 'evt_shipment', object: 'Event', description: 'tracker.updated', result: unnumbered }))
    assert.equal(await other.status(), 'delivered')
  })

  test('a carrier event changes nothing if its tracking number does not match the shipment', async () => {
    const parcel = await openLabelled(app)
    const result = { status: 'delivered', shipment_id: parcel.shipment, tracking_code: '1Z999AA10123456784' }
    assert.equal((await sendEvent(app, trackerEvent('evt_return', result))).body.used, true)
    assert.equal(await parcel.status(), 'paid')
  })

  test('a delivery event also marks an order as delivered if the seller shipped it without a tracking number', async () => {
    const parcel = await openLabelled(app)
    await parcel.as('seller', 'ship', {})
    await parcel.event('in_transit')
    await parcel.event('delivered')
    const order = await parcel.read()
    assert.deepEqual([order.status, order.tracking.number], ['delivered', parcel.label.tracking.number])
  })

  test('during a return, a carrier event about the original parcel changes nothing', async () => {
    const parcel = await openLabelled(app)
    await parcel.event('delivered')
    await parcel.as('buyer', 'problem', { reason: 'damaged', body: 'Torn.' })
    await parcel.as('seller', 'return', { payer: 'seller' })
    await parcel.as('buyer', 'return/agree')
    await parcel.as('buyer', 'return/send', { carrier: 'UPS', number: '1Z999AA10123456784' })
    const before = await parcel.read()
    for (const status of ['in_transit', 'delivered', 'return_to_sender']) await parcel.event(status)
    assert.deepEqual(await parcel.read(), before)
  })

  test('an event about the label of a purchase changes all of the purchase’s orders except those with a separate label', async () => {
    const scene = await openBundles(app)
    await scene.seller.call('PATCH', `/v1/shops/${scene.seller.slug}`, { json: { ship_from: SHIP_FROM } })
    for (const id of scene.ids) await scene.seller.call('PATCH', `/v1/listings/${id}`, { json: { parcel: PARCEL } })
    const { orders } = await scene.pay(3)
    const [first, second, third] = orders.map(({ id }: { id: string }) => id) as [string, string, string]
    const query = '?weight_oz=64&length_in=14&width_in=10&height_in=6'
    assert.equal((await scene.seller.call('GET', `/v1/orders/${first}/rates`)).body.error.param, 'parcel')
    const [one, own] = [await buyLabel(scene.seller, first, { query }), await buyLabel(scene.seller, third, { query })]
    const statuses = async () => (await Promise.all([first, second, third].map((id) => scene.order(id)))).map(({ status }) => status)
    await parcelOf(app, scene.seller, first, one).event('in_transit')
    assert.deepEqual(await statuses(), ['shipped', 'shipped', 'paid'])
    await parcelOf(app, scene.seller, first, one).event('delivered')
    await parcelOf(app, scene.seller, third, own).event('out_for_delivery')
    assert.deepEqual(await statuses(), ['delivered', 'delivered', 'shipped'])
  })
})
