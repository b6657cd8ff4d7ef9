/** Second-hand offer, with the price in US cents. */
export type Comparable = {
  title: string
  cents: number
  shippingCents: number | null
  condition: string | null
  /** True if the item was sold at this price. False for an asking price. */
  sold: boolean
  url: string
  image: string | null
  source: string
}
