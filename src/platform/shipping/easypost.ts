import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { StoredAddress } from '#core/address.ts'
import { normalForm } from '#core/normal-form.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import type { Bought, Shipping, TrackingEvent } from './index.ts'

export type EasyPostOptions = { apiKey: string; webhookSecret: string; baseUrl: string | null }

const TIMEOUT_MS = 20_000

const Rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string().nullish(),
  delivery_days: z.number().nullish(),
})
const Shipment = z.object({
  id: z.string(),
  rates: z.array(Rate).default([]),
  tracking_code: z.string().nullish(),
  refund_status: z.string().nullish(),
  selected_rate: z.object({ carrier: z.string() }).nullish(),
  postage_label: z.object({ label_url: z.string().nullish() }).nullish(),
  forms: z.array(z.object({ form_type: z.string().nullish(), form_url: z.string().nullish() })).nullish(),
})
type Shipment = z.output<typeof Shipment>
const Failure = z.object({ error: z.object({ code: z.string().nullish(), message: z.unknown() }) })
const Event = z.object({
  id: z.string(),
  object: z.literal('Event'),
  description: z.string(),
  result: z.object({
    object: z.string().nullish(),
    status: z.string().nullish(),
    shipment_id: z.string().nullish(),
    tracking_code: z.string().nullish(),
  }),
})

/**
 * Creates a shipping provider that uses EasyPost's documented API, version 2. Weights are in ounces and sides in inches, as in our records.
 */
export function createEasyPostShipping({ apiKey, webhookSecret, baseUrl }: EasyPostOptions): Shipping {
  const base = baseUrl ?? 'https://api.easypost.com'
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

  async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<Shipment> {
    const response = await reply(method, path, body)
    const text: unknown = await response.json().catch(() => null)
    if (!response.ok) throw failure(response.status, text)
    const shipment = Shipment.safeParse(text)
    if (!shipment.success)
      throw new ShippingError('unavailable', 'The shipping provider sent a response that we cannot read.', { cause: shipment.error })
    return shipment.data
  }

  async function reply(method: string, path: string, body: object | undefined): Promise<Response> {
    try {
      return await fetch(`${base}/v2${path}`, {
        method,
        headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw new ShippingError('unavailable', 'The shipping provider does not respond. Try again later.', { cause: error })
    }
  }

  /** Buys a shipment's label. When EasyPost refuses, reads the shipment again, because a concurrent request may have bought the label. */
  async function buyOnce(shipmentRef: string, rateRef: string): Promise<Bought | null> {
    try {
      return labelOf(await withQrCode(await send('POST', `/shipments/${encodeURIComponent(shipmentRef)}/buy`, { rate: { id: rateRef } })))
    } catch (error) {
      if (!(error instanceof ShippingError) || error.reason === 'unavailable') throw error
      const label = labelOf(await read(shipmentRef))
      if (label) return label
      throw error
    }
  }

  /**
   * Requests a code that lets the seller drop off the parcel without printing the label. Only USPS offers such codes. If no code is
   * available, buys the label without one.
   */
  async function withQrCode(shipment: Shipment): Promise<Shipment> {
    if (shipment.selected_rate?.carrier !== 'USPS') return shipment
    const path = `/shipments/${encodeURIComponent(shipment.id)}/forms`
    return send('POST', path, { form: { type: 'label_qr_code' } }).catch(() => shipment)
  }

  const read = (shipmentRef: string) => send('GET', `/shipments/${encodeURIComponent(shipmentRef)}`)

  return {
    name: 'easypost',
    async rates({ id, from, to, parcel }) {
      const { length_in: length, width_in: width, height_in: height, weight_oz: weight } = parcel
      const shipment = await send('POST', '/shipments', {
        shipment: {
          reference: id,
          from_address: addressOf(from),
          to_address: addressOf(to),
          parcel: { length, width, height, weight },
          options: { label_format: 'PNG' },
        },
      })
      const rates = shipment.rates.filter(({ currency }) => (currency ?? 'USD') === 'USD')
      return {
        shipmentRef: shipment.id,
        rates: rates.map(({ id: ref, carrier, service, rate, delivery_days: days }) => ({
          ...{ ref, carrier, service, amountCents: Math.round(Number(rate) * 100), days: days ?? null },
        })),
      }
    },
    async buy({ shipmentRef, rateRef }) {
      // EasyPost sells a shipment only once, so a repeated call must return the existing label
      const before = labelOf(await read(shipmentRef))
      if (before) return before
      const bought = await buyOnce(shipmentRef, rateRef)
      if (!bought) throw new ShippingError('unavailable', 'The shipping provider has not created the label yet. Try again.')
      return bought
    },
    find: async (shipmentRef) => labelOf(await read(shipmentRef)),
    async void(shipmentRef) {
      const { refund_status: status } = await read(shipmentRef)
      if (status === 'submitted' || status === 'refunded') return
      const { refund_status: after } = await send('POST', `/shipments/${encodeURIComponent(shipmentRef)}/refund`, {})
      if (after !== 'submitted' && after !== 'refunded') throw new ShippingError('refused', 'The carrier does not refund this label.')
    },
    readEvent: (raw, signature) => readEvent(webhookSecret, raw, signature),
  }
}

const addressOf = ({ name, line1, line2, city, state, postal_code: zip, country }: StoredAddress) => ({
  name,
  street1: line1,
  ...(line2 ? { street2: line2 } : {}),
  city,
  ...(state ? { state } : {}),
  zip,
  country,
})

function labelOf({ tracking_code: trackingNumber, postage_label: label, forms }: Shipment): Bought | null {
  if (!trackingNumber || !label) return null
  const qr = forms?.find(({ form_type: type }) => type === 'label_qr_code')
  return { trackingNumber, imageUrl: label.label_url ?? null, qrUrl: qr?.form_url ?? null }
}

function failure(status: number, body: unknown): ShippingError {
  const { data } = Failure.safeParse(body)
  const code = data?.error.code ?? ''
  const detail = typeof data?.error.message === 'string' ? data.error.message.slice(0, 200) : `status ${status}`
  if (status >= 500 || status === 429 || status === 401 || status === 403 || status === 408)
    return new ShippingError('unavailable', 'The shipping provider is not available. Try again later.', { cause: detail })
  if (/RATE/.test(code)) return new ShippingError('stale', 'The carrier no longer offers this rate. Get new rates.')
  return new ShippingError('refused', `The shipping provider refuses this parcel: ${detail}`)
}

const PREFIX = 'hmac-sha256-hex='
const MOVING: readonly string[] = ['in_transit', 'out_for_delivery', 'available_for_pickup']

/**
 * Verifies a webhook's signature and parses its event. EasyPost signs the raw body with HMAC-SHA256. The key is the webhook secret in
 * Unicode normalization form NFKD.
 */
function readEvent(secret: string, raw: Uint8Array, signature: string | undefined): TrackingEvent {
  const expected = Buffer.from(PREFIX + createHmac('sha256', normalForm(secret, 'NFKD')).update(raw).digest('hex'))
  const given = Buffer.from(signature ?? '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ShippingError('bad_signature', 'The signature in X-Hmac-Signature does not match the body.')
  const event = parsed(raw)
  const { result, description, id } = event
  const isTracker = description.startsWith('tracker.') && result.object === 'Tracker'
  if (!isTracker) return { id, shipmentRef: null, trackingNumber: null, status: 'other' }
  const status = result.status === 'delivered' ? 'delivered' : MOVING.includes(result.status ?? '') ? 'moving' : 'other'
  return { id, shipmentRef: result.shipment_id ?? null, trackingNumber: result.tracking_code ?? null, status }
}

function parsed(raw: Uint8Array): z.output<typeof Event> {
  try {
    return Event.parse(JSON.parse(new TextDecoder().decode(raw)))
  } catch (error) {
    throw new ShippingError('bad_event', 'The body is not an EasyPost event.', { cause: error })
  }
}
