import type { Person, Core } from '#platform/context/index.ts'
import { findNegotiation, type NegotiationRow } from '#commerce/negotiations/index.ts'
import { notFound } from '#platform/errors/index.ts'
import { readOffer, type OfferParty } from './access.ts'
import { presentOffer } from './present.ts'
import * as queries from './queries.ts'
import type { OfferRow } from './queries.ts'
import type { ListOffers } from './schema.ts'

export { readOffer } from './access.ts'
export { closeOffers, closeOffersBetween, lapseOffer, leaveOffers } from './close.ts'
export { counterOffer } from './counter.ts'
export { activeOffersFrom } from './counts.ts'
export type { OfferRow } from './queries.ts'

/**
 * Returns one page of the actor's offers, newest first. The filter `status` uses the current status, which can differ from the stored
 * status until a job updates it.
 */
export const listOffers = (ctx: Core, actor: Person, by: ListOffers): Promise<{ rows: OfferRow[]; total: number }> =>
  queries.pageOfOffers(
    ctx.db,
    { accountId: actor.accountId, role: by.role, status: by.status, listing: by.listing, updatedAfter: by.updated_after, now: ctx.now() },
    by,
  )

/** Returns an offer and the viewer's role in it. Errors: 404 for accounts that are not a party to the offer. */
export async function readPresentedOffer(
  ctx: Core,
  actor: Person,
  id: string,
): Promise<{ offer: ReturnType<typeof presentOffer>; party: OfferParty }> {
  const { row, party } = await readOffer(ctx, actor, id)
  return { offer: presentOffer(ctx, row), party }
}

/** Returns the negotiator's decision on an offer, or null if there is no decision. Errors: 404 unless the actor is the listing's owner. */
export async function explainOffer(ctx: Core, actor: Person, id: string): Promise<{ row: OfferRow; made: NegotiationRow | null }> {
  const { row, party } = await readOffer(ctx, actor, id)
  if (party !== 'owner') throw notFound('offer')
  return { row, made: await findNegotiation(ctx, id) }
}
