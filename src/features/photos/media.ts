import type { Context } from '#context.ts'
import type { App } from '#lib/http/mount.ts'
import { isServed } from './service.ts'

const TYPES: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' }

/**
 * Serves stored pictures and videos: fixed types, no cookies, nothing that a browser would run (reliability T17).
 * A name never changes its bytes, so caches may keep it for ever; a deleted one is 404 at once.
 */
export function mountMedia(app: App, ctx: Context): void {
  app.get('/media/:key', async (c) => {
    const key = c.req.param('key')
    const type = TYPES[/^[0-9a-f]{32}-[a-z]+\.([a-z0-9]+)$/.exec(key)?.[1] ?? '']
    if (!type || !(await isServed(ctx, key))) return c.notFound()
    const range = parseRange(c.req.header('Range'))
    const file = await ctx.storage.read(key, range ?? undefined)
    if (!file) return c.notFound()
    const headers = {
      'Content-Type': type,
      'Content-Length': String(file.bytes),
      'Content-Disposition': `inline; filename="photo.${key.split('.').at(-1)}"`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'Accept-Ranges': 'bytes',
    }
    if (!range) return c.body(file.stream, 200, headers)
    return c.body(file.stream, 206, { ...headers, 'Content-Range': `bytes ${file.start}-${file.start + file.bytes - 1}/${file.totalBytes}` })
  })
}

function parseRange(header: string | undefined): { start: number; end?: number } | null {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? '')
  if (!match) return null
  return match[2] === '' ? { start: Number(match[1]) } : { start: Number(match[1]), end: Number(match[2]) }
}
