import type { Context } from '#platform/context/index.ts'
import { counted, type App, type Call } from '#platform/http/mount.ts'
import { webStream } from '#platform/http/web-stream.ts'
import { isServed } from './index.ts'

const TYPES: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' }

/**
 * Serves photos and videos with fixed content types and without cookies. Never serves a type that a browser would run (spec: reliability
 * T17). The content of a file never changes, so caches may store it permanently. As soon as a file is deleted, the response is 404.
 */
export function mountMedia(app: App, ctx: Context): void {
  const send = async (c: Call): Promise<Response> => {
    const key = c.req.param('key')!
    const type = TYPES[/^[0-9a-f]{32}-[a-z]+\.([a-z0-9]+)$/.exec(key)?.[1] ?? '']
    if (!type || !(await isServed(ctx, key))) return c.notFound()
    const total = await ctx.storage.size(key)
    if (total === null) return c.notFound()
    const range = rangeOf(c.req.header('Range'), total)
    if (range === 'beyond') return c.body(null, 416, { 'Content-Range': `bytes */${total}` })
    const file = await ctx.storage.read(key, range ?? undefined)
    if (!file) return c.notFound()
    const stream = webStream(file.stream)
    const headers = {
      'Content-Type': type,
      'Content-Length': String(range ? range.end - range.start + 1 : total),
      'Content-Disposition': `inline; filename="photo.${key.split('.').at(-1)}"`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'Accept-Ranges': 'bytes',
    }
    if (!range) return c.body(stream, 200, headers)
    return c.body(stream, 206, { ...headers, 'Content-Range': `bytes ${range.start}-${range.end}/${total}` })
  }
  app.get('/media/:key', counted(ctx, send, 'file'))
}

/** Parses a header with one byte range. Returns null if the request is for the whole file. */
function rangeOf(header: string | undefined, total: number): { start: number; end: number } | 'beyond' | null {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined) return null
  const start = Number(first)
  const end = last === '' ? total - 1 : Math.min(Number(last), total - 1)
  return start >= total || end < start ? 'beyond' : { start, end }
}
