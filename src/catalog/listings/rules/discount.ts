/**
 * Returns `percent` of a price, at least one unit, rounded to the unit of the price: dollars if the price has no cents, otherwise cents.
 */
export function stepDown(priceCents: number, percent: number): number {
  const unit = priceCents % 100 === 0 ? 100 : 1
  return Math.max(unit, Math.round((priceCents * percent) / (100 * unit)) * unit)
}
