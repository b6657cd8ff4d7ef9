import type { Person, Core } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { RETENTION_DAYS } from '#platform/events/index.ts'
import * as queries from './queries.ts'

type EventFilter = { type?: string | undefined; after?: string | undefined; limit: number; offset: number }

/** Value of `after` with which the list starts at the first event. */
const START = 'start'

/**
 * Lists the account's webhook events from the last 30 days, newest first (spec: completions 10). With `after`, lists them oldest first,
 * without gaps or duplicates (spec: completions 12). Errors: 400 if `after` is not the id of one of these events.
 */
export async function listEvents(ctx: Core, actor: Person, { after, type, limit, offset }: EventFilter) {
  const mine = { accountId: actor.accountId, since: new Date(ctx.now().getTime() - RETENTION_DAYS * 86_400_000), type, limit }
  if (after === undefined) return queries.listEvents(ctx.db, { ...mine, offset })
  if (offset > 0)
    throw invalid('offset', 'offset cannot be used with after. Send only after, set to the id of the last event that you received.')
  return queries.listEventsAfter(ctx.db, { ...mine, after: after === START ? null : await cursor(ctx, actor, after) })
}

async function cursor(ctx: Core, { accountId }: Person, id: string): Promise<queries.EventRow> {
  const event = await queries.findEvent(ctx.db, { accountId, id })
  if (!event) throw invalid('after', `after must be the id of one of your events from the last ${RETENTION_DAYS} days, or "${START}".`)
  return event
}
