import type { Context } from '#platform/context.ts'
import * as queries from './queries.ts'
import type { NegotiationRow } from './queries.ts'

export type { NegotiationRow } from './queries.ts'

/** What was made of an offer, with the floor in it: for its owner alone. Null where nothing was. */
export const findNegotiation = async (ctx: Context, offerId: string): Promise<NegotiationRow | null> =>
  (await queries.findNegotiation(ctx.db, offerId)) ?? null
