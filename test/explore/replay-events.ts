import type { Lane } from '#test/model/lane.ts'
import { byId, type Model } from '#test/model/world.ts'
import { differenceOf } from './replay-tasks.ts'

/*
 * Derives the seller's webhook events from changes to the model (spec: interface, Events), and not from the service's state tables. Ignores
 * events caused by deadlines, because the service may record those changes late.
 */

/**
 * Compares the service's events since `after` with the events that must result from the changes between two model states. Returns the
 * differences.
 */
export async function differentEvents(lane: Lane, after: string, before: Model, now: Model): Promise<string[]> {
  const { rows } = await lane.database.pools.requests.query<{ name: string; type: string; id: string }>(EVENTS, [after])
  const actual = rows.map(({ name, type, id }) => `${name}: ${type} ${id}`)
  return differenceOf('event', eventsOf(before, now), actual)
}

export async function lastEvent(lane: Lane): Promise<string> {
  const { rows } = await lane.database.pools.requests.query<{ id: string }>("select coalesce(max(id), '') as id from events")
  return rows[0]!.id
}

/**
 * Selects the event types that the model can predict. Events about reviews, messages and payouts depend on jobs or records that the model
 * lacks.
 */
const EVENTS = `
  select a.name, type, data::jsonb -> 'object' ->> 'id' as id from events e join accounts a on a.id = e.account_id
  where e.id > $1 and type in ('listing.sold', 'offer.received', 'offer.updated', 'order.completed', 'order.problem', 'order.refunded')`

function eventsOf(before: Model, now: Model): string[] {
  return [
    ...now.offers.flatMap(({ id, status }) => {
      const was = byId(before.offers, id)?.status
      if (was === undefined) return [`owner: offer.received ${id}`]
      // only the buyer's decisions, because a seller gets no event for the seller's own decisions
      const byBuyer = status === 'withdrawn' || (was === 'countered' && (status === 'accepted' || status === 'declined'))
      return status !== was && byBuyer ? [`owner: offer.updated ${id}`] : []
    }),
    ...now.orders.flatMap((o) => {
      const was = byId(before.orders, o.id)
      const isNew = (status: string) => o.status === status && was?.status !== status
      return [
        ...(o.paidAt !== null && was?.paidAt === null ? [`owner: listing.sold ${o.id}`] : []),
        ...(isNew('completed') ? [`owner: order.completed ${o.id}`] : []),
        // a chargeback sends a second `order.problem` event for an order that already has a problem
        ...(isNew('problem') || o.disputed > (was?.disputed ?? 0) ? (o.status === 'problem' ? [`owner: order.problem ${o.id}`] : []) : []),
        ...(o.refunded > (was?.refunded ?? 0) ? [`owner: order.refunded ${o.id}`] : []),
      ]
    }),
  ]
}
