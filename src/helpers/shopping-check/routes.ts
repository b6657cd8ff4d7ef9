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
    summary: 'Check how much of its cost a thing would bring back, from a pasted link or words',
    description: 'Give `link` or `words`. Needs its providers: 503 without them.',
    body: CheckShopping,
    accepts: ['json', 'form'],
    answers: { 200: ShoppingCheck },
    // providers take seconds: no transaction may be open meanwhile
    transaction: 'none',
    handle: async (ctx, actor, { body }) => ok(presentCheck(await checkShopping(ctx, actor, body))),
  }),
]
