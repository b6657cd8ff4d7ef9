type Carrier = { page: string; label: string; pattern: RegExp; checks?: (number: string) => boolean }

const CARRIERS: Readonly<Record<string, Carrier>> = {
  ups: {
    page: 'https://www.ups.com/track?tracknum=',
    label: 'UPS',
    pattern: /^(?:1Z[0-9A-Z]{8}\d{8}|T\d{10}|\d{9})$/,
    checks: (number) => !number.startsWith('1Z') || isCheckedByUps(number),
  },
  usps: {
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
    label: 'USPS',
    pattern: /^(?:(?:420(?:\d{5}|\d{9}))?9[1-5]\d{18,20}|(?:7\d|0[1-3]|2[13])\d{18}|82\d{8}|[A-Z]{2}\d{9}US)$/,
  },
  fedex: {
    page: 'https://www.fedex.com/fedextrack/?trknbr=',
    label: 'FedEx',
    pattern: /^(?:\d{12}|\d{14,15}|\d{20}|96\d{20}|\d{34})$/,
  },
  dhl: {
    page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
    label: 'DHL',
    pattern: /^(?:\d{10,12}|\d{14}|\d{16}|\d{20}|JJ?D\d{16,20}|JVGL\d{8,20}|GM\d{16,20}|[A-Z]{2}\d{9}DE)$/,
  },
  ontrac: {
    page: 'https://www.ontrac.com/tracking/?number=',
    label: 'OnTrac',
    pattern: /^(?:[CD]\d{14}|1LS[A-Z]{0,4}\d{9,15})$/,
  },
  royalmail: {
    page: 'https://www.royalmail.com/track-your-item#/tracking-results/',
    label: 'Royal Mail',
    pattern: /^(?:[A-Z]{2}\d{9}GB|[A-Z]{2}\d{14}|\d{16})$/,
  },
  canadapost: {
    page: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
    label: 'Canada Post',
    pattern: /^(?:\d{16}|[A-Z]{2}\d{9}CA)$/,
  },
}

const keyOf = (carrier: string): string => carrier.toLowerCase().replaceAll(/[^a-z]/g, '')

const carrierOf = (carrier: string): Carrier | undefined => (Object.hasOwn(CARRIERS, keyOf(carrier)) ? CARRIERS[keyOf(carrier)] : undefined)

const compact = (number: string): string => number.replaceAll(/[ -]/g, '').toUpperCase()

const fits = ({ pattern, checks }: Carrier, number: string): boolean => pattern.test(number) && (checks?.(number) ?? true)

const fitsAny = (number: string): boolean => Object.values(CARRIERS).some((carrier) => fits(carrier, number))

/**
 * Verifies the check digit, which is the last digit of a `1Z` number. A letter counts as (code - 63) mod 10, and every second digit counts
 * twice.
 */
function isCheckedByUps(number: string): boolean {
  const values = [...number.slice(2, -1)].map((char) => (/\d/.test(char) ? Number(char) : (char.charCodeAt(0) - 63) % 10))
  const sum = values.reduce((total, value, position) => total + value * (position % 2 === 0 ? 1 : 2), 0)
  return (10 - (sum % 10)) % 10 === Number(number.at(-1))
}

export type WrongTracking = { param: 'carrier' | 'number'; message: string }

/**
 * Returns an error message if a tracking number does not match its carrier, otherwise null. The number must match a known format of the
 * named carrier, or of any known carrier if none is named. With the carrier `other`, any number is valid (spec: completions 13.10).
 */
export function wrongTracking(carrier: string | null | undefined, number: string | null | undefined): WrongTracking | null {
  if (!number || keyOf(carrier ?? '') === 'other') return null
  const known = carrier ? carrierOf(carrier) : undefined
  if (known)
    return fits(known, compact(number))
      ? null
      : { param: 'number', message: `number is not a tracking number of ${known.label}. Check it, or send carrier "other".` }
  if (fitsAny(compact(number))) return null
  return { param: 'carrier', message: 'carrier must be "other" because the number matches no known carrier.' }
}

/** Returns true unless the carrier or the number might contain free text that the buyer would read. Both are optional. */
export function isPlainTracking(carrier: string | null | undefined, number: string | null | undefined): boolean {
  const known = !carrier || (/^[A-Za-z .]+$/.test(carrier) && (keyOf(carrier) === 'other' || carrierOf(carrier) !== undefined))
  return known && (!number || /^[A-Z]{0,4}[0-9]{6,34}[A-Z]{0,2}$/.test(compact(number)) || fitsAny(compact(number)))
}

/** Returns the URL of the carrier's tracking page for a number, or null. Never uses a URL that the seller entered. */
export function trackingUrl(carrier: string | null, number: string | null): string | null {
  const page = carrier === null ? undefined : carrierOf(carrier)?.page
  return page === undefined || number === null ? null : page + encodeURIComponent(number)
}
