import assert from 'node:assert/strict'
import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { EASYPOST_KEY, EASYPOST_SECRET, signed, startEasyPost, trackerEvent } from '#test/fakes/easypost.ts'
import { openSaleAt, type SaleScene } from '#test/sales.ts'

export const SHIP_FROM = { name: 'Ana', line1: '2 High St', city: 'Salem', state: 'OR', postal_code: '97301', country: 'US' }
export const PARCEL = { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 }

/** Starts a service that buys labels from a fake of EasyPost on loopback. */
export async function startWithEasyPost(life: { after(close: () => Promise<void>): void }, env: Record<string, string> = {}) {
  const fake = await startEasyPost(life)
  const app = await startApp(life, {
    SHIPPING: 'easypost',
    EASYPOST_API_KEY: EASYPOST_KEY,
    EASYPOST_WEBHOOK_SECRET: EASYPOST_SECRET,
    EASYPOST_API_BASE: fake.url,
    ...env,
  })
  return { app, fake }
}

/** Sends an EasyPost event to the service, with a valid signature by default. */
export const sendEvent = (app: TestApp, body: string, signature = signed(body)): Promise<Reply> =>
  app.call('POST', '/v1/shipping/easypost', {
    raw: { type: 'application/json', bytes: body },
    headers: { 'X-Hmac-Signature': signature },
  })

export type LabelledSale = SaleScene & {
  label: Reply['body']
  shipment: string
  call(method: string, path: string, json?: object): Promise<Reply>
  event(status: string, id?: string): Promise<Reply>
  status(): Promise<string>
}

let events = 0

/** Returns functions that call the API as the seller of an order, and that send tracking events for the parcel with the order's label. */
export function parcelOf(app: TestApp, seller: SaleScene['seller'], orderId: string, label: Reply['body']) {
  const shipment = label.image_url.split('/').at(-1).replace('.png', '')
  return {
    shipment,
    call: (method: string, path: string, json?: object) => seller.call(method, `/v1/orders/${orderId}${path}`, json ? { json } : {}),
    event: (status: string, id = `evt_${++events}`) =>
      sendEvent(app, trackerEvent(id, { status, shipment_id: shipment, tracking_code: label.tracking.number })),
  }
}

/** Buys a label for an order, at the rate with the given `index`. Index 0 is the cheapest rate. */
export async function buyLabel(seller: SaleScene['seller'], orderId: string, { index = 0, query = '' } = {}): Promise<Reply['body']> {
  const rates = await seller.call('GET', `/v1/orders/${orderId}/rates${query}`)
  assert.equal(rates.status, 200, JSON.stringify(rates.body))
  const bought = await seller.call('POST', `/v1/orders/${orderId}/label`, { json: { rate: rates.body.data[index].id } })
  assert.equal(bought.status, 201, JSON.stringify(bought.body))
  return bought.body
}

/** Creates a paid order with an EasyPost label that costs $6.05. */
export async function openLabelled(app: TestApp, details: object = {}): Promise<LabelledSale> {
  const sale = await openSaleAt(app, 'paid', { parcel: PARCEL, ...details })
  await sale.seller.call('PATCH', `/v1/shops/${sale.seller.slug}`, { json: { ship_from: SHIP_FROM } })
  const label = await buyLabel(sale.seller, sale.order.id)
  return { ...sale, label, ...parcelOf(app, sale.seller, sale.order.id, label), status: async () => (await sale.read()).status }
}
