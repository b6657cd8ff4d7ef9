import { fieldSentence } from '#web/framework/field-sentence.ts'
import { api, call, tried } from '#web/framework/page/index.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { counted } from '#web/framework/format.ts'
import { Notice } from '#web/ui/index.ts'
import type { BulkSelection } from './bulk-preview.tsx'

type Each = {
  label: string
  outcome: string
  from: readonly ListingStatus[]
  endpoint: typeof api.markListingSold | typeof api.relistListing
}

/** Actions that bulk changes do not support. They run on each selected listing immediately, without a preview. */
export const EACH: Readonly<Record<string, Each>> = {
  sold: { label: 'Mark as sold', outcome: 'sold', from: ['live'], endpoint: api.markListingSold },
  relist: { label: 'Relist', outcome: 'live again', from: ['sold'], endpoint: api.relistListing },
}

export type EachResult = { id: string; name: string; outcome: string; problem: string | null }

const MOST = 100

/**
 * Runs an action on each listing separately, so that a failure does not affect the other listings. Errors: 400 `ids` for more than 100
 * listings.
 */
export async function runEach(
  ctx: Context,
  viewer: Person,
  { endpoint, outcome }: Each,
  selection: BulkSelection,
): Promise<readonly EachResult[]> {
  const ids = await idsOf(ctx, viewer, selection)
  const results: EachResult[] = []
  for (const id of ids) {
    let name = 'A listing'
    try {
      const result = await tried(async () => {
        name = (await call(ctx, viewer, api.getListing, { params: { id } })).name
        await call(ctx, viewer, endpoint, { params: { id } })
      })
      results.push({ id, name, outcome, problem: 'problem' in result ? result.problem.message : null })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      results.push({ id, name, outcome, problem: fieldSentence(error) })
    }
  }
  return results
}

/** Returns the ids of the selected listings. Errors: 400 `ids` for more than 100 listings. */
export async function idsOf(ctx: Context, viewer: Person, { ids, where }: BulkSelection): Promise<readonly string[]> {
  const { data, total } = ids
    ? { data: ids.map((id) => ({ id })), total: ids.length }
    : await call(ctx, viewer, api.listListings, { query: { ...where, limit: MOST } })
  if (total > MOST) throw invalid('ids', `Select at most ${MOST} listings for this action.`)
  return data.map(({ id }) => id)
}

/** Reports the results. `retry` tells the seller where to find the listings that could not be changed. */
export const EachResults = ({ results, retry }: { results: readonly EachResult[]; retry: string }) => {
  const failed = results.filter(({ problem }) => problem !== null)
  return (
    <Notice means={failed.length > 0 ? 'warn' : 'ok'} alert>
      <strong>
        {failed.length === 0 ? `Done for ${counted(results.length, 'listing')}.` : `${failed.length} of ${results.length} failed. ${retry}`}
      </strong>
      <ul class="outcomes" role="list">
        {results.map(({ name, outcome, problem }) => (
          <li>
            {name}: {problem ?? outcome}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
