import { Hono } from 'hono'
import type { Context } from '#platform/context/index.ts'
import { ENDPOINTS } from '#api/index.ts'
import type { App } from '#platform/http/mount.ts'
import { SITE, type Call, type Reply, type TestApp } from '#test/app.ts'
import { mountPages } from '#web/index.ts'
import { shopPages } from '#web/public/shop-pages.tsx'

/** One address: a host and a path with its query. */
export type Place = { host: string; path: string }

/** What may stand for a parameter of a route, by its name. */
export type Values = Readonly<Record<string, readonly string[]>>

/** Every page that can be read at the main address, and every GET of the API, as they are mounted today. */
export function mainPlaces(ctx: Context, values: Values): Place[] {
  const app: App = new Hono()
  mountPages(app, ctx)
  const api = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ path }) => `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  return [...pathsOf(app), ...api, '/v1/openapi.json'].flatMap((path) => filled(path, values)).map((path) => ({ host: SITE, path }))
}

/** Every page that can be read at a shop's address. */
export const shopPlaces = (ctx: Context, slug: string, values: Values): Place[] =>
  pathsOf(shopPages(ctx))
    .flatMap((path) => filled(path, values))
    .map((path) => ({ host: `${slug}.${SITE}`, path }))

/** Files that are the same for everybody, mails of others, what only stands for many, and the stream, which has no end (`src/web/live.test.ts` reads it). */
const LEFT_OUT = /^\/(static|dev)\/|^\/you\/live$|\*/

function pathsOf(app: App): string[] {
  const read = app.routes.filter(({ method, path }) => method === 'GET' && !LEFT_OUT.test(path))
  return [...new Set(read.map(({ path }) => path))]
}

/** A route with all values of its parameters. Throws for a parameter without any: nothing would be looked at. */
function filled(path: string, values: Values): string[] {
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  const known = values[name]
  if (!known?.length) throw new Error(`The crawl does not know what stands for :${name} in ${path}: give it a value.`)
  return known.flatMap((value) => filled(path.replace(`:${name}`, encodeURIComponent(value)), values))
}

/** What is never followed: a file for everybody, others' mails; and each path with a few of its queries only. */
const UNFOLLOWED = /^\/(static|media|dev)\//
const MOST_QUERIES = 4
const MOST_PLACES = 2_500

export type Seen = Place & { reply: Reply }

/**
 * Reads all of `from` and whatever their answers link to on this service, each address once, at most `MOST_PLACES`.
 * `follows` may hold links back. Throws where the bound is met: something would be left unread.
 */
export async function* crawl(app: TestApp, from: readonly Place[], who: Call, follows: (place: Place) => boolean): AsyncGenerator<Seen> {
  const known = new Set<string>()
  const queries = new Map<string, number>()
  const waiting: Place[] = []
  const add = (place: Place): void => {
    const name = `${place.host}${place.path}`
    const [bare = '', query] = name.split('?')
    const asked = queries.get(bare) ?? 0
    if (known.has(name) || (query !== undefined && asked >= MOST_QUERIES)) return
    if (query !== undefined) queries.set(bare, asked + 1)
    known.add(name)
    waiting.push(place)
  }
  from.forEach(add)
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    if (known.size > MOST_PLACES) throw new Error(`There are more than ${MOST_PLACES} addresses: the crawl has lost its way.`)
    // credentials are for the main address: a shop's own never sees a cookie of it
    const isApi = place.path.startsWith('/v1/')
    const { key, cookie } = who
    const credential = place.host !== SITE ? {} : isApi ? (key ? { key } : {}) : cookie ? { cookie } : {}
    const reply = await app.call('GET', place.path, { host: place.host, ...credential })
    yield { ...place, reply }
    if (isBinary(reply)) continue
    for (const link of linksOf(place, reply, app.port)) if (!UNFOLLOWED.test(link.path) && follows(link)) add(link)
  }
}

export const isBinary = ({ headers }: Reply): boolean => /^(image|font|video|application\/zip)/.test(headers['content-type'] ?? '')

function linksOf({ host, path }: Place, { bytes, headers }: Reply, port: number): Place[] {
  const text = `${headers.location ?? ''}\n${headers.link ?? ''}\n${bytes.toString().replaceAll('&amp;', '&')}`
  const found = [
    ...[...text.matchAll(/\b(?:href|src|action)="([^"#\s]+)/g)].map(([, url]) => url!),
    ...[...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, url]) => url!),
    ...[...text.matchAll(/https?:\/\/[\w.-]+:\d+[^\s"'<>)\]#\\]*/g)].map(([url]) => url),
  ]
  const places: Place[] = []
  for (const url of found) {
    if (!URL.canParse(url, `http://${host}:${port}${path}`)) continue
    const { hostname, port: at, pathname, search } = new URL(url, `http://${host}:${port}${path}`)
    if (at !== String(port) || !/^(?:(?:[\w-]+\.)?resale\.)?localhost$/.test(hostname)) continue
    places.push({ host: hostname === 'localhost' ? SITE : hostname, path: `${pathname}${search}` })
  }
  return places
}
