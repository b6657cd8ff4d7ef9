import type { StoredAddress } from '#core/address.ts'
import type { Parcel } from '#core/parcel.ts'

/** Shipping provider (spec: completions 13.9). Amounts are in US cents. Errors: ShippingError only. */
export type Shipping = {
  readonly name: 'test' | 'easypost'
  /** Returns the carriers' rates for a parcel. `id` is our order id. */
  rates(shipment: Shipment): Promise<Quote>
  /** Buys the label for a shipment. A repeated call returns the label that was already bought. Errors: `stale`, `refused`. */
  buy(choice: Choice): Promise<Bought>
  /** Returns the label of a shipment, or null when none was bought. */
  find(shipmentRef: string): Promise<Bought | null>
  /**
   * Voids a shipment's label, so that its cost is refunded. The call can be repeated. Errors: `refused` when the carrier has already
   * scanned the label.
   */
  void(shipmentRef: string): Promise<void>
  /** Verifies a webhook's signature over the raw body, and parses the event. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined): TrackingEvent
}

export type Shipment = { id: string; from: StoredAddress; to: StoredAddress; parcel: Parcel }

export type Quote = { shipmentRef: string; rates: readonly Rate[] }

/** A rate that a carrier offers. `days`: expected days in transit, or null. */
export type Rate = { ref: string; carrier: string; service: string; amountCents: number; days: number | null }

export type Choice = { shipmentRef: string; rateRef: string }

/** A purchased label. `imageUrl`: picture of the label. `qrUrl`: QR code for dropping off the parcel without a printed label. */
export type Bought = { trackingNumber: string; imageUrl: string | null; qrUrl: string | null }

/**
 * Event about a parcel. `moving`: the carrier has scanned the parcel. `other`: the event changes nothing. `shipmentRef`: null when the
 * event is not about a parcel.
 */
export type TrackingEvent = {
  id: string
  shipmentRef: string | null
  trackingNumber: string | null
  status: 'moving' | 'delivered' | 'other'
}
