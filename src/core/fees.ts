import { percentOf } from './money.ts'

/** Marketplace fees in percent: the general fee, and the fees for specific categories by name. */
export type Fees = { feePercent: number; fees: Readonly<Record<string, number>> }

/**
 * Returns the fee for a sale in a category. Ignores the case of the category name. Items without a category, and categories without their
 * own fee, have the general fee.
 */
export function feePercentOf({ feePercent, fees }: Fees, category: string | null): number {
  const name = category?.toLowerCase()
  return Object.entries(fees).find(([one]) => one.toLowerCase() === name)?.[1] ?? feePercent
}

/** Returns the fee, in cents, for an item price in cents. Rounds half up. */
export const feeCentsOf = (fees: Fees, category: string | null, itemCents: number): number =>
  percentOf(itemCents, feePercentOf(fees, category))
