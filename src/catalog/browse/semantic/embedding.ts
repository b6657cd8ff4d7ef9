import type { Embedder } from '#platform/embeddings/index.ts'
import type { Context } from '#platform/context/index.ts'
import { quantised } from '#search/quantize.ts'
import { vectorsIn } from '#search/vectors.ts'
import { beginning, followFrom, type Follow, type ReadChanges } from '#platform/events/changes.ts'
import { ProviderError, type ProviderReason } from '#platform/providers/error.ts'
import { readChanges, type Change } from '#catalog/browse/search/queries.ts'
import { admit } from './admit.ts'
import * as queries from './queries.ts'
import type { Candidate, Vector } from './queries.ts'
import { textOf } from '#catalog/browse/search/text.ts'

/**
 * Result of one pass. `idle`: all listings have vectors. `more`: the next pass may start immediately. `busy`: a different process holds the
 * lease.
 */
export type Outcome = 'idle' | 'more' | 'busy' | 'failed'

const BATCH = 64
const CALL_MS = 20_000
/** Duration of the lease. It is longer than a call to the model and the write that follows. */
const LEASE_SECONDS = 60
/** Interval between full passes over the market. A full pass finds listings for which a different process did not store a vector. */
const WALK_AGAIN_MS = 3_600_000
/** Number of queued changes above which the loop drops the queue and checks all market listings again. */
const MANY = 10_000

/**
 * Creates the loop that embeds market listings in batches. The loop reads the whole market once, and then follows changes. It embeds a
 * listing again only if the listing's text or the model has changed.
 */
export function createEmbedding(ctx: Context, embedder: Embedder, stopped: AbortSignal) {
  const { db } = ctx
  const { model } = embedder
  const waiting = new Set<string>()
  /** Listings that the model refused even in a batch of one, each with the hash of its text. */
  const refused = new Map<string, string>()
  let follow: Follow<Change> | null = null
  /** Listings from refused batches. Each is retried in a separate call. */
  const suspected = new Set<string>()
  let walkFrom: string | null = ''
  let walkedAtMs = -Infinity

  /** Embeds at most one batch. Returns `failed` after an error from the model, and throws database errors. */
  async function pass(): Promise<Outcome> {
    await pollChanges()
    const found = await next()
    const due = found.filter(isDue)
    if (due.length === 0) return isDone() ? 'idle' : 'more'
    if (!(await queries.acquireLease(db, LEASE_SECONDS))) return later(due, 'busy')
    try {
      // a different process may have embedded some of these listings meanwhile
      const still = await roomFor((await queries.candidatesAmong(db, model, idsOf(due))).filter(isDue))
      if (still.length > 0) await embed(still)
      return 'more'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.metrics.modelFailure('embedding', error.reason)
      ctx.log.warn({ reason: error.reason, listings: due.length }, 'embedding listings failed; text search still finds them')
      return setAside(due, error.reason)
    } finally {
      await queries.releaseLease(db)
    }
  }

  async function pollChanges(): Promise<void> {
    const known = follow !== null && (await follow.next(note))
    if (!known) {
      const read: ReadChanges<Change> = (horizon) => readChanges(db, horizon)
      follow = followFrom(beginning(await read(null)), read, ({ tx, listingId }) => `${tx} ${listingId}`)
      walkFrom = ''
    }
    if (walkFrom === null && performance.now() - walkedAtMs > WALK_AGAIN_MS) walkFrom = ''
  }

  function note(fresh: Change[]): void {
    for (const { listingId } of fresh) waiting.add(listingId)
    if (waiting.size <= MANY) return
    waiting.clear()
    walkFrom = ''
  }

  /** Returns changed listings first, then the next listings of the full pass. */
  async function next(): Promise<Candidate[]> {
    const [alone] = suspected
    if (alone !== undefined) {
      suspected.delete(alone)
      return queries.candidatesAmong(db, model, [alone])
    }
    const ids = [...waiting].slice(0, BATCH)
    for (const id of ids) waiting.delete(id)
    if (ids.length > 0) return queries.candidatesAmong(db, model, ids)
    if (walkFrom === null) return []
    const found = await queries.candidatesAfter(db, model, walkFrom, BATCH)
    walkFrom = found.length < BATCH ? null : found.at(-1)!.id
    if (walkFrom === null) walkedAtMs = performance.now()
    return found
  }

  const isDone = () => suspected.size === 0 && waiting.size === 0 && walkFrom === null

  function isDue(listing: Candidate): boolean {
    const { hash } = textOf(listing)
    return listing.hash?.equals(hash) !== true && refused.get(listing.id) !== hash.toString('base64')
  }

  /**
   * When the memory limit for vectors is reached, omits listings that have no vector yet. All processes apply the same limit and therefore
   * have the same vectors.
   */
  async function roomFor(due: Candidate[]): Promise<Candidate[]> {
    if (due.every(({ hash }) => hash !== null)) return due
    const { count, dimensions } = await queries.countVectors(db, model)
    if (dimensions === null) return due
    let room = vectorsIn(ctx.config.embedding.megabytes * 2 ** 20, dimensions) - count
    return due.filter(({ hash }) => hash !== null || room-- > 0)
  }

  async function embed(listings: readonly Candidate[]): Promise<void> {
    await admit(ctx, 'listings')
    ctx.metrics.modelCall('embedding')
    const texts = listings.map(textOf)
    const all = await embedder.many(
      texts.map(({ text }) => text),
      AbortSignal.any([stopped, AbortSignal.timeout(CALL_MS)]),
    )
    const { dimensions } = await queries.countVectors(db, model)
    const vectors = listings.map(({ id, updated_at }, index): Vector => {
      const vector = quantised(all[index] ?? [])
      if (vector === null || (dimensions !== null && vector.length !== dimensions))
        throw new ProviderError(
          'embeddings',
          'bad_answer',
          'The embedding model returned no usable vector, or a vector of a different size than before.',
        )
      return { id, hash: texts[index]!.hash, vector: Buffer.from(vector.buffer), readAt: updated_at }
    })
    await queries.storeVectors(db, model, vectors)
  }

  /**
   * Postpones the listings in a batch that the model refused, so that one bad listing does not block the others. A listing that the model
   * refuses in a batch of one is not sent again until its text changes.
   */
  function setAside(due: readonly Candidate[], reason: ProviderReason): Outcome {
    if (!TEXTS_FAULT.has(reason)) return later(due, 'failed')
    if (due.length > 1) {
      for (const { id } of due) suspected.add(id)
      return 'more'
    }
    if (refused.size >= MANY) refused.clear()
    for (const listing of due) refused.set(listing.id, textOf(listing).hash.toString('base64'))
    return 'failed'
  }

  function later(due: readonly Candidate[], outcome: Outcome): Outcome {
    for (const { id } of due) waiting.add(id)
    return outcome
  }

  return { pass }
}

const TEXTS_FAULT: ReadonlySet<ProviderReason> = new Set(['refused', 'bad_answer', 'too_large'])

const idsOf = (listings: readonly Candidate[]): string[] => listings.map(({ id }) => id)
