import { shop, type Rule, type Scene } from '#test/law/world.ts'

const inDays = ({ app }: Scene, days: number): string => new Date(app.service.ctx.now().getTime() + days * 86_400_000).toISOString()

const bodyOf = (scene: Scene) => ({ percent: 5, ends_at: inDays(scene, 1) })

/** Access rules for a shop's sales. */
export const SALE_ROWS: Record<string, Rule> = {
  createSale: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/shops/${await shop(scene)}/sales`, json: bodyOf(scene) }),
  },
  listSales: { may: 'read', request: async (scene) => ({ path: `/shops/${await shop(scene)}/sales` }) },
  endSale: {
    may: 'listings',
    request: async (scene) => {
      const path = `/shops/${await shop(scene)}/sales`
      // starts the sale tomorrow, because a worker could already have started a sale with a start time in the past
      const json = { percent: 5, starts_at: inDays(scene, 1), ends_at: inDays(scene, 2) }
      const { body } = await scene.app.call('POST', `/v1${path}`, { key: scene.owner.key, json })
      return { path: `${path}/${body.id}/end` }
    },
  },
}
