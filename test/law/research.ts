import { newSlug, type Row, type World } from '#test/law/world.ts'

export const RESEARCH_LAW: Record<string, Row> = {
  startResearch: {
    method: 'POST',
    at: '/listings/{id}/research',
    may: 'listings',
    asks: 'listings.price',
    request: async (world) => ({ path: `/listings/${await draft(world)}/research`, json: { prompt: 'a lamp' } }),
  },
  getResearch: {
    method: 'GET',
    at: '/listings/{id}/research',
    may: 'read',
    request: async (world) => {
      const id = await draft(world)
      await world.app.call('POST', `/v1/listings/${id}/research`, { key: world.owner.key })
      return { path: `/listings/${id}/research` }
    },
  },
  checkShopping: {
    method: 'POST',
    at: '/sidekick',
    may: 'buying',
    request: async () => ({ path: '/sidekick', json: { words: 'a lamp', price: 20 } }),
  },
}

async function draft({ app, owner }: World): Promise<string> {
  const shop = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Law', slug: newSlug() } })
  const { body } = await app.call('POST', '/v1/listings', { key: owner.key, json: { shop: shop.body.slug, prompt: 'a lamp' } })
  return body.id as string
}
