import type { Adjustment, Snapshot } from '#catalog/listings/bulk/rules.ts'
import { dollarsFromCents, dollarsOrNull } from '#core/money.ts'
import type { OwnedBulk } from './queries.ts'

/** Presents a bulk change in its owner's data export. Amounts are in dollars. */
export const presentOwnedBulk = ({ change, rows, ...bulk }: OwnedBulk) => ({
  object: 'bulk' as const,
  ...bulk,
  change: {
    ...change,
    ...(change.price && { price: inDollars(change.price) }),
    ...(change.lowest_price && { lowest_price: inDollars(change.lowest_price) }),
    ...(change.shipping !== undefined && { shipping: dollarsOrNull(change.shipping) }),
  },
  rows: rows.map(({ before, ...row }) => ({ ...row, before: before && presentBefore(before) })),
})

const inDollars = ({ add, set, ...adjustment }: Adjustment) => ({
  ...adjustment,
  ...(add !== undefined && { add: dollarsFromCents(add) }),
  ...(set !== undefined && { set: dollarsOrNull(set) }),
})

const presentBefore = ({ status, visibility, price, lowestPrice, shipping, takeOffers }: Snapshot) => ({
  status,
  visibility,
  price: dollarsOrNull(price),
  lowest_price: dollarsOrNull(lowestPrice),
  shipping: dollarsOrNull(shipping),
  take_offers: takeOffers,
})
