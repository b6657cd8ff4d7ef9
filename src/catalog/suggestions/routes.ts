import { tenantSeenBy } from '#catalog/browse/index.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { list } from '#platform/http/fields.ts'
import { Suggest, SuggestionList } from './schema.ts'
import { suggest } from './index.ts'

const endpoint = endpointsOf('Marketplace')

export const suggestionEndpoints = [
  endpoint({
    id: 'suggestSearch',
    method: 'GET',
    path: '/market/suggest',
    access: { who: 'optional' },
    market: true,
    summary: 'Suggest completions for a search: words, categories and stores',
    query: Suggest,
    answers: { 200: SuggestionList },
    handle: async (ctx, actor, { query }) => {
      const found = await suggest(ctx, tenantSeenBy(actor), query.q)
      return ok(list(found.map((one) => ({ object: 'suggestion' as const, ...one }))))
    },
  }),
]
