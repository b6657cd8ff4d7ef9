/** Price of a second-hand item in US cents. */
export type Comparable = {
  title: string
  cents: number
  shippingCents: number | null
  /** In the provider's words, such as `Very Good`. */
  condition: string | null
  /** True for a paid price, false for an asking price. */
  sold: boolean
  url: string
  image: string | null
  source: string
}
