import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type { Anonymous, Context, Person } from '#context.ts'
import type { Bindings } from '#lib/http/mount.ts'

export type Call = HonoContext<{ Bindings: Bindings; Variables: { operation?: string } }>

/** A page of JSX, which knows how to become text. */
export type Markup = { toString(): string | Promise<string> }

export type PageOptions = {
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 410 | 429 | 500 | 503
  /** `public`: the same for everybody, and may be kept for some seconds. `private` is the rule. */
  cache?: 'public' | 'private'
  headers?: Record<string, string>
}

/** Sends a page. Nothing runs in it, nothing frames it, and nothing comes from another host (ux rule 12). */
export async function sendPage(
  ctx: Context,
  c: Call,
  markup: Markup,
  { status = 200, cache = 'private', headers = {} }: PageOptions = {},
): Promise<Response> {
  const html = `<!doctype html>${await markup.toString()}`
  const all = { 'Content-Type': 'text/html; charset=utf-8', ...securityHeaders(ctx), ...headers }
  if (cache === 'private') return c.body(html, status, { ...all, 'Cache-Control': 'private, no-store' })
  const etag = `"${createHash('sha1').update(html).digest('base64url')}"`
  const caching = { ...all, ETag: etag, 'Cache-Control': 'public, max-age=10' }
  const known = c.req
    .header('If-None-Match')
    ?.split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
  return known && status === 200 ? c.body(null, 304, caching) : c.body(html, status, caching)
}

/** Goes on to another page after a form was taken, or to where this one is now. */
export const goTo = (c: Call, location: string, status: 302 | 303 | 308 = 303, headers: Record<string, string> = {}): Response =>
  c.body(null, status, { Location: location, 'Cache-Control': 'no-store', ...headers })

/** What every page says to browsers. Pictures and the search form live on the service's own address. */
export function securityHeaders(ctx: Context): Record<string, string> {
  const { origin } = new URL(ctx.config.publicUrl)
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      `img-src 'self' ${origin}`,
      `media-src 'self' ${origin}`,
      `form-action 'self' ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

/** Somebody without a session. Shop pages know nobody else: they carry no cookie. */
export const stranger = (c: Call): Anonymous => ({ kind: 'anonymous', address: c.env.address, userAgent: c.req.header('User-Agent') ?? '' })

export type Viewer = Anonymous | Person
