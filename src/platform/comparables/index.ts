import type { Comparable } from './comparable.ts'

export type { Comparable } from './comparable.ts'

/** Searches current second-hand offers for comparable prices (spec: interface, helper 2, step `listings`). Errors: ProviderError. */
export type Comparables = {
  readonly name: string
  search(query: { query: string; limit: number }, signal: AbortSignal): Promise<Comparable[]>
}
