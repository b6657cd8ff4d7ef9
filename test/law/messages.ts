import { multipart } from '#test/app.ts'
import { HOME } from '#test/sales.ts'
import { PNG, type Rule, type Scene } from '#test/law/world.ts'

let made = 0

export const MESSAGES_ROWS: Record<string, Rule> = {
  // a key needs `read` and the scope for the caller's role; src/messaging/threads/threads.test.ts covers this
  listThreads: { may: ['messages', 'buying'], request: async () => ({ path: '/threads' }) },
  startThread: {
    may: 'buying',
    approval: 'messages.send',
    request: async ({ app }) => ({ path: '/threads', json: { shop: await shopOf(app, (await app.signUp('Seller')).key), text: 'Open?' } }),
  },
  getThread: { may: ['messages', 'buying'], request: async (scene) => ({ path: `/threads/${await thread(scene)}` }) },
  sendMessage: {
    may: ['messages', 'buying'],
    approval: 'messages.send',
    request: async (scene) => ({ path: `/threads/${await thread(scene)}/messages`, json: { text: 'Yes.' } }),
  },
  getMessagePhoto: { may: ['messages', 'buying'], request: async (scene) => ({ path: await messagePhoto(scene) }) },
  readThread: { may: ['messages', 'buying'], request: async (scene) => ({ path: `/threads/${await thread(scene)}/read` }) },
  blockThread: {
    may: ['messages', 'buying'],
    approval: 'offers.decline',
    request: async (world) => ({ path: `/threads/${await threadWithOffer(world)}/block` }),
  },
  unblockThread: { may: ['messages', 'buying'], request: async (world) => ({ path: `/threads/${await thread(world)}/block` }) },
  blockOrder: {
    may: ['orders', 'buying'],
    approval: 'offers.decline',
    request: async (world) => ({ path: `/orders/${await orderWithOffer(world)}/block` }),
  },
  unblockOrder: {
    may: ['orders', 'buying'],
    request: async (world) => ({ path: `/orders/${await sale(world, world.owner, await world.app.signUp('Buyer'))}/block` }),
  },
  // The shop belongs to a different user, because owners cannot block themselves.
  blockStore: {
    may: 'buying',
    shared: true,
    request: async ({ app }) => ({ path: `/market/stores/${await shopOf(app, (await app.signUp('Seller')).key)}/block` }),
  },
  unblockStore: {
    may: 'buying',
    shared: true,
    request: async ({ app }) => ({ path: `/market/stores/${await shopOf(app, (await app.signUp('Seller')).key)}/block` }),
  },
  reportThread: {
    may: ['messages', 'buying'],
    approval: 'messages.send',
    request: async (world) => ({ path: `/threads/${await thread(world)}/report`, json: { reason: 'spam' } }),
  },
  reportOrder: {
    may: ['orders', 'buying'],
    approval: 'messages.send',
    request: async (world) => ({
      path: `/orders/${await sale(world, world.owner, await world.app.signUp('Buyer'))}/report`,
      json: { reason: 'threat' },
    }),
  },
  // The shop belongs to a different user, because owners cannot report themselves.
  reportStore: {
    may: 'buying',
    approval: 'messages.send',
    shared: true,
    request: async ({ app }) => ({
      path: `/market/stores/${await shopOf(app, (await app.signUp('Seller')).key)}/report`,
      json: { reason: 'fake' },
    }),
  },
  listBlocks: { may: 'read', request: async () => ({ path: '/blocks' }) },
  writeReview: {
    may: 'buying',
    approval: 'messages.send',
    request: async (scene) => {
      const order = await sale(scene, await scene.app.signUp('Seller'), scene.owner)
      return { path: `/orders/${order}/review`, json: { rating: 5, body: 'Warm.' } }
    },
  },
  replyToReview: {
    may: 'messages',
    approval: 'messages.send',
    request: async (scene) => ({ path: `/reviews/${await review(scene)}/reply`, json: { body: 'Thank you!' } }),
  },
  hideReview: {
    may: 'session',
    request: async (scene) => {
      await operate(scene)
      return { path: `/reviews/${await review(scene)}/hide`, json: { reason: 'Names a person' } }
    },
  },
  unhideReview: {
    may: 'session',
    request: async (scene) => {
      await operate(scene)
      return { path: `/reviews/${await review(scene)}/unhide` }
    },
  },
}

async function thread({ app, owner }: Scene): Promise<string> {
  const { key } = await app.signUp('Writer')
  const { body } = await app.call('POST', '/v1/threads', { key, json: { shop: await shopOf(app, owner.key), text: 'Open on Sunday?' } })
  return body.id as string
}

async function messagePhoto(scene: Scene): Promise<string> {
  const id = await thread(scene)
  const raw = multipart([{ name: 'photos', filename: 'sole.png', type: 'image/png', bytes: PNG }])
  const { body } = await scene.app.call('POST', `/v1/threads/${id}/messages`, { key: scene.owner.key, raw })
  return `/threads/${id}/messages/${body.id}/photos/1`
}

/** Creates a conversation where the owner is the seller and the other person has made an open offer. */
async function threadWithOffer({ app, owner }: Scene): Promise<string> {
  const { key } = await app.signUp('Writer')
  const json = { shop: await shopOf(app, owner.key), title: 'Lamp', price: 5, publish: true }
  const { body: listing } = await app.call('POST', '/v1/listings', { key: owner.key, json })
  const { body } = await app.call('POST', '/v1/threads', { key, json: { listing: listing.id, text: 'Open on Sunday?' } })
  await app.call('POST', '/v1/offers', { key, json: { listing: listing.id, amount: 4 } })
  return body.id as string
}

/** Creates an order from the owner's shop. The buyer also has an open offer for a different item in that shop. */
async function orderWithOffer(scene: Scene): Promise<string> {
  const { app, owner } = scene
  const buyer = await app.signUp('Buyer')
  const order = await sale(scene, owner, buyer)
  const json = { shop: await shopOf(app, owner.key), title: 'Lamp', price: 5, publish: true }
  const { body } = await app.call('POST', '/v1/listings', { key: owner.key, json })
  await app.call('POST', '/v1/offers', { key: buyer.key, json: { listing: body.id, amount: 4 } })
  return order
}

async function shopOf(app: Scene['app'], key: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/shops', { key, json: { name: 'Law', slug: `law-of-messages-${++made}` } })
  return body.slug as string
}

async function sale({ app }: Scene, seller: { key: string }, buyer: { key: string }): Promise<string> {
  const json = { shop: await shopOf(app, seller.key), title: 'Lamp', price: 5, publish: true }
  const { body: listing } = await app.call('POST', '/v1/listings', { key: seller.key, json })
  const { body } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id, address: HOME } })
  await app.call('POST', `/v1/orders/${body.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  await app.call('POST', `/v1/orders/${body.id}/ship`, { key: seller.key, json: {} })
  await app.call('POST', `/v1/orders/${body.id}/confirm`, { key: buyer.key })
  return body.id as string
}

async function review(scene: Scene): Promise<string> {
  const buyer = await scene.app.signUp('Buyer')
  const order = await sale(scene, scene.owner, buyer)
  const { body } = await scene.app.call('POST', `/v1/orders/${order}/review`, { key: buyer.key, json: { rating: 4 } })
  return body.id as string
}

const operate = async ({ app, owner }: Scene): Promise<void> => {
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', owner.id).execute()
}
