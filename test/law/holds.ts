import type { Row, World } from '#test/law/world.ts'

let made = 0

async function heldListing({ app }: World, key: string): Promise<string> {
  const slug = `held-${++made}`
  await app.call('POST', '/v1/shops', { key, json: { name: 'Held', slug } })
  await app.call('PATCH', `/v1/shops/${slug}`, { key, json: { ask_hold: true } })
  const { body } = await app.call('POST', '/v1/listings', { key, json: { shop: slug, title: 'Lamp', price: 5, publish: true } })
  return body.id as string
}

const ofSomebody = async (world: World): Promise<string> => heldListing(world, (await world.app.signUp('Seller')).key)

/** Creates a hold with the owner as the buyer, on a listing of another user. Returns its id. */
async function asked(world: World): Promise<string> {
  const { body } = await world.app.call('POST', '/v1/holds', { key: world.owner.key, json: { listing: await ofSomebody(world) } })
  return body.id as string
}

/** Creates a paid hold with the owner as the seller. Returns its id. */
async function sold(world: World): Promise<string> {
  const buyer = await world.app.signUp('Buyer')
  const listing = await heldListing(world, world.owner.key)
  const { body } = await world.app.call('POST', '/v1/holds', { key: buyer.key, json: { listing } })
  await world.app.call('POST', `/v1/holds/${body.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  return body.id as string
}

export const HOLDS_LAW: Record<string, Row> = {
  // Uses the listing of another user, because owners cannot hold their own.
  askHold: {
    method: 'POST',
    at: '/holds',
    may: 'buying',
    asks: 'buying.offer',
    shared: true,
    request: async (world) => ({ path: '/holds', json: { listing: await ofSomebody(world) } }),
  },
  listHolds: { method: 'GET', at: '/holds', may: 'read', request: async () => ({ path: '/holds' }) },
  getHold: { method: 'GET', at: '/holds/{id}', may: 'read', request: async (world) => ({ path: `/holds/${await asked(world)}` }) },
  payHold: {
    method: 'POST',
    at: '/holds/{id}/pay',
    may: 'buying',
    asks: 'buying.pay',
    request: async (world) => ({ path: `/holds/${await asked(world)}/pay`, json: { method: 'test_ok' } }),
  },
  returnHold: {
    method: 'POST',
    at: '/holds/{id}/return',
    may: 'orders',
    asks: 'orders.refund',
    request: async (world) => ({ path: `/holds/${await sold(world)}/return` }),
  },
}
