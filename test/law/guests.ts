import { openSeller } from '#test/factories.ts'
import { HOME } from '#test/sales.ts'
import type { Rule } from '#test/law/world.ts'

let guests = 0

export const GUESTS_ROWS: Record<string, Rule> = {
  createGuestCheckout: {
    may: 'anyone',
    request: async ({ app }) => {
      const { id } = await (await openSeller(app, 'Mo')).list({ title: 'Oak stool', price: 45, shipping: 9, publish: true })
      // uses a new network for each request, because the number of unpaid orders per network is limited
      await app.service.ctx.db.deleteFrom('limit_counts').where('deed', '=', 'guest order').execute()
      return { path: '/checkouts/guest', json: { listing: id, email: `guest${++guests}@example.test`, address: HOME } }
    },
  },
}
