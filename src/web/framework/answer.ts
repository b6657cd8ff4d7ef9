import { randomBytes } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import type { Anonymous, Context, Person, Core } from '#platform/context/index.ts'
import { EncodedBody, isKnown, varied, type BodyVariant } from '#platform/http/encoded-body.ts'
import type { Bindings } from '#platform/http/bindings.ts'
import { cacheKey } from '#platform/http/cache-hit.ts'
import { writeResponse } from '#platform/http/write-response.ts'
import type { CachePolicy } from '#platform/cache/response-cache.ts'
import { withTestBand, type TestData } from './test-band.tsx'
import { inTheme } from './theme.ts'

export type Call = HonoContext<{ Bindings: Bindings; Variables: { operation?: string; begun?: number | null; testData?: TestData } }>

/** A JSX page that can be rendered to HTML. */
export type Markup = { toString(): string | Promise<string> }

export type PageOptions = {
  status?: 200 | 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503
  /** `public`: the response is the same for all users, so caches may store it for a few seconds. The default is `private`. */
  cache?: 'public' | 'private'
  headers?: Record<string, string>
  cachePolicy?: CachePolicy | undefined
}

/**
 * Sends a page with headers that block inline scripts, framing and resources from other hosts (spec: ux rule 12). A private page gets a
 * nonce. A public page is cached and cannot have a nonce, so its policy allows our script folder instead. The response is compressed,
 * unless its compressed length could reveal a secret (decision 18).
 */
export async function sendPage(
  ctx: Context,
  c: Call,
  markup: Markup,
  { status = 200, cache = 'private', headers = {}, cachePolicy }: PageOptions = {},
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
  if (cachePolicy && status === 200) cachePage(ctx, c, finished, all, cachePolicy)
  const form = await finished.form(c.req.header('Accept-Encoding'))
  const own = { 'Content-Type': HTML, ...all, ETag: form.etag }
  const isSame = status === 200 && isKnown(c.req.header('If-None-Match'), finished.etag)
  return isSame ? writeResponse(c, 304, own, null) : writeResponse(c, status, own, form)
}

function cachePage(
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

/** Sends an encoded body in an encoding that the caller accepts, or a 304 if the body's ETag matches. */
export async function sendEncoded(c: Call, text: EncodedBody, headers: Record<string, string>, status: Status = 200): Promise<Response> {
  const form = await text.form(c.req.header('Accept-Encoding'))
  const all = { ...headers, ETag: form.etag }
  if (status === 200 && isKnown(c.req.header('If-None-Match'), text.etag)) return c.body(null, 304, all)
  return c.body(form.bytes, status, { ...all, ...packingOf(form) })
}

/** Sends a private page. The response has no ETag, because no cache stores it. */
async function sendPacked(c: Call, text: string, status: Status, headers: Record<string, string>): Promise<Response> {
  const form = await new EncodedBody(text).form(c.req.header('Accept-Encoding'))
  const all = { 'Content-Type': HTML, ...headers, Vary: varied(headers['Vary']) }
  return c.body(form.bytes, status, { ...all, ...packingOf(form) })
}

const packingOf = ({ headers: { 'Content-Encoding': packing } }: BodyVariant): Record<string, string> =>
  packing === undefined ? {} : { 'Content-Encoding': packing }

/**
 * Returns true if a private page may contain part of the request. Such a page is not compressed, because its compressed length could reveal
 * a secret (BREACH).
 */
const mayReflect = (c: Call): boolean => c.req.method !== 'GET' || new URL(c.req.url).search !== ''

const HTML = 'text/html; charset=utf-8'

/**
 * Placeholder for the nonce, which is inserted when the page is sent. The placeholder is random, so that text from sellers cannot contain
 * it.
 */
export const NONCE_MARK = randomBytes(16).toString('hex')
const NONCE = ` nonce="${NONCE_MARK}"`

type Going = 302 | 303 | 308

/** Redirects to one of our own pages. `path` may contain user input, but the redirect never leads to a different host. */
export const goTo = (c: Call, path: string, status: Going = 303, headers: Record<string, string | string[]> = {}): Response =>
  c.body(null, status, { Location: pathOfOurs(path), 'Cache-Control': 'no-store', ...headers })

/** Redirects to a full URL that the service or a provider created. Never pass a URL that came from a request. */
export const goToAddress = (c: Call, address: string, status: Going = 303): Response =>
  c.body(null, status, { Location: address, 'Cache-Control': 'no-store' })

/**
 * Returns the normalized path, or `/` if a browser could resolve the path to a different host (`//host`, `/..//host` or a full URL).
 * Resolves the path twice, because removing dots can leave two slashes at the start.
 */
export function pathOfOurs(raw: string): string {
  if (!/^\/[^\\\p{Cc}]*$/u.test(raw) || !URL.canParse(raw, BASE_URL)) return '/'
  const { origin, href } = new URL(raw, BASE_URL)
  const path = href.slice(BASE_URL.length)
  return origin === BASE_URL && new URL(path, BASE_URL).href === href ? path : '/'
}

/** Placeholder origin for resolving paths. No real host has this name. */
const BASE_URL = 'http://here.invalid'

/** Returns the security headers for all pages. Shop pages may load images from the main host, and may send requests and forms to it. */
export function securityHeaders(ctx: Core, nonce?: string): Record<string, string> {
  const { origin } = new URL(ctx.config.publicUrl)
  const media = ctx.urls.media('')
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${nonce ? `'nonce-${nonce}'` : "'self'"}`,
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

/** Returns an anonymous caller. All callers of shop pages are anonymous, because shop hosts do not receive the session cookie. */
export const anonymousCaller = (c: Call): Anonymous => ({
  kind: 'anonymous',
  address: c.env.address,
  userAgent: c.req.header('User-Agent') ?? '',
})

export type Viewer = Anonymous | Person
