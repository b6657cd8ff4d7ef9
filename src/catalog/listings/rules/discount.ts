/** Returns `percent` of a price, but at least one unit. Rounds to whole dollars if the price has no cents, otherwise to cents. */
export function stepDown(priceCents: number, percent: number): number {
  const unit = priceCents % 100 === 0 ? 100 : 1
  return Math.max(unit, Math.round((priceCents * percent) / (100 * unit)) * unit)
}
