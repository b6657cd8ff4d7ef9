import { normalForm } from '#core/normal-form.ts'
import type { Embedder } from '#platform/embeddings/index.ts'
import type { Context } from '#platform/context/index.ts'
import { quantised } from '#search/quantize.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { admit, type Paying } from './admit.ts'

export type QueryVectors = {
  readonly model: string
  /**
   * Returns the vector for `q`: directly if it is cached, otherwise as a promise. Returns null if the model takes too long, so that the
   * search uses only words. Never throws.
   */
  of(q: string): Promise<Int8Array | null> | Int8Array | null
  isFailing(): boolean
}

/** Maximum time that a search waits for its vector (spec: helpers 6). */
const WAIT_MS = 800
const CACHE_SIZE = 1_000
const FAILURES = 3
const REST_MS = 30_000

type Deps = Paying & Pick<Context, 'log' | 'metrics'>

/**
 * Creates the cache of query vectors. Concurrent callers with the same query share one call to the provider. After three failures in a row,
 * the cache makes no calls for half a minute, so that a failing provider delays few searches. Then it tries a single call.
 */
export function createQueryVectors(deps: Deps, embedder: Embedder): QueryVectors {
  const cache = new Map<string, Int8Array>()
  const inFlight = new Map<string, Promise<Int8Array | null>>()
  let failures = 0
  let restUntilMs = 0

  const fetchVector = async (q: string): Promise<Int8Array | null> => {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(WAIT_MS)
    try {
      const vector = await inTime(embed(deps, embedder, q, signal), signal)
      failures = 0
      if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
      cache.set(q, vector)
      return vector
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : 'bug'
      deps.metrics.modelFailure('search_by_meaning', reason)
      if (++failures >= FAILURES) restUntilMs = performance.now() + REST_MS
      deps.log.warn({ reason, failures, ...(reason === 'bug' && { err: error }) }, 'embedding a query failed; searching by its words only')
      return null
    } finally {
      deps.metrics.modelSeconds('search_by_meaning', (performance.now() - startedAt) / 1_000)
      inFlight.delete(q)
    }
  }

  return {
    model: embedder.model,
    of(q) {
      const normalized = normalForm(q, 'NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
      const known = cache.get(normalized)
      if (known) {
        // moves the entry to the end, so that this entry is evicted last
        cache.delete(normalized)
        cache.set(normalized, known)
        return known
      }
      const already = inFlight.get(normalized)
      if (already) return already
      if (performance.now() < restUntilMs) return null
      // starts the next pause before the retry, so that only one caller retries
      if (failures >= FAILURES) restUntilMs = performance.now() + REST_MS
      const answer = fetchVector(normalized)
      inFlight.set(normalized, answer)
      return answer
    },
    isFailing: () => failures >= FAILURES,
  }
}

async function embed(deps: Deps, embedder: Embedder, q: string, signal: AbortSignal): Promise<Int8Array> {
  await admit(deps, 'queries')
  signal.throwIfAborted()
  deps.metrics.modelCall('search_by_meaning')
  const [numbers] = await embedder.many([q], signal)
  const vector = numbers && quantised(numbers)
  if (vector) return vector
  throw new ProviderError('embeddings', 'bad_answer', 'The embedding model returned no usable vector.')
}

/** Returns the result of `work`. Rejects if the signal aborts first, and then ignores the result. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new ProviderError('embeddings', 'timeout', 'The embedding model took too long.'))
  signal.addEventListener('abort', late, { once: true })
  work.catch(() => {})
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', late))
}
