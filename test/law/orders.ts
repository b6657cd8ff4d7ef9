import { multipart } from '#test/app.ts'
import { PNG, type Rule, type Scene } from '#test/law/world.ts'

const PARCEL = { carrier: 'UPS', number: '1Z999AA10123456784' }

/**
 * Access rules for orders. The owner acts as the buyer on buyer endpoints and as the seller on seller endpoints. Endpoints for both parties
 * need `read` and the scope for the caller's role (src/commerce/orders/rights.test.ts).
 */
export const ORDERS_ROWS: Record<string, Rule> = {
  listOrders: { may: 'read', request: async () => ({ path: '/orders' }) },
  createOrder: {
    may: 'buying',
    approval: 'buying.offer',
    request: async (scene) => ({ path: '/orders', json: { listing: await othersListing(scene) } }),
  },
  getProblemPhoto: { may: 'read', request: async (scene) => ({ path: `/orders/${await problemWithPhoto(scene)}/problem/photos/1` }) },
  getOrder: { may: 'read', request: async (scene) => ({ path: `/orders/${await bought(scene)}` }) },
  payOrder: {
    may: 'buying',
    approval: 'buying.pay',
    request: async (scene) => ({ path: `/orders/${await bought(scene)}/pay`, json: { method: 'test_ok', address: HOME } }),
  },
  shipOrder: {
    may: 'orders',
    approval: 'orders.ship',
    request: async (scene) => ({ path: `/orders/${await sold(scene)}/ship`, json: {} }),
  },
  deliverOrder: {
    may: ['orders', 'buying'],
    approval: 'buying.confirm',
    request: async (scene) => ({ path: `/orders/${await bought(scene, 'shipped')}/deliver`, json: {} }),
  },
  confirmOrder: {
    may: 'buying',
    approval: 'buying.confirm',
    request: async (scene) => ({ path: `/orders/${await bought(scene, 'shipped')}/confirm` }),
  },
  reportProblem: {
    may: 'buying',
    approval: 'messages.send',
    request: async (scene) => ({
      path: `/orders/${await bought(scene, 'shipped')}/problem`,
      json: { reason: 'damaged', body: 'Torn.' },
    }),
  },
  answerOrder: {
    may: ['orders', 'buying'],
    approval: 'messages.send',
    request: async (scene) => ({ path: `/orders/${await sold(scene, 'problem')}/answer`, json: { body: 'Sorry.' } }),
  },
  offerReturn: {
    may: 'orders',
    approval: 'orders.refund',
    request: async (scene) => ({ path: `/orders/${await returning(scene, 'seller', 0)}/return`, json: { payer: 'seller' } }),
  },
  agreeToReturn: {
    may: 'buying',
    approval: 'buying.confirm',
    request: async (scene) => ({ path: `/orders/${await returning(scene, 'buyer', 1)}/return/agree` }),
  },
  declineReturn: {
    may: 'buying',
    approval: 'buying.confirm',
    request: async (scene) => ({ path: `/orders/${await returning(scene, 'buyer', 1)}/return/decline` }),
  },
  sendReturn: {
    may: 'buying',
    approval: 'orders.ship',
    request: async (scene) => ({ path: `/orders/${await returning(scene, 'buyer', 2)}/return/send`, json: PARCEL }),
  },
  receiveReturn: {
    may: 'orders',
    approval: 'orders.refund',
    request: async (scene) => ({ path: `/orders/${await returning(scene, 'seller', 3)}/return/received` }),
  },
  contestReturn: {
    may: 'orders',
    // a call with uploaded files cannot wait for the owner's approval
    request: async (scene) => ({
      path: `/orders/${await returning(scene, 'seller', 4)}/return/contest`,
      raw: multipart([
        { name: 'body', value: 'Broken.' },
        { name: 'files', filename: 'broken.png', type: 'image/png', bytes: PNG },
      ]),
    }),
  },
  cancelOrder: {
    may: ['orders', 'buying'],
    approval: 'orders.cancel',
    request: async (scene) => ({ path: `/orders/${await sold(scene)}/cancel` }),
  },
  refundOrder: {
    may: 'orders',
    approval: 'orders.refund',
    request: async (scene) => ({ path: `/orders/${await sold(scene, 'problem')}/refund`, json: {} }),
  },
}

const RETURN: readonly [string, 'seller' | 'buyer', object][] = [
  ['return', 'seller', { payer: 'seller' }],
  ['return/agree', 'buyer', {}],
  ['return/send', 'buyer', PARCEL],
  ['return/received', 'seller', {}],
]

/** Creates an order with a reported problem and performs the first `steps` steps of its return. The owner's role in the order is `role`. */
async function returning(scene: Scene, role: 'seller' | 'buyer', steps: number): Promise<string> {
  const other = await scene.app.signUp('Other')
  const [seller, buyer] = role === 'seller' ? [scene.owner, other] : [other, scene.owner]
  const id = await orderAt(scene, 'problem', seller, buyer, await listing({ app: scene.app, owner: seller }))
  for (const [verb, by, json] of RETURN.slice(0, steps))
    await scene.app.call('POST', `/v1/orders/${id}/${verb}`, { key: (by === 'seller' ? seller : buyer).key, json })
  return id
}

const HOME = { name: 'Ben', line1: '1 Main St', city: 'Portland', postal_code: '97201', country: 'US' }

type Stage = 'awaiting_payment' | 'paid' | 'shipped' | 'problem'
type Caller = { key: string }

let made = 0

async function listing({ app, owner }: { app: Scene['app']; owner: Caller }): Promise<string> {
  const { body: shop } = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Sale', slug: `law-sale-${++made}` } })
  const json = { shop: shop.slug, title: 'Lamp', price: 5, publish: true }
  return (await app.call('POST', '/v1/listings', { key: owner.key, json })).body.id as string
}

const othersListing = async (scene: Scene): Promise<string> => listing({ app: scene.app, owner: await scene.app.signUp('Seller') })

async function bought(scene: Scene, stage: Stage = 'awaiting_payment'): Promise<string> {
  const seller = await scene.app.signUp('Seller')
  return orderAt(scene, stage, seller, scene.owner, await listing({ app: scene.app, owner: seller }))
}

const sold = async (scene: Scene, stage: Stage = 'paid'): Promise<string> =>
  orderAt(scene, stage, scene.owner, await scene.app.signUp('Buyer'), await listing(scene))

async function orderAt({ app }: Scene, stage: Stage, seller: Caller, buyer: Caller, listingId: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listingId, address: HOME } })
  const steps: [Stage, Caller, string, object][] = [
    ['paid', buyer, 'pay', { method: 'test_ok' }],
    ['shipped', seller, 'ship', {}],
    ['problem', buyer, 'problem', { reason: 'damaged', body: 'Torn.' }],
  ]
  const target = ['awaiting_payment', 'paid', 'shipped', 'problem'].indexOf(stage)
  for (const [, { key }, verb, json] of steps.slice(0, target)) await app.call('POST', `/v1/orders/${body.id}/${verb}`, { key, json })
  return body.id as string
}

async function problemWithPhoto(scene: Scene): Promise<string> {
  const id = await bought(scene, 'shipped')
  const raw = multipart([
    { name: 'reason', value: 'damaged' },
    { name: 'body', value: 'Torn.' },
    { name: 'files', filename: 'torn.png', type: 'image/png', bytes: PNG },
  ])
  await scene.app.call('POST', `/v1/orders/${id}/problem`, { key: scene.owner.key, raw })
  return id
}
