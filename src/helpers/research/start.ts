import type { Person, Tx } from '#platform/context/index.ts'
import { DEAD_AFTER_MS, firstSteps } from '#helpers/research/rules/research.ts'
import { allow, lockListing } from '#catalog/listings/index.ts'
import * as queries from './queries.ts'
import type { RunRow } from './queries.ts'

/** Maximum number of stored runs per listing. A new run replaces the oldest. */
export const MAX_RUNS = 10

export type Started = { run: RunRow; isNew: boolean }

/**
 * Starts research, or returns the active run (spec: interface, helper 2). The work starts after the caller's transaction has committed.
 * Errors: 404; 409 if the listing is sold.
 */
export async function startResearch(tx: Tx, actor: Person, listingId: string, prompt: string | null): Promise<Started> {
  const listing = await lockListing(tx, actor, listingId)
  await allow(tx, 'edit', listing)
  return openRun(tx, { listingId, accountId: actor.accountId, prompt })
}

/** Starts research for a listing that the caller has locked or created. If a run is already active, returns that run instead. */
export async function openRun(tx: Tx, { listingId, accountId, prompt }: Opening): Promise<Started> {
  const now = tx.now()
  await queries.endDeadRun(tx.db, listingId, deadSince(now))
  const steps = firstSteps({ hasComparables: tx.providers.comparables !== undefined })
  const row = { id: tx.newId('res'), listing_id: listingId, account_id: accountId, prompt: prompt || null, steps, at: now }
  const run = await queries.insertRun(tx.db, row)
  if (run) await queries.deleteOlderRuns(tx.db, listingId, MAX_RUNS)
  return run ? { run, isNew: true } : { run: (await queries.lastRun(tx.db, listingId))!, isNew: false }
}

export type Opening = { listingId: string; accountId: string; prompt: string | null }

/** Returns the cutoff time. A run without updates after this time counts as dead. */
export const deadSince = (now: Date): Date => new Date(now.getTime() - DEAD_AFTER_MS)
