// Code that must not compile. If a marked line does compile, `tsc` reports an error.
import { z } from 'zod'
import type { Context, Person } from '#platform/context/index.ts'
import { acceptOffer } from '#commerce/sale/accept-offer.ts'
import { lockOffer } from '#commerce/offers/queries.ts'
import { record } from '#platform/events/index.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'

declare const ctx: Context
declare const actor: Person

/** Calls that lack the transaction that they require: an operation, an event and a lock. */
export const outside = [
  // @ts-expect-error -- an operation that changes a state requires a transaction
  () => acceptOffer(ctx, actor, 'off_1', { expectedCents: undefined }),
  // @ts-expect-error -- an event requires the transaction of the change that it reports
  () => record(ctx, { accountId: 'usr_1', type: 'offer.accepted', object: {} }),
  // @ts-expect-error -- a lock outside a transaction would be released immediately
  () => lockOffer(ctx.db, 'off_1'),
]

const endpoint = endpointsOf('X')
const read = { id: 'x', method: 'GET', path: '/x', summary: 'x', access: { who: 'anyone' } } as const
const Lamp = z.object({ object: z.literal('lamp'), colour: z.string() })

/** The first endpoint must compile. The remaining endpoints must not compile, because their responses do not match their schemas. */
export const misshapen = [
  endpoint({ ...read, answers: { 200: Lamp }, handle: async () => ok({ object: 'lamp', colour: 'red' }) }),
  // @ts-expect-error -- a field of the schema is missing
  endpoint({ ...read, answers: { 200: Lamp }, handle: async () => ok({ object: 'lamp' }) }),
  // @ts-expect-error -- a field has a different type
  endpoint({ ...read, answers: { 200: Lamp }, handle: async () => ok({ object: 'lamp', colour: 7 }) }),
  // @ts-expect-error -- the endpoint does not declare this status
  endpoint({ ...read, answers: { 201: Lamp }, handle: async () => ok({ object: 'lamp', colour: 'red' }) }),
]
