import { counted, numberText } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import type { Shipping } from '#core/shipping.ts'

export { counted } from '#core/format/count.ts'
export { dollarsText, priceText } from '#core/format/money.ts'
export { leftText } from '#core/format/time.ts'

/** Returns the total including shipping, or null if the shipping cost is zero or unknown. */
export const totalText = (priceCents: number, shipping: Shipping): string | null =>
  shipping.kind === 'sent' ? `${priceText(priceCents + shipping.cents)} with shipping` : null

/** Returns a summary of a shop's listings by status, such as `12 live, 1 draft, 3 sold`. */
export const stockText = ({ live, drafts, sold }: { live: number; drafts: number; sold: number }): string =>
  `${numberText(live)} live, ${counted(drafts, 'draft')}, ${numberText(sold)} sold`

/** Returns a shop's discounts as text, such as `10% off from 2 items, 15% from 3`. */
export const tiersText = (tiers: readonly { from: number; percent: number }[]): string =>
  tiers.map(({ from, percent }, index) => (index === 0 ? `${percent}% off from ${from} items` : `${percent}% from ${from}`)).join(', ')

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
