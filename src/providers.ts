import type { Browser } from '#adapters/browser/index.ts'
import type { Catalog } from '#adapters/catalog/index.ts'
import type { Comparables } from '#adapters/comparables/index.ts'
import type { Embedder } from '#adapters/embeddings/index.ts'
import type { Model } from '#adapters/models/index.ts'

/** The helpers' providers. What has no key is absent, decided once at the start (completions 1); helpers branch on that alone. */
export type Providers = {
  model?: Model
  comparables?: Comparables
  catalog?: Catalog
  browser?: Browser
  embedder?: Embedder
}
