import { codePointLength } from '#core/code-points.ts'
import { isCondition, isSize, readiness, showsFlaw } from '#catalog/listings/rules/readiness.ts'
import type { Listing } from '#web/framework/page/index.ts'

/** Returns the requirements that a listing must still meet before it can be published, and suggestions that would help to sell it. */
export function readinessOf({ title, price, photos, fields, shipping, category, description, take_offers }: Listing) {
  const filled = fields.filter(({ value }) => value !== '')
  return readiness({
    title: title !== null,
    price: price !== null,
    shipping: shipping === null ? 'unset' : shipping === 0 ? 'pickup' : 'offered',
    category: category !== null,
    photos: photos.length,
    flawPhoto: photos.some(({ alt }) => showsFlaw(alt ?? '')),
    size: filled.some(({ label }) => isSize(label)),
    condition: filled.some(({ label }) => isCondition(label)),
    details: filled.length,
    description: codePointLength(description ?? ''),
    offers: take_offers,
  })
}
