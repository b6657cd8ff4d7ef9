import { counted, numberText } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import type { Shipping } from '#core/shipping.ts'

// what pages say, by the one place that says how (core/format)
export { counted } from '#core/format/count.ts'
export { dollarsText, priceText } from '#core/format/money.ts'
export { leftText } from '#core/format/time.ts'

/** What it comes to with shipping, where that is more than the price. */
export const totalText = (priceCents: number, shipping: Shipping): string | null =>
  shipping.kind === 'sent' ? `${priceText(priceCents + shipping.cents)} with shipping` : null

/** `12 live, 1 draft, 3 sold`: what a shop holds. */
export const stockWords = ({ live, drafts, sold }: { live: number; drafts: number; sold: number }): string =>
  `${numberText(live)} live, ${counted(drafts, 'draft')}, ${numberText(sold)} sold`

/** With its first letter as a capital. */
export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
