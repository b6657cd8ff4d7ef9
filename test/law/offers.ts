import type { TestApp } from '#test/app.ts'
import type { Rule, Scene } from '#test/law/world.ts'

type Person = Scene['outsider']

/**
 * Access rules for offers. Both the buyer and the seller may call `acceptOffer` and `declineOffer`, but each needs a different scope
 * (src/commerce/offers/sides.test.ts).
 */
export const OFFERS_ROWS: Record<string, Rule> = {
  makeOffer: {
    may: 'buying',
    approval: 'buying.offer',
    request: async (scene) => ({ path: '/offers', json: { listing: await onSale(scene, await another(scene)), amount: 60 } }),
  },
  listOffers: { may: 'read', request: async () => ({ path: '/offers' }) },
  getOffer: { may: 'read', request: async (scene) => ({ path: `/offers/${await received(scene)}` }) },
  acceptOffer: {
    may: ['offers', 'buying'],
    approval: 'offers.accept',
    request: async (scene) => ({ path: `/offers/${await received(scene)}/accept`, json: { expected_amount: 60 } }),
  },
  declineOffer: {
    may: ['offers', 'buying'],
    approval: 'offers.decline',
    request: async (scene) => ({ path: `/offers/${await received(scene)}/decline` }),
  },
  counterOffer: {
    may: 'offers',
    approval: 'offers.counter',
    request: async (scene) => ({ path: `/offers/${await received(scene)}/counter`, json: { amount: 80 } }),
  },
  withdrawOffer: { may: 'buying', request: async (scene) => ({ path: `/offers/${await made(scene)}/withdraw` }) },
  explainOffer: { may: 'read', request: async (scene) => ({ path: `/offers/${await received(scene)}/explain` }) },
}

const others = new WeakMap<TestApp, Promise<Person>>()
const shops = new WeakMap<Person, Promise<string>>()

/** Returns the other party in the owner's offers. That account differs from the third account, which must have no access. */
function another({ app }: Scene): Promise<Person> {
  const known = others.get(app) ?? app.signUp('Other')
  others.set(app, known)
  return known
}

async function received(scene: Scene): Promise<string> {
  return offerBy(scene, await another(scene), await onSale(scene, scene.owner))
}

async function made(scene: Scene): Promise<string> {
  return offerBy(scene, scene.owner, await onSale(scene, await another(scene)))
}

async function offerBy({ app }: Scene, buyer: Person, listing: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/offers', { key: buyer.key, json: { listing, amount: 60 } })
  return body.id as string
}

/** Creates a live listing in a shop that does not use the automatic negotiator. */
async function onSale({ app }: Scene, seller: Person): Promise<string> {
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
