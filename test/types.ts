// Code that must not compile. `tsc` reads this file too: a line that compiles is an error.
import { z } from 'zod'
import type { Context, Person } from '#platform/context/index.ts'
import { acceptOffer } from '#commerce/sale/accept-offer.ts'
import { lockOffer } from '#commerce/offers/queries.ts'
import { record } from '#platform/events/index.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'

declare const ctx: Context
declare const actor: Person

/** A verb, an event and a lock outside a transaction. */
export const outside = [
  // @ts-expect-error -- a verb that changes a state wants a transaction
  () => acceptOffer(ctx, actor, 'off_1', { expectedCents: undefined }),
  // @ts-expect-error -- an event is written in the transaction of what it tells of
  () => record(ctx, { accountId: 'usr_1', type: 'offer.accepted', object: {} }),
  // @ts-expect-error -- a lock that nothing holds is none
  () => lockOffer(ctx.db, 'off_1'),
]

const endpoint = endpointsOf('X')
const read = { id: 'x', method: 'GET', path: '/x', summary: 'x', access: { who: 'anyone' } } as const
const Lamp = z.object({ object: z.literal('lamp'), colour: z.string() })

/** Responses that do not match the endpoint's schema. */
export const misshapen = [
  endpoint({ ...read, answers: { 200: Lamp }, handle: async () => ok({ object: 'lamp', colour: 'red' }) }),
  // @ts-expect-error -- a field of the schema is forgotten
  endpoint({ ...read, answers: { 200: Lamp }, handle: async () => ok({ object: 'lamp' }) }),
  // @ts-expect-error -- a field is of another type
  endpoint({ ...read, answers: { 200: Lamp }, handle: async () => ok({ object: 'lamp', colour: 7 }) }),
  // @ts-expect-error -- a status that it does not have
  endpoint({ ...read, answers: { 201: Lamp }, handle: async () => ok({ object: 'lamp', colour: 'red' }) }),
]
