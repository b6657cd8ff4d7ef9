import type { Person, Tx } from '#platform/context.ts'
import { lockOffer, requireScopeOf } from './access.ts'
import { requireMove, tell, write } from './moves.ts'
import type { OfferRow } from './queries.ts'

/** Turns down an offer as its owner, or a counter as its buyer (completions 6). Errors: 403 scope, 404, 409. */
export async function declineOffer(tx: Tx, actor: Person, id: string): Promise<OfferRow> {
  const { row, side } = await lockOffer(tx, actor.accountId, id)
  requireScopeOf(actor, side)
  const declined = await write(tx, row, requireMove(tx, row, 'decline', side))
  if (side === 'buyer') await tell(tx, declined, 'seller', 'offer.updated')
  else await tell(tx, declined, 'buyer', 'offer.declined')
  return declined
}

/** The buyer takes an offer back, countered or not (completions 6). Errors: 404, 409. */
export async function withdrawOffer(tx: Tx, actor: Person, id: string): Promise<OfferRow> {
  const { row, side } = await lockOffer(tx, actor.accountId, id)
  const withdrawn = await write(tx, row, requireMove(tx, row, 'withdraw', side))
  await tell(tx, withdrawn, 'seller', 'offer.updated')
  return withdrawn
}
