// What must not compile. `tsc` reads this file as any other: a line that compiles after all is an error of its own.
import type { Context, Person } from '#context.ts'
import { acceptOffer } from '#features/offers/accept.ts'
import { lockOffer } from '#features/offers/queries.ts'
import { record } from '#lib/events.ts'

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
