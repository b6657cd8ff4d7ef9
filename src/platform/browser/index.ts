/** What a page says of the product on it. Prices in another currency than US dollars are not given as cents. */
export type ReadPage = {
  title: string
  brand: string | null
  priceCents: number | null
  currency: string | null
  condition: 'new' | 'used' | null
  image: string | null
  /** Plain text, clipped: hostile input. */
  text: string
}

/** Reads a pasted link (interface, helper 9). Errors: ProviderError. */
export type Browser = {
  readonly name: string
  read(url: string, signal: AbortSignal): Promise<ReadPage>
}
