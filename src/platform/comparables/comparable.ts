/** Second-hand offer with its price in US cents. */
export type Comparable = {
  title: string
  cents: number
  shippingCents: number | null
  /** Condition as the provider describes it, such as `Very Good`. */
  condition: string | null
  /** True for a paid price, false for an asking price. */
  sold: boolean
  url: string
  image: string | null
  source: string
}
