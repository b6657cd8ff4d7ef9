import type { Row, World } from '#test/law.ts'

let made = 0

export const MESSAGES_LAW: Record<string, Row> = {
  // beside `read`, the scope of one's side is asked for: src/features/messages/rights.test.ts
  listThreads: { method: 'GET', at: '/threads', may: 'read', request: async () => ({ path: '/threads' }) },
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
    may: 'read',
    request: async (world) => ({ path: `/threads/${await thread(world)}` }),
  },
  sendMessage: {
    method: 'POST',
    at: '/threads/{id}/messages',
    may: 'read',
    asks: 'messages.send',
    request: async (world) => ({ path: `/threads/${await thread(world)}/messages`, json: { text: 'Yes.' } }),
  },
  readThread: {
    method: 'POST',
    at: '/threads/{id}/read',
    may: 'read',
    request: async (world) => ({ path: `/threads/${await thread(world)}/read` }),
  },
}

/** A thread in which somebody else asks the owner. */
async function thread({ app, owner }: World): Promise<string> {
  const { key } = await app.signUp('Writer')
  const { body } = await app.call('POST', '/v1/threads', { key, json: { shop: await shopOf(app, owner.key), text: 'Open on Sunday?' } })
  return body.id as string
}

async function shopOf(app: World['app'], key: string): Promise<string> {
  const { body } = await app.call('POST', '/v1/shops', { key, json: { name: 'Law', slug: `law-of-messages-${++made}` } })
  return body.slug as string
}
