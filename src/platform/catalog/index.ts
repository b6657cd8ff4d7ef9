import type { Comparable } from '#platform/comparables/comparable.ts'

export type CatalogMatch = { title: string; brand: string | null; newCents: number; url: string; image: string | null }

/** Looks up prices of new products and used offers (spec: interface, helper 2, steps `catalog` and `resale`). Errors: ProviderError. */
export type Catalog = {
  readonly name: string
  match(query: { query: string }, signal: AbortSignal): Promise<CatalogMatch | null>
  used(query: { query: string }, signal: AbortSignal): Promise<Comparable[]>
}
