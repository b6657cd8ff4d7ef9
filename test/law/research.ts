import { newSlug, type Rule, type Scene } from '#test/law/world.ts'

export const RESEARCH_ROWS: Record<string, Rule> = {
  startResearch: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/listings/${await draft(scene)}/research`, json: { prompt: 'a lamp' } }),
  },
  getResearch: {
    may: 'read',
    request: async (scene) => {
      const id = await draft(scene)
      await scene.app.call('POST', `/v1/listings/${id}/research`, { key: scene.owner.key })
      return { path: `/listings/${id}/research` }
    },
  },
  checkShopping: { may: 'buying', request: async () => ({ path: '/sidekick', json: { words: 'a lamp', price: 20 } }) },
}

async function draft({ app, owner }: Scene): Promise<string> {
  const shop = await app.call('POST', '/v1/shops', { key: owner.key, json: { name: 'Law', slug: newSlug() } })
  const { body } = await app.call('POST', '/v1/listings', { key: owner.key, json: { shop: shop.body.slug, prompt: 'a lamp' } })
  return body.id as string
}
