import { normalForm } from '#core/normal-form.ts'
import type { Embedder } from '#platform/embeddings/index.ts'
import type { Context } from '#platform/context/index.ts'
import { quantised } from '#search/quantize.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { admit, type Paying } from './admit.ts'

/** What queries mean, as vectors. */
export type QueryVectors = {
  readonly model: string
  /** What `q` means, at once where it was asked lately; null where that is not known in time, and the words alone count. Never throws. */
  of(q: string): Promise<Int8Array | null> | Int8Array | null
  /** So many calls in a row have failed that none is made for a while. */
  isFailing(): boolean
}

/** A search waits no longer than this (helpers.md 6). */
const WAIT_MS = 800
const KEPT = 1_000
const FAILURES = 3
const REST_MS = 30_000

type Deps = Paying & Pick<Context, 'log' | 'metrics'>

/**
 * Asks the embedding model what a query means, once for all who ask the same. After three failures in a row nobody is
 * asked for half a minute, then one is: a dead provider costs few searches their wait.
 */
export function createQueryVectors(deps: Deps, embedder: Embedder): QueryVectors {
  const kept = new Map<string, Int8Array>()
  const asking = new Map<string, Promise<Int8Array | null>>()
  let failures = 0
  let restUntilMs = 0

  const ask = async (q: string): Promise<Int8Array | null> => {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(WAIT_MS)
    try {
      const vector = await inTime(embed(deps, embedder, q, signal), signal)
      failures = 0
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value!)
      kept.set(q, vector)
      return vector
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : 'bug'
      deps.metrics.modelFailure('search_by_meaning', reason)
      if (++failures >= FAILURES) restUntilMs = performance.now() + REST_MS
      deps.log.warn({ reason, failures, ...(reason === 'bug' && { err: error }) }, 'a query is searched by its words alone')
      return null
    } finally {
      deps.metrics.modelSeconds('search_by_meaning', (performance.now() - startedAt) / 1_000)
      asking.delete(q)
    }
  }

  return {
    model: embedder.model,
    of(q) {
      const wanted = normalForm(q, 'NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
      const known = kept.get(wanted)
      if (known) {
        // read last, so dropped last
        kept.delete(wanted)
        kept.set(wanted, known)
        return known
      }
      const already = asking.get(wanted)
      if (already) return already
      if (performance.now() < restUntilMs) return null
      // whoever tries again is alone with it
      if (failures >= FAILURES) restUntilMs = performance.now() + REST_MS
      const answer = ask(wanted)
      asking.set(wanted, answer)
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
  throw new ProviderError('embeddings', 'bad_answer', 'The embedding model gave no usable vector.')
}

/** What takes longer than the signal allows is left behind, whatever it waits for. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new ProviderError('embeddings', 'timeout', 'The embedding model took too long.'))
  signal.addEventListener('abort', late, { once: true })
  // its own end is not heard any more
  work.catch(() => {})
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', late))
}
