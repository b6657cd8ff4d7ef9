import { listing, type Rule } from '#test/law/world.ts'

/** Access rules for price-drop schedules. */
export const PRICE_DROP_ROWS: Record<string, Rule> = {
  setPriceDrop: {
    may: 'listings',
    approval: 'listings.price',
    request: async (scene) => ({ path: `/listings/${await listing(scene)}/price-drop`, json: { amount: 0.25, every_days: 7 } }),
  },
  stopPriceDrop: { may: 'listings', request: async (scene) => ({ path: `/listings/${await listing(scene)}/price-drop` }) },
}
