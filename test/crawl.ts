import { Hono } from 'hono'
import type { Context } from '#platform/context/index.ts'
import { ENDPOINTS } from '#api/index.ts'
import type { App } from '#platform/http/mount.ts'
import { SITE, type Call, type Reply, type TestApp } from '#test/app.ts'
import { mountPages } from '#web/index.ts'
import { shopPages } from '#web/public/shop-pages.tsx'

export type Target = { host: string; path: string }

/** Sample values for route parameters, by parameter name. */
export type Values = Readonly<Record<string, readonly string[]>>

/** Lists every readable page on the main host and every GET endpoint of the API. Both come from the mounted routes. */
export function mainTargets(ctx: Context, values: Values): Target[] {
  const app: App = new Hono()
  mountPages(app, ctx)
  const api = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ path }) => `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  return [...pathsOf(app), ...api, '/v1/openapi.json'].flatMap((path) => filled(path, values)).map((path) => ({ host: SITE, path }))
}

/** Lists every readable page on the host of a shop. */
export const shopTargets = (ctx: Context, slug: string, values: Values): Target[] =>
  pathsOf(shopPages(ctx))
    .flatMap((path) => filled(path, values))
    .map((path) => ({ host: `${slug}.${SITE}`, path }))

/**
 * Excludes static files, the development mailbox, wildcard routes, and the event stream. The stream never ends; `src/web/live.test.ts`
 * tests it.
 */
const LEFT_OUT = /^\/(static|dev)\/|^\/you\/live$|\*/

function pathsOf(app: App): string[] {
  const read = app.routes.filter(({ method, path }) => method === 'GET' && !LEFT_OUT.test(path))
  return [...new Set(read.map(({ path }) => path))]
}

/**
 * Expands a route with all values of its parameters. Throws if a parameter has no values, because the route would otherwise be skipped
 * silently.
 */
function filled(path: string, values: Values): string[] {
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  const known = values[name] ?? COMMON_VALUES[name]
  if (!known?.length) throw new Error(`The crawl has no test value for :${name} in ${path}.`)
  return known.flatMap((value) => filled(path.replace(`:${name}`, encodeURIComponent(value)), values))
}

/** Values for parameters that do not refer to a record of the test: a sample email, periods, and ids of records that do not exist. */
const COMMON_VALUES: Values = { name: ['offer-received'], message: ['msg_none'], token: ['none'], period: ['2026', '2026-11'] }

/** Excludes links to files and to the development mailbox. `MOST_QUERIES` is the maximum number of query strings to read for each path. */
const UNFOLLOWED = /^\/(static|media|dev)\//
const MOST_QUERIES = 4
/** Only detects endless links: the pages of the test market have fewer URLs. */
const MAX_TARGETS = 5_000

export type Seen = Target & { reply: Reply }

/**
 * Reads each target in `from` once, and also each page of this service that can be reached from a target through links. Never skips a page:
 * throws if there are more than `MAX_TARGETS` pages. `follows` may exclude links.
 */
export async function* crawl(app: TestApp, from: readonly Target[], who: Call, follows: (target: Target) => boolean): AsyncGenerator<Seen> {
  const known = new Set<string>()
  const queries = new Map<string, number>()
  const waiting: Target[] = []
  const add = (target: Target): void => {
    const name = `${target.host}${target.path}`
    const [bare = '', query] = name.split('?')
    const count = queries.get(bare) ?? 0
    if (known.has(name) || (query !== undefined && count >= MOST_QUERIES)) return
    if (query !== undefined) queries.set(bare, count + 1)
    known.add(name)
    waiting.push(target)
  }
  from.forEach(add)
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    if (known.size > MAX_TARGETS) throw new Error(`The crawl found more than ${MAX_TARGETS} URLs and stopped.`)
    // Sends credentials only to the main host. The session cookie never goes to a shop's host.
    const isApi = target.path.startsWith('/v1/')
    const { key, cookie } = who
    const credential = target.host !== SITE ? {} : isApi ? (key ? { key } : {}) : cookie ? { cookie } : {}
    const reply = await app.call('GET', target.path, { host: target.host, ...credential })
    yield { ...target, reply }
    if (isBinary(reply)) continue
    for (const link of linksOf(target, reply, app.port)) if (!UNFOLLOWED.test(link.path) && follows(link)) add(link)
  }
}

export const isBinary = ({ headers }: Reply): boolean => /^(image|font|video|application\/zip)/.test(headers['content-type'] ?? '')

function linksOf({ host, path }: Target, { bytes, headers }: Reply, port: number): Target[] {
  const text = `${headers.location ?? ''}\n${headers.link ?? ''}\n${bytes.toString().replaceAll('&amp;', '&')}`
  const found = [
    ...[...text.matchAll(/\b(?:href|src|action)="([^"#\s]+)/g)].map(([, url]) => url!),
    ...[...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, url]) => url!),
    ...[...text.matchAll(/https?:\/\/[\w.-]+:\d+[^\s"'<>)\]#\\]*/g)].map(([url]) => url),
  ]
  const targets: Target[] = []
  for (const url of found) {
    if (!URL.canParse(url, `http://${host}:${port}${path}`)) continue
    const { hostname, port: at, pathname, search } = new URL(url, `http://${host}:${port}${path}`)
    if (at !== String(port) || !/^(?:(?:[\w-]+\.)?resale\.)?localhost$/.test(hostname)) continue
    targets.push({ host: hostname === 'localhost' ? SITE : hostname, path: `${pathname}${search}` })
  }
  return targets
}
