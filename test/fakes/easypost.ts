import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { startLocalServer } from '#test/local-server.ts'

export const EASYPOST_KEY = 'EZTK_fake'
export const EASYPOST_SECRET = 'whsec of the tests'

// oxlint-disable-next-line typescript/no-explicit-any -- objects of EasyPost in their JSON format
type Shipment = Record<string, any>

/** Starts a loopback server in the documented format of EasyPost's API. The server creates, buys and refunds shipments. */
export async function startEasyPost(t: { after(stop: () => Promise<void>): void }) {
  const shipments = new Map<string, Shipment>()
  const scanned = new Set<string>()
  const requests: string[] = []
  let [count, failures, lost] = [0, 0, 0]
  let crowd: { size: number; here: number; all: PromiseWithResolvers<void> } | null = null

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const [, , kind, id, verb] = new URL(request.url!, 'http://x').pathname.split('/')
    requests.push(`${request.method} ${verb ?? kind}`)
    if (failures > 0) return [(failures--, 503), { error: { code: 'SERVICE_UNAVAILABLE', message: 'Try later.' } }]
    if (request.headers.authorization !== `Basic ${Buffer.from(`${EASYPOST_KEY}:`).toString('base64')}`)
      return [401, { error: { code: 'APIKEY.INACTIVE', message: 'This api key is no longer active.' } }]
    if (kind !== 'shipments') return [404, NOT_FOUND]
    if (request.method === 'POST' && id === undefined) return [201, made((await readJson(request)) as { shipment: Shipment })]
    const shipment = shipments.get(id ?? '')
    if (!shipment) return [404, NOT_FOUND]
    if (request.method === 'GET') return [200, shipment]
    if (verb === 'refund') return refund(shipment)
    if (verb === 'forms') return addForm(shipment, (await readJson(request)) as { form: { type: string } })
    if (verb !== 'buy') return [404, NOT_FOUND]
    const choice = (await readJson(request)) as { rate: { id: string } }
    await gather()
    const bought = buy(shipment, choice)
    if (lost > 0) throw new Error(`answer ${lost--} is lost`)
    return bought
  }

  async function gather(): Promise<void> {
    if (!crowd) return
    if (++crowd.here === crowd.size) crowd.all.resolve()
    await crowd.all.promise
  }

  function made({ shipment: given }: { shipment: Shipment }): Shipment {
    const id = `shp_${String(++count).padStart(32, '0')}`
    const rate = (nth: number, service: string, price: string, days: number | null) => ({
      ...{ id: `rate_${id.slice(4)}${nth}`, object: 'Rate', mode: 'test', carrier: 'USPS', service, rate: price, currency: 'USD' },
      ...{ delivery_days: days, shipment_id: id },
    })
    const rates = [
      rate(1, 'Priority', '9.10', 2),
      rate(2, 'GroundAdvantage', '6.05', 3),
      { ...rate(3, 'Expedited', '5.00', 4), currency: 'CAD' },
    ]
    const fresh = { ...given, id, object: 'Shipment', mode: 'test', rates, tracking_code: null, postage_label: null, refund_status: null }
    shipments.set(id, fresh)
    return fresh
  }

  function buy(shipment: Shipment, { rate }: { rate: { id: string } }): [number, unknown] {
    if (shipment.postage_label) return [422, { error: { code: 'SHIPMENT.POSTAGE.EXISTS', message: 'Postage already exists.', errors: [] } }]
    const chosen = shipment.rates.find(({ id }: { id: string }) => id === rate.id)
    if (!chosen) return [422, { error: { code: 'SHIPMENT.INVALID_RATE', message: 'Rate not found.', errors: [] } }]
    Object.assign(shipment, {
      selected_rate: chosen,
      tracking_code: `9400100110368${String(count).padStart(9, '0')}`,
      postage_label: { object: 'PostageLabel', label_url: `${server.url}/pictures/${shipment.id}.png`, label_size: '4x6' },
    })
    return [200, shipment]
  }

  /** Adds a drop-off form to a purchased shipment. EasyPost creates the form only on request. */
  function addForm(shipment: Shipment, { form: { type } }: { form: { type: string } }): [number, unknown] {
    if (shipment.noForms) return [503, { error: { code: 'SERVICE_UNAVAILABLE', message: 'Try later.' } }]
    if (!shipment.postage_label) return [422, { error: { code: 'FORM.INVALID', message: 'No postage.', errors: [] } }]
    shipment.forms = [{ object: 'Form', form_type: type, form_url: `${server.url}/pictures/${shipment.id}-qr.png` }]
    return [201, shipment]
  }

  function refund(shipment: Shipment): [number, unknown] {
    if (!shipment.postage_label) return [422, { error: { code: 'SHIPMENT.REFUND.UNAVAILABLE', message: 'No postage.', errors: [] } }]
    shipment.refund_status = scanned.has(shipment.id) ? 'rejected' : 'submitted'
    return [200, shipment]
  }

  const server = await startLocalServer(t, (request, response) => {
    if (request.url!.startsWith('/pictures/')) response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE)
    else answer(request).then(([status, body]) => sendJson(response, status, body)).catch(() => response.destroy()) // prettier-ignore
  })
  return {
    url: server.url,
    shipments,
    requests,
    fail: (times: number) => void (failures = times),
    /** Completes the next `times` label purchases, but drops the connection before the response. */
    loseAnswers: (times: number) => void (lost = times),
    /** Delays label purchases until `size` of them have arrived. */
    gather: (size: number | null) => void (crowd = size === null ? null : { size, here: 0, all: Promise.withResolvers() }),
    refuseForms: (id: string) => void (shipments.get(id)!.noForms = true),
    /** Number of labels that were bought so far. */
    sold: () => [...shipments.values()].filter(({ postage_label: label }) => label !== null).length,
    /** Marks a shipment as scanned. The carrier then refuses to refund its label. */
    scan: (id: string) => void scanned.add(id),
  }
}

const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const NOT_FOUND = { error: { code: 'NOT_FOUND', message: 'The requested resource could not be found.', errors: [] } }

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Builds an event about a tracker in EasyPost's format. */
export const trackerEvent = (id: string, result: { status: string; shipment_id: string; tracking_code: string }): string =>
  JSON.stringify({ id, object: 'Event', mode: 'test', description: 'tracker.updated', result: { object: 'Tracker', ...result } })

/** Signs the body of an event with EasyPost's method. */
export const signed = (body: string, secret = EASYPOST_SECRET): string =>
  `hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`
