import type { Browser } from '#platform/browser/index.ts'
import type { Catalog } from '#platform/catalog/index.ts'
import type { Comparables } from '#platform/comparables/index.ts'
import type { Embedder } from '#platform/embeddings/index.ts'
import type { Model } from '#platform/models/index.ts'

/** Providers that the helpers use. A provider without a key at startup is absent (spec: completions 1); helpers check nothing else. */
export type Providers = {
  model?: Model
  comparables?: Comparables
  catalog?: Catalog
  browser?: Browser
  embedder?: Embedder
}
