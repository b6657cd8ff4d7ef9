import { z } from 'zod'
import { ENDPOINTS } from '#api/index.ts'
import { MAX_BODY_BYTES } from '#platform/http/body.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import type { Right } from '#test/attacks/cost/host.ts'
import { MOST_MIB, type Sender, type Sent } from '#test/attacks/cost/sender.ts'
import type { Service } from '#test/attacks/cost/service.ts'
import { csvShapes, filled, filledTo, formShapes, jsonShapes, multipartShapes, unitsFor, type Shape } from '#test/attacks/cost/shapes.ts'

/**
 * `long`: sends every costly body with every kind of string. `every`: attacks every endpoint and page, instead of one per kind of parser.
 */
export type Options = { long: boolean; every: boolean; only?: string }

const PAGE_FORM_BYTES = [16 * 1024, 256 * 1024]

/** One endpoint for each kind of input: each body type (with and without a key), lists, maps, text fields and queries. */
const SAMPLE = [
  'createSession',
  'createListing',
  'createKey',
  'importListings',
  'takeStripeEvent',
  'addPhotos',
  'startThread',
  'setWebhook',
  'searchMarket',
]
const SAMPLE_PAGES = /^\/(?:sign-in|sign-up|forgot|like\/|app\/listings\/new)/

/** Sends the most expensive bodies to every endpoint, in each content type that the endpoint accepts. */
export async function attackEndpoints(service: Service, sender: Sender, { long, every, only }: Options): Promise<void> {
  for (const endpoint of ENDPOINTS) {
    if (only !== undefined ? endpoint.id !== only : !every && !SAMPLE.includes(endpoint.id)) continue
    const before = await service.request('sweep')
    await attackBodies(service, sender, endpoint, long)
    await attackTexts(service, sender, endpoint, long)
    await attackQuery(service, sender, endpoint, long)
    const retained = (await service.request('sweep')) - before
    if (retained > MOST_MIB) sender.findings.push(`${endpoint.id}: keeps ${retained} MiB`)
  }
}

async function attackBodies(service: Service, sender: Sender, endpoint: Endpoint, long: boolean): Promise<void> {
  const kinds = endpoint.method === 'GET' ? [] : (endpoint.accepts ?? ['json'])
  if (kinds.length === 0) return
  let right = await service.request('right', endpoint.id)
  const fields = fieldsOf(endpoint)
  const most = endpoint.maxBodyBytes ?? MAX_BODY_BYTES
  const units = unitsFor(long)
  const shapes: Shape[] = [
    ...(kinds.includes('json') ? jsonShapes(right.json ?? {}, fields, most, units) : []),
    ...(kinds.includes('raw') ? jsonShapes({}, ['data'], most, units) : []),
    ...(kinds.includes('form') ? formShapes('', fields, most, units) : []),
    ...(kinds.includes('multipart') ? multipartShapes() : []),
    ...(kinds.includes('csv') ? csvShapes() : []),
  ]
  for (const { what, type, bytes } of long ? shapes : shapes.filter(({ what: name }) => /many|marks|deep|csv/.test(name))) {
    const headers = {
      'content-type': type,
      ...credentials(right, service.port),
      ...(long ? { 'idempotency-key': what.slice(0, 200) } : {}),
    }
    const status = await sender.attack(`${endpoint.id} ${what}`, { method: endpoint.method, path: `/v1${right.path}`, headers, bytes })
    // Creates a new valid request each time, because the record in a successful request cannot be used again.
    if (status < 400) right = await service.request('right', endpoint.id)
  }
}

async function attackTexts(service: Service, sender: Sender, endpoint: Endpoint, long: boolean): Promise<void> {
  const longest = Object.entries(shapeOf(endpoint.body)).flatMap(([name, schema]) => {
    const most = maxLengthOf(schema)
    return most === null || most < 20 ? [] : [[name, most] as const]
  })
  if (longest.length === 0 || endpoint.method === 'GET') return
  for (const [what, unit] of unitsFor(long)) {
    const right = await service.request('right', endpoint.id)
    if (!right.json) return
    const json = { ...right.json, ...Object.fromEntries(longest.map(([name, most]) => [name, filledTo(`a${unit}`, most)])) }
    const headers = { 'content-type': 'application/json', ...credentials(right, service.port) }
    await sender.attack(`${endpoint.id} right, with long ${what}`, {
      method: endpoint.method,
      path: `/v1${right.path}`,
      headers,
      bytes: JSON.stringify(json),
    })
  }
}

const QUERY_BYTES = 12_000

async function attackQuery(service: Service, sender: Sender, endpoint: Endpoint, long: boolean): Promise<void> {
  if (endpoint.method !== 'GET') return
  const right = await service.request('right', endpoint.id)
  const names = Object.keys(shapeOf(endpoint.query))
  const queries = [
    ...['a=1&', 'a[]=1&', 'f[][k]=1&', '&', '=&'].map((pair) => filled(pair, QUERY_BYTES)),
    ...names.flatMap((name) =>
      unitsFor(long).map(([, unit]) => `${name}=${filled(encodeURIComponent(unit).replace('%2525', '%25'), QUERY_BYTES)}`),
    ),
  ]
  const [path] = right.path.split('?') as [string]
  for (const query of queries)
    await sender.attack(`${endpoint.id} ?${query.slice(0, 30)}`, {
      method: 'GET',
      path: `/v1${path}?${query}`,
      headers: credentials(right, service.port),
    })
}

/** Attacks every form on every page. Reaches the parsers that run before the CSRF check and those that run after it. */
export async function attackForms(service: Service, sender: Sender, { long, every }: Options): Promise<void> {
  const names = [...new Set(ENDPOINTS.flatMap(({ body }) => Object.keys(shapeOf(body))))]
  for (const { path, cookie, token, origin } of await service.request('forms')) {
    if (/sign-out|close/.test(path) || (!every && !SAMPLE_PAGES.test(path))) continue
    const headers = { cookie, origin, accept: 'text/html' }
    const shapes = [
      ...PAGE_FORM_BYTES.flatMap((most) => formShapes('', names, most, []).filter(({ what }) => /many|long/.test(what))),
      ...PAGE_FORM_BYTES.flatMap((most) =>
        formShapes(`form_token=${token}`, names, most, unitsFor(long)).filter(({ what }) => long || /thousand f|marks|dots/.test(what)),
      ),
      ...(long ? multipartShapes() : []),
    ]
    for (const { what, type, bytes } of shapes)
      await sender.attack(`page ${path} ${what}`, { method: 'POST', path, headers: { ...headers, 'content-type': type }, bytes })
  }
}

/** Attacks the service with headers and URLs of maximum length. */
export async function attackHeaders(service: Service, sender: Sender): Promise<void> {
  const room = 14_000
  const headers: [string, string][] = [
    ...[filled('a=1; ', room), filled('session=', room), filled('; ', room), filled('=', room)].map((value): [string, string] => [
      'cookie',
      value,
    ]),
    ...[filled('"a",', room), filled('W/"a", ', room), filled(',', room), filled('*', room)].map((value): [string, string] => [
      'if-none-match',
      value,
    ]),
    ...[filled('text/html;q=0.1,', room), filled(',', room), filled(';', room)].flatMap((value): [string, string][] => [['accept', value], ['accept-encoding', value], ['accept-language', value]]), // prettier-ignore
    ['range', `bytes=${filled('0-1,', room)}`],
    ['range', `bytes=${filled('9', room)}-`],
    ['x-forwarded-for', filled('1.2.3.4, ', room)],
    ['authorization', `Bearer ${filled('a', room)}`],
    ['authorization', `Bearer${filled(' ', room)}`],
    ['user-agent', filled('(', room)],
    ['content-type', `multipart/form-data; ${filled('a="b"; ', room)}`],
    ['content-type', `application/json;${filled(' charset=', room)}`],
    ['origin', filled('http://', room)],
    ['idempotency-key', filled('a', room)],
  ]
  const targets = ['/', '/search?q=lamp', '/sign-in', '/v1/me', '/v1/market/listings', '/static/none.css', '/media/none']
  for (const path of targets)
    for (const [name, value] of headers)
      await sender.attack(`${path} ${name}: ${value.slice(0, 20)}`, {
        method: name === 'content-type' ? 'POST' : 'GET',
        path,
        headers: { [name]: value },
      })
  const paths = ['/a', '//', '/%25', '/..', '/%2e%2e', '/:id', '/-', '/é'].map((unit) =>
    filled(encodeURI(unit).replace('%2525', '%25'), room),
  )
  for (const path of [...paths, ...paths.map((tail) => `/v1/listings/x${tail}`), ...paths.map((tail) => `/search${tail}`)])
    await sender.attack(path.slice(0, 40), { method: 'GET', path, headers: { accept: 'text/html' } })
  for (const host of [filled('a.', 250), `${filled('-', 240)}.resale.localhost`])
    await sender.attack(`Host ${host.slice(0, 20)}`, { method: 'GET', path: '/', headers: { host } })
}

/** Lists items with very long or unusual text. Reads the pages that show these items. */
export async function attackReaders(service: Service, sender: Sender, { long }: Options): Promise<void> {
  for (const [what, unit] of unitsFor(long)) {
    const right = await service.request('right', 'createListing')
    const text = (most: number) => filledTo(`a${unit}`, most)
    const fields = Array.from({ length: 60 }, (_, at) => ({ label: `${at} ${filledTo(unit, 40)}`.trim(), value: text(500) }))
    const json = {
      ...(right.json as object),
      title: `x ${text(70)}`,
      one_liner: text(120),
      description: text(5_000),
      category: text(60),
      price: 5,
      fields,
      publish: true,
    }
    const headers = { 'content-type': 'application/json', ...credentials(right, service.port) }
    const sent: Sent = { method: 'POST', path: '/v1/listings', headers, bytes: JSON.stringify(json) }
    await sender.attack(`a listing of ${what}`, sent)
    for (const path of ['/', '/search', '/search?q=a', '/v1/market/listings?q=a', '/sitemap.xml', '/feed.xml', '/app/listings', '/check'])
      await sender.attack(`${path} beside a listing of ${what}`, {
        method: 'GET',
        path,
        headers: right.cookie ? { cookie: right.cookie } : {},
      })
  }
}

const credentials = ({ key, cookie, headers }: Right, port: number): Record<string, string> => ({
  ...(key ? { authorization: `Bearer ${key}` } : {}),
  ...(cookie ? { cookie, origin: `http://resale.localhost:${port}` } : {}),
  ...headers,
})

const fieldsOf = ({ body }: Endpoint): string[] => Object.keys(shapeOf(body))

const shapeOf = (schema: unknown): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {})

function maxLengthOf(schema: z.ZodType): number | null {
  const most = (schema.meta() as { maxLength?: number } | undefined)?.maxLength
  if (most !== undefined) return most
  const inner: unknown = (schema as unknown as { def: { innerType?: unknown } }).def.innerType
  return inner instanceof z.ZodType ? maxLengthOf(inner) : null
}
