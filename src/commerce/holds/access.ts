import type { Person, Tx, Core } from '#platform/context/index.ts'
import { onlyFor, partyOf, type Party } from '#core/party.ts'
import { lockForSale } from '#catalog/listings/index.ts'
import { conflict, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import * as queries from './queries.ts'
import type { HoldRow } from './queries.ts'

/**
 * Returns a hold for one of its two parties, the buyer or the seller. Errors: 404 for all other accounts. 409 if only the other party may
 * perform the action.
 */
export async function readHold(ctx: Core, actor: Person, id: string, party?: Party): Promise<HoldRow> {
  const row = await ifIdOf('hld', id, () => queries.findHold(ctx.db, id))
  const own = row && partyOf(row, actor.accountId)
  if (!row || !own) throw notFound('hold')
  if (party && own !== party) throw conflict(onlyFor(party))
  return row
}

/** Like `readHold`, but locks the hold until the transaction ends. Locks the listing first, if it still exists. */
export async function lockOwnHold(tx: Tx, actor: Person, id: string, party: Party): Promise<HoldRow> {
  await readHold(tx, actor, id, party)
  return (await lockHold(tx, id))!
}

export async function lockHold(tx: Tx, id: string): Promise<HoldRow | null> {
  const found = await queries.findHold(tx.db, id)
  if (!found) return null
  await lockForSale(tx, found.listing_id)
  return (await queries.lockHold(tx.db, id)) ?? null
}

/** Locks all holds on the listings whose stored status is `asked` or `active`. The caller must lock the listings first. */
export const lockHoldsOn = (tx: Tx, listingIds: readonly string[]): Promise<HoldRow[]> => queries.lockActiveOn(tx.db, listingIds)
