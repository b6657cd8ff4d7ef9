import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { send, type Reply, type TestApp } from '#test/app.ts'
import type { Seller } from '#test/factories.ts'
import { atConsent } from '#test/oauth/browser.ts'
import { SENT } from '#test/ucp/buying.ts'
import { toListings, toProducts, type Product } from './products.ts'

/** Profile URL that the suite sends, although the suite does not serve that profile. */
const SUITES_PROFILE = 'https://spck.dev/agent'
/** Prefix of the paths where the gateway does not add a key. */
export const ANONYMOUS = '/anonymous'

export type GatewayOptions = {
  app: TestApp
  seller: Seller
  /** Key of the linked identity. The suite itself sends no key. */
  key: string
  /** The buyer's session, where the buyer consents to each app. */
  cookie: string
  /** Profile URL of the platform that the gateway impersonates for the suite. */
  profile: string
  products: readonly Product[]
}

/**
 * Starts the HTTP gateway between the suite and the service. The gateway adds what a real agent sends but the suite omits: a platform's
 * profile, the buyer's key, a complete address, and the buyer's consent to the app. The gateway also serves the suite's hooks
 * (`/testing/…`), replaces each sold item with a new one, and replaces only the key in a signed request.
 */
export async function startGateway(options: GatewayOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(options, urlOf(server), request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: urlOf(server),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const urlOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`

async function answer(options: GatewayOptions, own: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { app, products } = options
  const bytes = await bodyOf(request)
  const url = request.url!
  if (url.startsWith('/oauth/authorize?')) return authorize(options, own, url, response)
  if (url.includes('/testing/')) return testing(options, url, bytes, response)
  const isSigned = request.headers['signature-input'] !== undefined
  const isOwn = !/platform-profile\.json/.test(String(request.headers['ucp-agent']))
  const kind = isOwn ? 'shipped' : 'pickup'
  const raw = isSigned ? bytes : Buffer.from(toListings(products, kind, adapted(options, url, bytes.toString(), isOwn)))
  const reply = await send(app.port, request.method!, url.replace(ANONYMOUS, ''), {
    headers: headersFor(options, request, isSigned),
    ...(raw.length > 0 && { raw: { type: request.headers['content-type']!, bytes: raw } }),
  })
  if (isPayment(url, raw.toString())) for (const product of products) await product[kind].renew()
  return write(response, reply, (text) => toProducts(products, withUrls(options, own, text)))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const PASSED = ['host', 'authorization', 'idempotency-key', 'request-id', 'signature', 'signature-input', 'content-digest', 'ucp-agent']

function headersFor({ key, profile }: GatewayOptions, { headers, url }: IncomingMessage, isSigned: boolean): Record<string, string> {
  const passed = Object.fromEntries(PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))
  const agent = passed['ucp-agent']
  return {
    ...passed,
    ...(!passed['authorization'] && url!.startsWith('/ucp') && { authorization: `Bearer ${key}` }),
    ...(agent !== undefined && !isSigned && { 'ucp-agent': agent.replace(SUITES_PROFILE, profile) }),
  }
}

type Body = Record<string, unknown>

/** Adds the platform's profile to a tool call. If the call is for a checkout, also completes the address. */
function adapted({ profile }: GatewayOptions, url: string, text: string, isOwn: boolean): string {
  const named = text.replaceAll(SUITES_PROFILE, profile)
  if (text === '' || !isOwn || !/^\/ucp\/(?:checkout-sessions(?:\/[^/]+)?|mcp)$/.test(url)) return named
  const body = JSON.parse(named) as Body & { params?: { arguments?: { checkout?: Body } } }
  const checkout = url === '/ucp/mcp' ? body.params?.arguments?.checkout : body
  if (checkout?.['line_items'] || checkout?.['cart_id']) checkout['fulfillment'] = addressed(checkout['fulfillment'])
  return JSON.stringify(body)
}

/** Returns the fulfillment with a complete address, because the suite sends only a country or no address at all. */
function addressed(sent: unknown): unknown {
  const { methods = SENT.methods } = (sent ?? {}) as { methods?: { destinations?: object[] }[] }
  const [address] = SENT.methods[0]!.destinations
  return {
    methods: methods.map(({ destinations = [{}], ...method }) => ({ ...method, destinations: destinations.map((one) => ({ ...address, ...one })) })), // prettier-ignore
  }
}

const isPayment = (url: string, body: string): boolean => url.endsWith('/complete') || body.includes('"complete_checkout"')

const withUrls = ({ app }: GatewayOptions, own: string, text: string): string =>
  text.replaceAll(app.programsUrl, own).replaceAll(`${app.url}/oauth/`, `${own}/oauth/`)

function write(response: ServerResponse, { status, headers, bytes }: Reply, change: (text: string) => string): void {
  const { 'content-length': _length, 'transfer-encoding': _chunked, connection: _connection, ...rest } = headers
  response.writeHead(status, Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, change(value)])))
  response.end(change(bytes.toString()))
}

/** Consents to an app as the buyer. Sends the redirect that the service would send to the buyer's browser. */
async function authorize({ app, cookie }: GatewayOptions, own: string, url: string, response: ServerResponse): Promise<void> {
  const { page, press } = await atConsent(app, cookie, `${app.url}${url}`)
  const { location } = page.headers
  const isForm = String(page.body).includes('action="/oauth/authorize"')
  if (page.status !== 200 || !isForm) return void response.writeHead(page.status, location ? { location } : {}).end()
  const back = await press('allow')
  const target = back.href.replaceAll(encodeURIComponent(app.programsUrl), encodeURIComponent(own))
  response.writeHead(302, { location: target }).end()
}

/** Implements the suite's hooks, which cancel an order line as the seller and advance the time. */
async function testing(options: GatewayOptions, url: string, bytes: Buffer, response: ServerResponse): Promise<void> {
  const { app, seller } = options
  const sent = JSON.parse(bytes.toString()) as { line_item_id: string; hours: number }
  const orderId = /\/testing\/orders\/([^/]+)\/adjust$/.exec(url)?.[1]
  if (orderId !== undefined) await seller.call('POST', `/v1/orders/${await orderOfLine(options, orderId, sent.line_item_id)}/cancel`)
  else if (url.endsWith('/testing/idempotency/age')) await app.advance(sent.hours * 3600)
  else return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

async function orderOfLine({ app, key, profile }: GatewayOptions, id: string, line: string): Promise<string> {
  if (!id.startsWith('pur_')) return id
  const headers = { 'ucp-agent': `profile="${profile}"` }
  const { line_items: lines } = (await send(app.port, 'GET', `/ucp/orders/${id}`, { key, headers, host: 'localhost' })).body
  const { item } = lines.find((one: { id: string }) => one.id === line)
  const { orders } = (await app.call('GET', `/v1/purchases/${id}`, { key })).body
  return orders.find(({ listing }: { listing: { id: string } }) => listing.id === item.id).id
}
