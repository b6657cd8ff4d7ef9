/** A second-hand thing that somebody asks money for, or got it for. Cents of US dollars. */
export type Comparable = {
  title: string
  cents: number
  shippingCents: number | null
  /** The provider's own word for it, such as `Very Good`. */
  condition: string | null
  /** True for a price that was paid, false for one that is asked. */
  sold: boolean
  url: string
  image: string | null
  source: string
}
