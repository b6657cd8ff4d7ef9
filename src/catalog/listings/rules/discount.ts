/**
 * Returns `percent` of a price, in whole dollars if the price has no cents, and otherwise in cents. Returns at least 1 dollar or 1 cent.
 */
export function stepDown(priceCents: number, percent: number): number {
  const unit = priceCents % 100 === 0 ? 100 : 1
  return Math.max(unit, Math.round((priceCents * percent) / (100 * unit)) * unit)
}
