import { multipart } from '#test/app.ts'
import { PNG, type Row, type World } from '#test/law/world.ts'

/**
 * Access rules of orders. The owner is the buyer for buyer endpoints, and the seller for seller endpoints. Endpoints for both parties need
 * `read` and the scope of the caller's role: src/commerce/orders/rights.test.ts.
 */
export const ORDERS_LAW: Record<string, Row> = {
  listOrders: { method: 'GET', at: '/orders', may: 'read', request: async () => ({ path: '/orders' }) },
  createOrder: {
    method: 'POST',
    at: '/orders',
    may: 'buying',
    asks: 'buying.offer',
    request: async (world) => ({ path: '/orders', json: { listing: await othersListing(world) } }),
  },
  getProblemPhoto: {
    method: 'GET',
    at: '/orders/{id}/problem/photos/{number}',
    may: 'read',
    request: async (world) => ({ path: `/orders/${await problemWithPhoto(world)}/problem/photos/1` }),
  },
  getOrder: { method: 'GET', at: '/orders/{id}', may: 'read', request: async (world) => ({ path: `/orders/${await bought(world)}` }) },
  payOrder: {
    method: 'POST',
    at: '/orders/{id}/pay',
    may: 'buying',
    asks: 'buying.pay',
    request: async (world) => ({ path: `/orders/${await bought(world)}/pay`, json: { method: 'test_ok', address: HOME } }),
  },
  shipOrder: {
    method: 'POST',
    at: '/orders/{id}/ship',
    may: 'orders',
    asks: 'orders.ship',
    request: async (world) => ({ path: `/orders/${await sold(world)}/ship`, json: {} }),
  },
  deliverOrder: {
    method: 'POST',
    at: '/orders/{id}/deliver',
    may: ['orders', 'buying'],
    asks: 'buying.confirm',
    request: async (world) => ({ path: `/orders/${await bought(world, 'shipped')}/deliver`, json: {} }),
  },
  confirmOrder: {
    method: 'POST',
    at: '/orders/{id}/confirm',
    may: 'buying',
    asks: 'buying.confirm',
    request: async (world) => ({ path: `/orders/${await bought(world, 'shipped')}/confirm` }),
  },
  reportProblem: {
    method: 'POST',
    at: '/orders/{id}/problem',
    may: 'buying',
    asks: 'messages.send',
    request: async (world) => ({
      path: `/orders/${await bought(world, 'shipped')}/problem`,
      json: { reason: 'damaged', body: 'Torn.' },
    }),
  },
  answerOrder: {
    method: 'POST',
    at: '/orders/{id}/answer',
    may: ['orders', 'buying'],
    asks: 'messages.send',
    request: async (world) => ({ path: `/orders/${await sold(world, 'problem')}/answer`, json: { body: 'Sorry.' } }),
  },
  cancelOrder: {
    method: 'POST',
    at: '/orders/{id}/cancel',
    may: ['orders', 'buying'],
    asks: 'orders.cancel',
    request: async (world) => ({ path: `/orders/${await sold(world)}/cancel` }),
  },
  refundOrder: {
    method: 'POST',
    at: '/orders/{id}/refund',
    may: 'orders',
    asks: 'orders.refund',
    request: async (world) => ({ path: `/orders/${await sold(world, 'problem')}/refund`, json: {} }),
  },
}

const HOME = { name: 'Ben', line1: '1 Main St', city: 'Portland', postal_code: '97201', country: 'US' }

type Stage = 'awaiting_payment' | 'paid' | 'shipped' | 'problem'
type Caller = { key: string }

let made = 0

async function listing({ app, owner }: { app: World['app']; owner: Caller }): Promise<string> {
  const { body: shop } = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Sale', slug: `law-sale-${++made}` } })
  const json = { shop: shop.slug, title: 'Lamp', price: 5, publish: true }
  return (await app.call('POST', '/v1/listings', { key: owner.key, json })).body.id as string
}

const othersListing = async (world: World): Promise<string> => listing({ app: world.app, owner: await world.app.signUp('Seller') })

async function bought(world: World, stage: Stage = 'awaiting_payment'): Promise<string> {
  const seller = await world.app.signUp('Seller')
  return orderAt(world, stage, seller, world.owner, await listing({ app: world.app, owner: seller }))
}

const sold = async (world: World, stage: Stage = 'paid'): Promise<string> =>
  orderAt(world, stage, world.owner, await world.app.signUp('Buyer'), await listing(world))

async function orderAt({ app }: World, stage: Stage, seller: Caller, buyer: Caller, listingId: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listingId, address: HOME } })
  const steps: [Stage, Caller, string, object][] = [
    ['paid', buyer, 'pay', { method: 'test_ok' }],
    ['shipped', seller, 'ship', {}],
    ['problem', buyer, 'problem', { reason: 'damaged', body: 'Torn.' }],
  ]
  const wanted = ['awaiting_payment', 'paid', 'shipped', 'problem'].indexOf(stage)
  for (const [, { key }, verb, json] of steps.slice(0, wanted)) await app.call('POST', `/v1/orders/${body.id}/${verb}`, { key, json })
  return body.id as string
}

async function problemWithPhoto(world: World): Promise<string> {
  const id = await bought(world, 'shipped')
  const raw = multipart([
    { name: 'reason', value: 'damaged' },
    { name: 'body', value: 'Torn.' },
    { name: 'files', filename: 'torn.png', type: 'image/png', bytes: PNG },
  ])
  await world.app.call('POST', `/v1/orders/${id}/problem`, { key: world.owner.key, raw })
  return id
}
