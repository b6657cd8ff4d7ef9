/** Price of a second-hand item, asked or paid, in US cents. */
export type Comparable = {
  title: string
  cents: number
  shippingCents: number | null
  /** Condition as the provider words it, such as `Very Good`. */
  condition: string | null
  /** True when the price was paid, false when it is asked. */
  sold: boolean
  url: string
  image: string | null
  source: string
}
