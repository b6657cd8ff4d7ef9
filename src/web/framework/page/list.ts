import type { Call } from '#web/framework/answer.ts'

/** Returns the offset of a list page (`?offset=`), and links to the previous and next pages. The links keep all other query parameters. */
export function pageAt(c: Call, limit: number) {
  const text = c.req.query('offset') ?? ''
  const offset = /^\d{1,5}$/.test(text) ? Number(text) : 0
  const at = (to: number): string => {
    const { pathname, searchParams } = new URL(c.req.url)
    if (to > 0) searchParams.set('offset', String(to))
    else searchParams.delete('offset')
    return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
  }
  const links = (total: number) => ({
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    next: offset + limit < total ? at(offset + limit) : null,
  })
  return { offset, query: { limit: String(limit), offset: String(offset) }, links }
}

/** Page size of lists on operator pages. */
export const PAGE = 25
