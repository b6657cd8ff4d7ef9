/** Second-hand offer with its price in US cents. */
export type Comparable = {
  title: string
  cents: number
  shippingCents: number | null
  condition: string | null
  /** True for a paid price, false for an asking price. */
  sold: boolean
  url: string
  image: string | null
  source: string
}
