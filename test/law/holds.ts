import type { Rule, Scene } from '#test/law/world.ts'

let made = 0

async function heldListing({ app }: Scene, key: string): Promise<string> {
  const slug = `held-${++made}`
  await app.call('POST', '/v1/shops', { key, json: { name: 'Held', slug } })
  await app.call('PATCH', `/v1/shops/${slug}`, { key, json: { ask_hold: true } })
  const { body } = await app.call('POST', '/v1/listings', { key, json: { shop: slug, title: 'Lamp', price: 5, publish: true } })
  return body.id as string
}

const othersHeldListing = async (scene: Scene): Promise<string> => heldListing(scene, (await scene.app.signUp('Seller')).key)

/** Creates a hold on a different user's listing, with the owner as the buyer. */
async function requestedHold(scene: Scene): Promise<string> {
  const { body } = await scene.app.call('POST', '/v1/holds', { key: scene.owner.key, json: { listing: await othersHeldListing(scene) } })
  return body.id as string
}

/** Creates a paid hold on one of the owner's items. */
async function sold(scene: Scene): Promise<string> {
  const buyer = await scene.app.signUp('Buyer')
  const listing = await heldListing(scene, scene.owner.key)
  const { body } = await scene.app.call('POST', '/v1/holds', { key: buyer.key, json: { listing } })
  await scene.app.call('POST', `/v1/holds/${body.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  return body.id as string
}

export const HOLDS_ROWS: Record<string, Rule> = {
  // Uses a different user's listing, because owners cannot place holds on their own listings.
  askHold: {
    may: 'buying',
    approval: 'buying.offer',
    shared: true,
    request: async (scene) => ({ path: '/holds', json: { listing: await othersHeldListing(scene) } }),
  },
  listHolds: { may: 'read', request: async () => ({ path: '/holds' }) },
  getHold: { may: 'read', request: async (scene) => ({ path: `/holds/${await requestedHold(scene)}` }) },
  payHold: {
    may: 'buying',
    approval: 'buying.pay',
    request: async (scene) => ({ path: `/holds/${await requestedHold(scene)}/pay`, json: { method: 'test_ok' } }),
  },
  returnHold: { may: 'orders', approval: 'orders.refund', request: async (scene) => ({ path: `/holds/${await sold(scene)}/return` }) },
}
