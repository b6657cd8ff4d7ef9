import { createHash } from 'node:crypto'
import type { StoredAddress } from '#core/address.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import type { Bought, Rate, Shipment, Shipping } from './index.ts'

/**
 * Creates the built-in provider, which sells labels without a carrier (spec: completions 13.9). The provider stores nothing. Its calls are
 * idempotent, because weight and distance determine the rates, and a shipment's reference determines the tracking number.
 */
export const createTestShipping = (): Shipping => ({
  name: 'test',
  rates: async (shipment) => ({ shipmentRef: `test_shipment_${refOf(shipment)}`, rates: ratesOf(shipment) }),
  async buy({ shipmentRef, rateRef }) {
    if (!rateRef.startsWith('test_rate_')) throw new ShippingError('refused', 'The carrier does not know this rate.')
    return labelOf(shipmentRef)
  },
  // this provider's responses are never lost, so if there is no response, nothing was bought
  find: async () => null,
  void: async () => {},
  readEvent() {
    throw new ShippingError('bad_signature', 'The test provider sends no webhooks.')
  },
})

const FAR = 12

function ratesOf({ from, to, parcel }: Shipment): Rate[] {
  const steps = Math.ceil(parcel.weight_oz / 4)
  if (from.country !== to.country) return [rate('USPS', 'First-Class International', 1_500 + steps * 90, 10)]
  const zone = zoneOf(from, to)
  const groundCents = 395 + steps * 25 + zone * 30
  return [
    rate('USPS', 'Ground Advantage', groundCents, 2 + Math.ceil(zone / 3)),
    rate('UPS', 'Ground', groundCents + 150, 1 + Math.ceil(zone / 3)),
    rate('USPS', 'Priority Mail', groundCents + 300, 2),
  ]
}

const rate = (carrier: string, service: string, amountCents: number, days: number): Rate => ({
  ref: `test_rate_${carrier}_${service.replaceAll(/\W/g, '_')}`.toLowerCase(),
  ...{ carrier, service, amountCents, days },
})

/** Returns the distance between two postal codes, estimated from their first digits. */
function zoneOf(from: StoredAddress, to: StoredAddress): number {
  const [here, there] = [from, to].map(({ postal_code: code }) => Number(/^\d/.exec(code)?.[0] ?? Number.NaN))
  const zone = Math.abs(here! - there!)
  return Number.isNaN(zone) ? FAR : zone
}

const refOf = (shipment: Shipment): string => createHash('sha256').update(JSON.stringify(shipment)).digest('hex').slice(0, 32)

const labelOf = (shipmentRef: string): Bought => {
  const digits = BigInt(`0x${createHash('sha256').update(shipmentRef).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(20, '0')
    .slice(-18)
  return { trackingNumber: `9400${digits}`, imageUrl: null, qrUrl: null }
}
