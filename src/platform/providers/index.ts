import type { Browser } from '#platform/browser/index.ts'
import type { Catalog } from '#platform/catalog/index.ts'
import type { Comparables } from '#platform/comparables/index.ts'
import type { Embedder } from '#platform/embeddings/index.ts'
import type { Model } from '#platform/models/index.ts'

/** The helpers' providers. What has no key is absent, decided once at the start (completions 1); helpers branch on that alone. */
export type Providers = {
  model?: Model
  comparables?: Comparables
  catalog?: Catalog
  browser?: Browser
  embedder?: Embedder
}
