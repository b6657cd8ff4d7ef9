import { HOME } from '#test/sales.ts'
import type { Row, World } from '#test/law/world.ts'

let made = 0

export const MESSAGES_LAW: Record<string, Row> = {
  // A key needs `read`, and the scope for the caller's role as buyer or seller: src/messaging/threads/threads.test.ts tests this
  listThreads: { method: 'GET', at: '/threads', may: ['messages', 'buying'], request: async () => ({ path: '/threads' }) },
  startThread: {
    method: 'POST',
    at: '/threads',
    may: 'buying',
    asks: 'messages.send',
    request: async ({ app }) => ({ path: '/threads', json: { shop: await shopOf(app, (await app.signUp('Seller')).key), text: 'Open?' } }),
  },
  getThread: {
    method: 'GET',
    at: '/threads/{id}',
    may: ['messages', 'buying'],
    request: async (world) => ({ path: `/threads/${await thread(world)}` }),
  },
  sendMessage: {
    method: 'POST',
    at: '/threads/{id}/messages',
    may: ['messages', 'buying'],
    asks: 'messages.send',
    request: async (world) => ({ path: `/threads/${await thread(world)}/messages`, json: { text: 'Yes.' } }),
  },
  readThread: {
    method: 'POST',
    at: '/threads/{id}/read',
    may: ['messages', 'buying'],
    request: async (world) => ({ path: `/threads/${await thread(world)}/read` }),
  },
  writeReview: {
    method: 'POST',
    at: '/orders/{id}/review',
    may: 'buying',
    asks: 'messages.send',
    request: async (world) => {
      const order = await sale(world, await world.app.signUp('Seller'), world.owner)
      return { path: `/orders/${order}/review`, json: { rating: 5, body: 'Warm.' } }
    },
  },
  replyToReview: {
    method: 'POST',
    at: '/reviews/{id}/reply',
    may: 'messages',
    asks: 'messages.send',
    request: async (world) => ({ path: `/reviews/${await review(world)}/reply`, json: { body: 'Thank you!' } }),
  },
  hideReview: {
    method: 'POST',
    at: '/reviews/{id}/hide',
    may: 'session',
    request: async (world) => {
      await operate(world)
      return { path: `/reviews/${await review(world)}/hide`, json: { reason: 'Names a person' } }
    },
  },
  unhideReview: {
    method: 'POST',
    at: '/reviews/{id}/unhide',
    may: 'session',
    request: async (world) => {
      await operate(world)
      return { path: `/reviews/${await review(world)}/unhide` }
    },
  },
}

async function thread({ app, owner }: World): Promise<string> {
  const { key } = await app.signUp('Writer')
  const { body } = await app.call('POST', '/v1/threads', { key, json: { shop: await shopOf(app, owner.key), text: 'Open on Sunday?' } })
  return body.id as string
}

async function shopOf(app: World['app'], key: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/shops', { key, json: { name: 'Law', slug: `law-of-messages-${++made}` } })
  return body.slug as string
}

async function sale({ app }: World, seller: { key: string }, buyer: { key: string }): Promise<string> {
  const json = { shop: await shopOf(app, seller.key), title: 'Lamp', price: 5, publish: true }
  const { body: listing } = await app.call('POST', '/v1/listings', { key: seller.key, json })
  const { body } = await app.call('POST', '/v1/orders', { key: buyer.key, json: { listing: listing.id, address: HOME } })
  await app.call('POST', `/v1/orders/${body.id}/pay`, { key: buyer.key, json: { method: 'test_ok' } })
  await app.call('POST', `/v1/orders/${body.id}/ship`, { key: seller.key, json: {} })
  await app.call('POST', `/v1/orders/${body.id}/confirm`, { key: buyer.key })
  return body.id as string
}

async function review(world: World): Promise<string> {
  const buyer = await world.app.signUp('Buyer')
  const order = await sale(world, world.owner, buyer)
  const { body } = await world.app.call('POST', `/v1/orders/${order}/review`, { key: buyer.key, json: { rating: 4 } })
  return body.id as string
}

const operate = async ({ app, owner }: World): Promise<void> => {
  await app.service.ctx.db.updateTable('accounts').set({ is_operator: true }).where('id', '=', owner.id).execute()
}
