import { listing, type Row, type World } from '#test/law.ts'

export const ORDERS_LAW: Record<string, Row> = {
  listOrders: { method: 'GET', at: '/orders', may: 'read', request: async () => ({ path: '/orders' }) },
  createOrder: {
    method: 'POST',
    at: '/orders',
    may: 'buying',
    request: async (world) => ({ path: '/orders', json: { listing: await othersListing(world) } }),
  },
  getOrder: {
    method: 'GET',
    at: '/orders/{id}',
    may: 'read',
    request: async (world) => ({ path: `/orders/${await boughtOrder(world)}` }),
  },
}

const othersListing = async (world: World): Promise<string> => listing({ ...world, owner: await world.app.signUp('Seller') }, 'live')

/** An unpaid order that the owner made as a buyer. */
async function boughtOrder(world: World): Promise<string> {
  const json = { listing: await othersListing(world) }
  return (await world.app.call('POST', '/v1/orders', { key: world.owner.key, json })).body.id as string
}
