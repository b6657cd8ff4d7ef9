import type { TestApp } from '#test/app.ts'
import type { Row, World } from '#test/law/world.ts'

type Person = World['stranger']

/**
 * Access rules of offers. Buyer and seller may call `acceptOffer` and `declineOffer`, each with its own scope:
 * src/commerce/offers/sides.test.ts.
 */
export const OFFERS_LAW: Record<string, Row> = {
  makeOffer: {
    method: 'POST',
    at: '/offers',
    may: 'buying',
    asks: 'buying.offer',
    request: async (world) => ({ path: '/offers', json: { listing: await onSale(world, await another(world)), amount: 60 } }),
  },
  listOffers: { method: 'GET', at: '/offers', may: 'read', request: async () => ({ path: '/offers' }) },
  getOffer: { method: 'GET', at: '/offers/{id}', may: 'read', request: async (world) => ({ path: `/offers/${await received(world)}` }) },
  acceptOffer: {
    method: 'POST',
    at: '/offers/{id}/accept',
    may: ['offers', 'buying'],
    asks: 'offers.accept',
    request: async (world) => ({ path: `/offers/${await received(world)}/accept`, json: { expected_amount: 60 } }),
  },
  declineOffer: {
    method: 'POST',
    at: '/offers/{id}/decline',
    may: ['offers', 'buying'],
    asks: 'offers.decline',
    request: async (world) => ({ path: `/offers/${await received(world)}/decline` }),
  },
  counterOffer: {
    method: 'POST',
    at: '/offers/{id}/counter',
    may: 'offers',
    asks: 'offers.counter',
    request: async (world) => ({ path: `/offers/${await received(world)}/counter`, json: { amount: 80 } }),
  },
  withdrawOffer: {
    method: 'POST',
    at: '/offers/{id}/withdraw',
    may: 'buying',
    request: async (world) => ({ path: `/offers/${await made(world)}/withdraw` }),
  },
  explainOffer: {
    method: 'GET',
    at: '/offers/{id}/explain',
    may: 'read',
    request: async (world) => ({ path: `/offers/${await received(world)}/explain` }),
  },
}

const others = new WeakMap<TestApp, Promise<Person>>()
const shops = new WeakMap<Person, Promise<string>>()

/** Returns the other party of the offers, who is neither the owner nor the third account. */
function another({ app }: World): Promise<Person> {
  const known = others.get(app) ?? app.signUp('Other')
  others.set(app, known)
  return known
}

async function received(world: World): Promise<string> {
  return offerBy(world, await another(world), await onSale(world, world.owner))
}

async function made(world: World): Promise<string> {
  return offerBy(world, world.owner, await onSale(world, await another(world)))
}

async function offerBy({ app }: World, buyer: Person, listing: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/offers', { key: buyer.key, json: { listing, amount: 60 } })
  return body.id as string
}

/** Creates a live listing in a shop without the automatic negotiator. */
async function onSale({ app }: World, seller: Person): Promise<string> {
  const opened = shops.get(seller) ?? openShop(app, seller)
  shops.set(seller, opened)
  const json = { shop: await opened, title: 'Lamp', price: 100, publish: true }
  return (await app.call('POST', '/v1/listings', { key: seller.key, json })).body.id as string
}

async function openShop(app: TestApp, seller: Person): Promise<string> {
  const slug = `law-offers-${seller.id.slice(-12)}`
  await app.call('POST', '/v1/shops', { key: seller.key, json: { name: 'Law', slug } })
  await app.call('PATCH', `/v1/shops/${slug}`, { key: seller.key, json: { haggle: false } })
  return slug
}
