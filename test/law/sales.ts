import { shop, type Row, type Scene } from '#test/law/world.ts'

const bodyOf = ({ app }: Scene) => ({ percent: 5, ends_at: new Date(app.service.ctx.now().getTime() + 86_400_000).toISOString() })

/** Access rules of the sales of a shop. */
export const SALE_ROWS: Record<string, Row> = {
  createSale: {
    method: 'POST',
    at: '/shops/{slug}/sales',
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}/sales`, json: bodyOf(scene) }),
  },
  listSales: {
    method: 'GET',
    at: '/shops/{slug}/sales',
    may: 'read',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}/sales` }),
  },
  endSale: {
    method: 'POST',
    at: '/shops/{slug}/sales/{id}/end',
    may: 'listings',
    request: async (scene) => {
      const path = `/shops/${await shop(scene)}/sales`
      const { body } = await scene.app.call('POST', `/v1${path}`, { key: scene.owner.key, json: bodyOf(scene) })
      return { path: `${path}/${body.id}/end` }
    },
  },
}
