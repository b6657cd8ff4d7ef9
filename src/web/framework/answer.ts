import { randomBytes } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import { EncodedBody, isKnown, varied, type BodyVariant } from '#platform/http/encoded-body.ts'
import type { Bindings } from '#platform/http/bindings.ts'
import { cacheKey } from '#platform/http/cache-hit.ts'
import { writeResponse } from '#platform/http/write-response.ts'
import type { CachePolicy } from '#platform/cache/response-cache.ts'
import { withTestBand, type TestData } from './test-band.tsx'
import { inTheme } from './theme.ts'

export type Call = HonoContext<{ Bindings: Bindings; Variables: { operation?: string; begun?: number | null; testData?: TestData } }>

/** A page of JSX, which knows how to become text. */
export type Markup = { toString(): string | Promise<string> }

export type PageOptions = {
  status?: 200 | 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503
  /** `public`: the same for everybody, and may be kept for some seconds. `private` is the rule. */
  cache?: 'public' | 'private'
  headers?: Record<string, string>
  /** What a page that is the same for everybody shows: until that changes, it is sent again as it is. */
  keep?: CachePolicy | undefined
}

/**
 * Sends a page. Nothing inline runs in it, nothing frames it, and nothing comes from another host (ux rule 12).
 * What one person sees gets a nonce; what everybody sees is kept by caches, where a nonce would be everybody's, and
 * names our folder of scripts instead (decision 18). Packed where the caller takes it, unless its length could tell a secret
 * (decision 18).
 */
export async function sendPage(
  ctx: Context,
  c: Call,
  markup: Markup,
  { status = 200, cache = 'private', headers = {}, keep }: PageOptions = {},
): Promise<Response> {
  const html = `<!doctype html>${await markup.toString()}`
  if (cache === 'private') {
    const nonce = randomBytes(16).toString('base64url')
    const shows = c.get('testData')
    const unfound = shows ? { 'X-Robots-Tag': 'noindex' } : {}
    const all = { ...securityHeaders(ctx, nonce), ...headers, ...unfound, 'Cache-Control': 'private, no-store' }
    const text = withTestBand(inTheme(c, html), shows, { path: c.req.path, status }).replaceAll(NONCE_MARK, nonce)
    return mayReflect(c) ? c.body(text, status, { 'Content-Type': HTML, ...all }) : sendPacked(c, text, status, all)
  }
  const finished = new EncodedBody(html, { without: NONCE })
  const all = { ...securityHeaders(ctx), ...headers, 'Cache-Control': 'public, max-age=10', Vary: varied(headers['Vary']) }
  if (keep && status === 200) keepPage(ctx, c, finished, all, keep)
  const form = await finished.form(c.req.header('Accept-Encoding'))
  const own = { 'Content-Type': HTML, ...all, ETag: form.etag }
  const isSame = status === 200 && isKnown(c.req.header('If-None-Match'), finished.etag)
  return isSame ? writeResponse(c, 304, own, null) : writeResponse(c, status, own, form)
}

/** A page that is the same for all goes out again as it is, until something that it shows has changed (decision 10). */
function keepPage(
  ctx: Context,
  c: Call,
  finished: EncodedBody,
  headers: Record<string, string>,
  { subjects, untilMs, visited }: CachePolicy,
): void {
  const [at, begun] = [cacheKey(c.env.incoming), c.get('begun') ?? null]
  if (at === null || begun === null) return
  const operation = c.get('operation') ?? 'page'
  ctx.responseCache.put(at, finished, { type: HTML, headers, showsRate: false, operation, untilMs, visited }, subjects, begun)
}

type Status = NonNullable<PageOptions['status']>

/** A finished text in the form that its caller takes, or 304 to who knows it. */
export async function sendFinished(c: Call, text: EncodedBody, headers: Record<string, string>, status: Status = 200): Promise<Response> {
  const form = await text.form(c.req.header('Accept-Encoding'))
  const all = { ...headers, ETag: form.etag }
  if (status === 200 && isKnown(c.req.header('If-None-Match'), text.etag)) return c.body(null, 304, all)
  return c.body(form.bytes, status, { ...all, ...packingOf(form) })
}

/** A page for one person has no tag: nobody keeps it. */
async function sendPacked(c: Call, text: string, status: Status, headers: Record<string, string>): Promise<Response> {
  const form = await new EncodedBody(text).form(c.req.header('Accept-Encoding'))
  const all = { 'Content-Type': HTML, ...headers, Vary: varied(headers['Vary']) }
  return c.body(form.bytes, status, { ...all, ...packingOf(form) })
}

const packingOf = ({ headers: { 'Content-Encoding': packing } }: BodyVariant): Record<string, string> =>
  packing === undefined ? {} : { 'Content-Encoding': packing }

/**
 * Whether a page for one person may say back what came with the request. Packed, its length would tell a listener on the line how
 * much of that stands elsewhere in it (BREACH), so it is sent as it is.
 */
const mayReflect = (c: Call): boolean => c.req.method !== 'GET' || new URL(c.req.url).search !== ''

const HTML = 'text/html; charset=utf-8'

/** Stands for the nonce until a page is sent. Nobody can guess it, so no words of a seller's can hold it. */
export const NONCE_MARK = randomBytes(16).toString('hex')
/** A page that is the same for everybody has none. */
const NONCE = ` nonce="${NONCE_MARK}"`

type Going = 302 | 303 | 308

/**
 * Goes on to another page of ours after a form was taken, or to where this one is now. Whatever of the path came from outside,
 * it leads to no other host.
 */
export const goTo = (c: Call, path: string, status: Going = 303, headers: Record<string, string | string[]> = {}): Response =>
  c.body(null, status, { Location: pathOfOurs(path), 'Cache-Control': 'no-store', ...headers })

/** Goes on to a whole address: one that the service or a provider made, and never one that a request named. */
export const goToAddress = (c: Call, address: string, status: Going = 303): Response =>
  c.body(null, status, { Location: address, 'Cache-Control': 'no-store' })

/**
 * A path as browsers will read it, `/` for anything that could lead to another host: `//host`, `/..//host`, a whole address. It is
 * resolved, and what came of it is resolved again, since dots may leave two slashes at the front.
 */
export function pathOfOurs(raw: string): string {
  if (!/^\/[^\\\p{Cc}]*$/u.test(raw) || !URL.canParse(raw, HERE)) return '/'
  const { origin, href } = new URL(raw, HERE)
  const path = href.slice(HERE.length)
  return origin === HERE && new URL(path, HERE).href === href ? path : '/'
}

/** Stands for our own address, whatever it is: nobody can be there. */
const HERE = 'http://here.invalid'

/** What every page says to browsers. Pictures, scripts and the search form live on the service's own address. */
export function securityHeaders(ctx: Context, nonce?: string): Record<string, string> {
  const { origin } = new URL(ctx.config.publicUrl)
  const media = ctx.urls.media('')
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${nonce ? `'nonce-${nonce}'` : `${origin}/static/`}`,
      "require-trusted-types-for 'script'",
      'trusted-types resale',
      "style-src 'self'",
      "font-src 'self'",
      `img-src 'self' ${origin} ${media}`,
      `media-src ${media}`,
      `connect-src 'self' ${origin}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      `form-action 'self' ${origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
}

/** Somebody without a session. Shop pages know nobody else: they carry no cookie. */
export const anonymousCaller = (c: Call): Anonymous => ({
  kind: 'anonymous',
  address: c.env.address,
  userAgent: c.req.header('User-Agent') ?? '',
})

export type Viewer = Anonymous | Person
