import { listing, type Row, type World } from '#test/law.ts'

/** Of the owner as a buyer, on a listing of somebody else. */
async function asked(world: World): Promise<string> {
  const { body } = await world.app.call('POST', '/v1/holds', { key: world.owner.key, json: { listing: await heldListing(world) } })
  return body.id as string
}

/** Of the owner as a seller: a stranger to the walk asks and pays. */
async function sold(world: World): Promise<string> {
  const buyer = await world.app.signUp('Buyer')
  const id = await listing(world, 'live')
  await allowHolds(world, world.owner.key, id)
  const { body } = await world.app.call('POST', '/v1/holds', { key: buyer.key, json: { listing: id } })
  await world.app.call('POST', `/v1/holds/${body.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  return body.id as string
}

async function heldListing(world: World): Promise<string> {
  const seller = await world.app.signUp('Seller')
  const id = await listing({ ...world, owner: seller }, 'live')
  await allowHolds(world, seller.key, id)
  return id
}

async function allowHolds({ app }: World, key: string, id: string): Promise<void> {
  const { body } = await app.call('GET', `/v1/listings/${id}`, { key })
  await app.call('PATCH', `/v1/shops/${body.shop}`, { key, json: { ask_hold: true } })
}

export const HOLDS_LAW: Record<string, Row> = {
  // of somebody else's listing: nobody holds their own
  askHold: {
    method: 'POST',
    at: '/holds',
    may: 'buying',
    shared: true,
    request: async (world) => ({ path: '/holds', json: { listing: await heldListing(world) } }),
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
