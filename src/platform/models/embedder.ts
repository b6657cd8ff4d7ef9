import { embedMany } from 'ai'
import type { Embedder } from '#platform/embeddings/index.ts'
import { cappedFetch } from '#platform/egress/capped-fetch.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { modelError } from './failures.ts'
import { openVendor, type ModelSettings } from './vendors.ts'

/** Maximum response size in bytes. A batch of 64 strings with 3,072 numbers each returns 4 MB of JSON. */
const MAX_BYTES = 16 * 2 ** 20
export const BATCH = 64

/** Creates an embedder that uses the model's API key. The configuration rejects vendors without embeddings. Errors: ProviderError. */
export async function createEmbedder(
  settings: ModelSettings,
  name: string,
  { maxRetries = 1, maxBytes = MAX_BYTES }: { maxRetries?: number; maxBytes?: number } = {},
): Promise<Embedder> {
  const vendor = await openVendor(settings, cappedFetch(maxBytes))
  if (vendor.embedding === null) throw new Error(`${settings.kind} has no embeddings`)
  const model = vendor.embedding(name)
  return {
    model: name,
    async many(texts, signal) {
      try {
        const { embeddings } = await embedMany({ model, values: [...texts], maxRetries, abortSignal: signal })
        if (embeddings.length === texts.length && sameLength(embeddings)) return embeddings
      } catch (error) {
        throw modelError(error, signal)
      }
      throw new ProviderError('model', 'bad_answer', 'The model returned no usable vectors.')
    },
  }
}

const sameLength = (vectors: readonly number[][]): boolean =>
  vectors.every((vector) => vector.length > 0 && vector.length === vectors[0]!.length && vector.every(Number.isFinite))
