import type { Lane } from '#test/model/lane.ts'
import { byId, type Model } from '#test/model/world.ts'
import { differenceOf } from './replay-tasks.ts'

/*
 * The webhook events of the seller that follow from a change of the model (spec: interface, Events). They do not depend on the service's
 * tables. The service may write late what a deadline changed, so events of deadlines are not compared.
 */

/** Returns the differences between the events since `after` and the events of the changes between two states. */
export async function differentEvents(lane: Lane, after: string, before: Model, now: Model): Promise<string[]> {
  const { rows } = await lane.database.pools.requests.query<{ name: string; type: string; id: string }>(EVENTS, [after])
  const actual = rows.map(({ name, type, id }) => `${name}: ${type} ${id}`)
  return differenceOf('event', eventsOf(before, now), actual)
}

export async function lastEvent(lane: Lane): Promise<string> {
  const { rows } = await lane.database.pools.requests.query<{ id: string }>("select coalesce(max(id), '') as id from events")
  return rows[0]!.id
}

/** Selects the types whose meaning the model has. Reviews, messages and payouts depend on jobs or on records that it lacks. */
const EVENTS = `
  select a.name, type, data::jsonb -> 'object' ->> 'id' as id from events e join accounts a on a.id = e.account_id
  where e.id > $1 and type in ('listing.sold', 'offer.received', 'offer.updated', 'order.completed', 'order.problem', 'order.refunded')`

function eventsOf(before: Model, now: Model): string[] {
  return [
    ...now.offers.flatMap(({ id, status }) => {
      const was = byId(before.offers, id)?.status
      if (was === undefined) return [`owner: offer.received ${id}`]
      // the buyer's own decisions; the owner knows what the owner decides
      const byBuyer = status === 'withdrawn' || (was === 'countered' && (status === 'accepted' || status === 'declined'))
      return status !== was && byBuyer ? [`owner: offer.updated ${id}`] : []
    }),
    ...now.orders.flatMap((o) => {
      const was = byId(before.orders, o.id)
      const isNew = (status: string) => o.status === status && was?.status !== status
      return [
        ...(o.paidAt !== null && was?.paidAt === null ? [`owner: listing.sold ${o.id}`] : []),
        ...(isNew('completed') ? [`owner: order.completed ${o.id}`] : []),
        // a bank that takes the payment of a reported order reports it again
        ...(isNew('problem') || o.disputed > (was?.disputed ?? 0) ? (o.status === 'problem' ? [`owner: order.problem ${o.id}`] : []) : []),
        ...(o.refunded > (was?.refunded ?? 0) ? [`owner: order.refunded ${o.id}`] : []),
      ]
    }),
  ]
}
