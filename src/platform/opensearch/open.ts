import { SearchServerError } from '#platform/errors/search-server.ts'
import type { SearchCall, SearchServer } from './index.ts'

/** Timeout for a request. A search takes milliseconds, so a search that hangs must not delay a request longer than this. */
const TIMEOUT_MS = 3_000

/** Creates an OpenSearch client without sending a request. Only this file loads the library (20 MB). */
export async function openSearchServer(urls: readonly string[]): Promise<SearchServer> {
  const { Client, errors } = await import('@opensearch-project/opensearch')
  // the operator sets these URLs, so requests to them bypass the egress guard
  const client = new Client({ nodes: [...urls], requestTimeout: TIMEOUT_MS, maxRetries: urls.length - 1, compression: 'gzip' })

  async function send<T>({ method, path, query, body, lines, timeoutMs }: SearchCall): Promise<T> {
    try {
      const answer = await client.transport.request(
        { method, path, ...(query && { querystring: query }), ...(body && { body }), ...(lines && { bulkBody: [...lines] }) },
        timeoutMs === undefined ? {} : { requestTimeout: timeoutMs },
      )
      return answer.body as T
    } catch (error) {
      throw failureOf(error)
    }
  }

  function failureOf(error: unknown): SearchServerError {
    if (!(error instanceof errors.ResponseError)) return new SearchServerError('the search server does not respond', null, error)
    const { statusCode } = error
    return new SearchServerError(`the search server returned ${statusCode}: ${error.message.slice(0, 300)}`, statusCode, error)
  }

  return { send, searchMs: TIMEOUT_MS, close: () => client.close() }
}
