import type { StoredAddress } from '#core/address.ts'
import type { Parcel } from '#core/parcel.ts'

/** Shipping provider (spec: completions 13.9). Amounts are in US cents. Errors: ShippingError only. */
export type Shipping = {
  readonly name: 'test' | 'easypost'
  /** Returns the offers of the carriers for a parcel. `id` is our id of the order. */
  rates(shipment: Shipment): Promise<Quote>
  /** Buys the label of a shipment. A repeat returns the label that was bought. Errors: `stale`, `refused`. */
  buy(choice: Choice): Promise<Bought>
  /** Returns the label of a shipment, or null when none was bought. */
  find(shipmentRef: string): Promise<Bought | null>
  /** Voids the label of a shipment, so that its cost is refunded. Repeatable. Errors: `refused` when the carrier has scanned it. */
  void(shipmentRef: string): Promise<void>
  /** Verifies the raw body of a webhook. Errors: `bad_signature`, `bad_event`. */
  readEvent(raw: Uint8Array, signature: string | undefined): TrackingEvent
}

export type Shipment = { id: string; from: StoredAddress; to: StoredAddress; parcel: Parcel }

export type Quote = { shipmentRef: string; rates: readonly Rate[] }

/** Offer of a carrier. `days`: expected days in transit, or null. */
export type Rate = { ref: string; carrier: string; service: string; amountCents: number; days: number | null }

export type Choice = { shipmentRef: string; rateRef: string }

/** A bought label. `imageUrl`: picture of the label. `qrUrl`: code for a drop-off without a printer. */
export type Bought = { trackingNumber: string; imageUrl: string | null; qrUrl: string | null }

/** Event about a parcel. `moving`: the carrier has scanned it. `other`: changes nothing. `shipmentRef`: null when the event is not about a parcel. */
export type TrackingEvent = {
  id: string
  shipmentRef: string | null
  trackingNumber: string | null
  status: 'moving' | 'delivered' | 'other'
}
