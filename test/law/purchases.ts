import { HOME } from '#test/sales.ts'
import type { Rule, Scene } from '#test/law/world.ts'

let made = 0

async function twoListings({ app }: Scene, key: string): Promise<string[]> {
  const slug = `bundle-${++made}`
  await app.call('POST', '/v1/shops', { key, json: { name: 'Bundle', slug } })
  const ids: string[] = []
  for (const title of ['Lamp', 'Cup']) {
    const { body } = await app.call('POST', '/v1/listings', { key, json: { shop: slug, title, price: 5, shipping: 2, publish: true } })
    ids.push(body.id)
  }
  return ids
}

const othersListings = async (scene: Scene): Promise<string[]> => twoListings(scene, (await scene.app.signUp('Seller')).key)

/** Creates a purchase that the owner makes as the buyer. */
async function ordered(scene: Scene): Promise<string> {
  const json = { listings: await othersListings(scene), address: HOME }
  return (await scene.app.call('POST', '/v1/purchases', { key: scene.owner.key, json })).body.id as string
}

/** Creates a paid purchase of items that the owner sells. */
async function sold(scene: Scene): Promise<string> {
  const buyer = await scene.app.signUp('Buyer')
  const json = { listings: await twoListings(scene, scene.owner.key), address: HOME }
  const { body } = await scene.app.call('POST', '/v1/purchases', { key: buyer.key, json })
  await scene.app.call('POST', `/v1/purchases/${body.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  return body.id as string
}

export const PURCHASES_ROWS: Record<string, Rule> = {
  // Uses a different user's listings, because owners cannot buy their own items.
  quotePurchase: {
    may: 'buying',
    shared: true,
    request: async (scene) => ({ path: '/purchases/quote', json: { listings: await othersListings(scene) } }),
  },
  createPurchase: {
    may: 'buying',
    approval: 'buying.offer',
    shared: true,
    request: async (scene) => ({ path: '/purchases', json: { listings: await othersListings(scene), address: HOME } }),
  },
  listPurchases: { may: 'read', request: async () => ({ path: '/purchases' }) },
  getPurchase: { may: 'read', request: async (scene) => ({ path: `/purchases/${await ordered(scene)}` }) },
  payPurchase: {
    may: 'buying',
    approval: 'buying.pay',
    request: async (scene) => ({ path: `/purchases/${await ordered(scene)}/pay`, json: { method: 'test_ok' } }),
  },
  cancelPurchase: {
    may: 'buying',
    approval: 'orders.cancel',
    request: async (scene) => ({ path: `/purchases/${await ordered(scene)}/cancel` }),
  },
  shipPurchase: {
    may: 'orders',
    approval: 'orders.ship',
    request: async (scene) => ({ path: `/purchases/${await sold(scene)}/ship`, json: {} }),
  },
}
