import type { Operator, Core } from '#platform/context/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { presentOperatorReview } from './present.ts'
import * as queries from './queries.ts'
import type { ListPeople, ListReviews } from './schema.ts'

export type { ListingOf, PersonRow, ReviewOf } from './queries.ts'

/** Returns a page of accounts that match `q`, newest first. */
export const searchPeople = (ctx: Core, _operator: Operator, { q, ...page }: ListPeople) => queries.pageOfPeople(ctx.db, q.trim(), page)

const MOST_LISTINGS = 100

/** Returns an account with its shops and listings. Errors: 404. */
export async function readPerson(
  ctx: Core,
  _operator: Operator,
  id: string,
): Promise<{ row: queries.PersonRow; listings: queries.ListingOf[] }> {
  const row = await ifIdOf('usr', id, () => queries.findPerson(ctx.db, id))
  if (!row) throw notFound('account')
  return { row, listings: await queries.listingsOf(ctx.db, id, MOST_LISTINGS) }
}

/** Lists all reviews, including hidden reviews, newest first. */
export const listReviews = (ctx: Core, _operator: Operator, { hidden, ...page }: ListReviews) => queries.pageOfReviews(ctx.db, hidden, page)

/** Returns one review, even if it is hidden. Errors: 404. */
export async function readPresentedReview(ctx: Core, _operator: Operator, id: string): Promise<ReturnType<typeof presentOperatorReview>> {
  const row = await queries.findReview(ctx.db, id)
  if (!row) throw notFound('review')
  return presentOperatorReview(row)
}
