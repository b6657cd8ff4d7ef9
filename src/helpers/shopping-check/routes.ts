import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { presentCheck } from './present.ts'
import { CheckShopping, ShoppingCheck } from './schema.ts'
import { checkShopping } from './index.ts'

const endpoint = endpointsOf('Helpers')

export const shoppingCheckEndpoints = [
  endpoint({
    id: 'checkShopping',
    method: 'POST',
    path: '/sidekick',
    effects: [],
    access: { who: 'person', scope: 'buying' },
    summary: 'Estimate how much of an item’s cost you would get back on resale, from a link or a description',
    description: 'Send either `link` or `words`. Returns 503 if the server has no providers for the check.',
    body: CheckShopping,
    accepts: ['json', 'form'],
    answers: { 200: ShoppingCheck },
    // the calls to providers take seconds, so no transaction may be open
    transaction: 'none',
    handle: async (ctx, actor, { body }) => ok(presentCheck(await checkShopping(ctx, actor, body))),
  }),
]
