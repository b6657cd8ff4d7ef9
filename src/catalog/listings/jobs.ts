import type { Context } from '#platform/context/index.ts'
import type { WorkerParts } from '#platform/jobs/index.ts'
import { REDUCTION_MS } from '#catalog/listings/rules/reduction.ts'
import { runDueDrops } from './price-drop/run.ts'
import { endReductions } from './queries.ts'

const AT_ONCE = 500

/** Removes the struck price of listings whose price has not fallen for 30 days. */
const endOldReductions = (ctx: Context): Promise<void> => endReductions(ctx.db, new Date(ctx.now().getTime() - REDUCTION_MS), AT_ONCE)

export const listingWorker: WorkerParts = {
  sweeps: [
    { name: 'reductions', run: endOldReductions },
    { name: 'price drops', run: runDueDrops },
  ],
}
