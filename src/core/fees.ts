import { percentOf } from './money.ts'

/** Fees of the marketplace in percent: the general fee, and the fees for individual categories by name. */
export type Fees = { feePercent: number; fees: Readonly<Record<string, number>> }

/**
 * Returns the fee for a sale in a category. The letter case of the category does not matter. The general fee applies to items without a
 * category and to categories that have no specific fee.
 */
export function feePercentOf({ feePercent, fees }: Fees, category: string | null): number {
  const name = category?.toLowerCase()
  return Object.entries(fees).find(([one]) => one.toLowerCase() === name)?.[1] ?? feePercent
}

/** Returns the fee in cents for an item price in cents, rounded half up. */
export const feeCentsOf = (fees: Fees, category: string | null, itemCents: number): number =>
  percentOf(itemCents, feePercentOf(fees, category))
