import type { SearchServer } from '#platform/opensearch/index.ts'
import { SearchServerError } from '#platform/errors/search-server.ts'
import type { Answered, MultiSearch } from './terms.ts'

const READ = ['hits.total.value', 'hits.hits._id', 'aggregations', 'suggest', 'error', 'status']
  .map((path) => `responses.${path}`)
  .join(',')

/** Returns a function that sends several searches as one request. Errors: `SearchServerError` if any search failed. */
export function createMultiSearch(server: SearchServer, index: string): MultiSearch {
  return async (searches) => {
    const { responses } = await server.send<{ responses: (Answered & { status: number; error?: { type: string; reason?: string } })[] }>({
      method: 'POST',
      path: `/${index}/_msearch`,
      query: { filter_path: READ, max_concurrent_searches: 16 },
      lines: searches.flatMap((search) => [{}, search]),
    })
    const failed = responses.find(({ error }) => error !== undefined)
    if (failed) throw new SearchServerError(`the search server responded ${failed.status}: ${failed.error?.type}`, failed.status)
    return responses
  }
}
