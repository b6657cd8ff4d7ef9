import type { Person, Core } from '#platform/context/index.ts'
import { readListing } from '#catalog/listings/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { RunRow } from './queries.ts'

export { startResearch } from './start.ts'
export { researchLoop } from './loop.ts'

/** Returns the listing's latest run. Errors: 404 if there has been no run, or if the listing belongs to another account. */
export async function lastResearch(ctx: Core, actor: Person, listingId: string): Promise<RunRow> {
  await readListing(ctx, actor, listingId)
  const run = await queries.lastRun(ctx.db, listingId)
  if (!run) throw new ApiError('not_found', 'This listing has not been researched yet. Start with POST /listings/{id}/research.')
  return run
}
