import type { Pages } from './types.ts'

type Page = { data?: unknown[]; has_more?: boolean; next_cursor?: string | null }

/**
 * Returns the first page when awaited. A `for await` loop iterates over the records of all pages. To request the next page, it uses
 * `next_cursor` if the response contains one, otherwise `after` if the query contains it, and otherwise `offset`.
 */
export function pages(load: (query: Record<string, unknown>) => Promise<unknown>, query: Record<string, unknown>): Pages<unknown, unknown> {
  const first = load(query)
  return Object.assign(first, { [Symbol.asyncIterator]: () => walk(first, load, query) })
}

async function* walk(
  first: Promise<unknown>,
  load: (query: Record<string, unknown>) => Promise<unknown>,
  query: Record<string, unknown>,
): AsyncGenerator<unknown, void, undefined> {
  let page = (await first) as Page
  for (let seen = Number(query['offset'] ?? 0); ;) {
    const { data = [] } = page
    yield* data
    seen += data.length
    // an empty page is always the last page, even when `has_more` is true
    if (!page.has_more || data.length === 0) return
    page = (await load({ ...query, ...next(page, query, seen) })) as Page
  }
}

function next({ data = [], next_cursor }: Page, query: Record<string, unknown>, seen: number): Record<string, unknown> {
  if (next_cursor) return { cursor: next_cursor }
  return 'after' in query ? { after: (data.at(-1) as { id: string }).id } : { offset: seen }
}
