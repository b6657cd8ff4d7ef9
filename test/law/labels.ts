import { createEasyPostShipping } from '#platform/shipping/easypost.ts'
import { EASYPOST_SECRET, signed, trackerEvent } from '#test/fakes/easypost.ts'
import { HOME } from '#test/sales.ts'
import { shop, type Request, type Rule, type Scene } from '#test/law/world.ts'

const SIZE = { weight_oz: 24, length_in: 12, width_in: 9, height_in: 4 }

/** Creates a paid order that the owner must ship, with a parcel size and a sender's address. */
async function sold(scene: Scene): Promise<string> {
  const { app, owner } = scene
  const buyer = await app.signUp('Buyer')
  const slug = await shop(scene)
  await app.call('PATCH', `/v1/shops/${slug}`, { key: owner.key, json: { ship_from: HOME } })
  const json = { shop: slug, title: 'Lamp', price: 40, shipping: 8, parcel: SIZE, publish: true }
  const { body: listing } = await app.call('POST', '/v1/listings', { key: owner.key, json })
  const { body: order } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id, address: HOME } })
  await app.call('POST', `/v1/orders/${order.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  return order.id as string
}

async function quoted(scene: Scene): Promise<{ id: string; rate: string }> {
  const id = await sold(scene)
  const { body } = await scene.app.call('GET', `/v1/orders/${id}/rates`, { key: scene.owner.key })
  return { id, rate: body.data[0].id }
}

async function labelled(scene: Scene): Promise<string> {
  const { id, rate } = await quoted(scene)
  await scene.app.call('POST', `/v1/orders/${id}/label`, { key: scene.owner.key, json: { rate } })
  return id
}

let events = 0

/** Creates a signed EasyPost event. Other tests use the test provider, which sends no webhooks. */
async function easyPostEvent({ app }: Scene): Promise<Request> {
  const { readEvent } = createEasyPostShipping({ apiKey: 'k', webhookSecret: EASYPOST_SECRET, baseUrl: 'http://127.0.0.1:1' })
  Object.assign(app.service.ctx.shipping!, { readEvent })
  const body = trackerEvent(`evt_law${++events}`, { status: 'in_transit', shipment_id: 'shp_unknown', tracking_code: '1' })
  return {
    path: '/shipping/easypost',
    raw: { type: 'application/json', bytes: Buffer.from(body) },
    headers: { 'x-hmac-signature': signed(body) },
  }
}

export const LABELS_ROWS: Record<string, Rule> = {
  listRates: { may: 'orders', request: async (scene) => ({ path: `/orders/${await sold(scene)}/rates` }) },
  getLabel: { may: 'orders', request: async (scene) => ({ path: `/orders/${await labelled(scene)}/label` }) },
  buyLabel: {
    may: 'orders',
    approval: 'orders.label',
    async request(scene) {
      const { id, rate } = await quoted(scene)
      return { path: `/orders/${id}/label`, json: { rate } }
    },
  },
  voidLabel: { may: 'orders', approval: 'orders.label', request: async (scene) => ({ path: `/orders/${await labelled(scene)}/label` }) },
  buyLabels: {
    may: 'orders',
    approval: 'orders.label',
    request: async (scene) => ({ path: '/labels', json: { orders: [await sold(scene)] } }),
  },
  takeCarrierEvent: { may: 'anyone', request: easyPostEvent },
}
