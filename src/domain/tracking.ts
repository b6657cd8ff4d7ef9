/** Where well-known carriers show a parcel, by the carrier's name in small letters without spaces. */
const PAGES: Readonly<Record<string, string>> = {
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  ontrac: 'https://www.ontrac.com/tracking/?number=',
  royalmail: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  canadapost: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
}

/** Whether these are a carrier that is known and a number as carriers give them, and not words of one's own. */
export function isPlainTracking(carrier: string | null | undefined, number: string | null | undefined): boolean {
  const known = !carrier || (/^[A-Za-z .]+$/.test(carrier) && trackingUrl(carrier, '1') !== null)
  return known && (!number || /^[A-Z]{0,4}[0-9]{6,34}[A-Z]{0,2}$/i.test(number.replaceAll(/[ -]/g, '')))
}

/** The page of a parcel, or null where the carrier is not known or there is no number. Never built from a seller's own address. */
export function trackingUrl(carrier: string | null, number: string | null): string | null {
  const page = carrier === null ? undefined : PAGES[carrier.toLowerCase().replaceAll(/[^a-z]/g, '')]
  return page === undefined || number === null ? null : page + encodeURIComponent(number)
}
