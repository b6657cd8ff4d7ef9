import type { Person, Tx } from '#platform/context/index.ts'
import { lockOffer, requireScopeOf } from './access.ts'
import { requireTransition, write } from './transition.ts'
import type { OfferRow } from './queries.ts'

/**
 * Declines an offer, on behalf of the listing's owner, or a counteroffer, on behalf of its buyer (spec: completions 6). Errors: 403 without
 * the scope, 404, 409.
 */
export async function declineOffer(tx: Tx, actor: Person, id: string): Promise<OfferRow> {
  const { row, party } = await lockOffer(tx, actor.accountId, id)
  requireScopeOf(actor, party)
  return write(
    tx,
    row,
    requireTransition(tx, row, 'decline', party),
    party === 'buyer' ? ['seller', 'offer.updated'] : ['buyer', 'offer.declined'],
  )
}

/** Withdraws an open or countered offer, on behalf of the buyer (spec: completions 6). Errors: 404, 409. */
export async function withdrawOffer(tx: Tx, actor: Person, id: string): Promise<OfferRow> {
  const { row, party } = await lockOffer(tx, actor.accountId, id)
  return write(tx, row, requireTransition(tx, row, 'withdraw', party), ['seller', 'offer.updated'])
}
