import type { Browser } from '#platform/browser/index.ts'
import type { Catalog } from '#platform/catalog/index.ts'
import type { Comparables } from '#platform/comparables/index.ts'
import type { Embedder } from '#platform/embeddings/index.ts'
import type { Model } from '#platform/models/index.ts'

/** Providers of the helpers, absent without a key, decided at start (completions 1). Helpers branch only on that. */
export type Providers = {
  model?: Model
  comparables?: Comparables
  catalog?: Catalog
  browser?: Browser
  embedder?: Embedder
}
