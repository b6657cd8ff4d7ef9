import type { Core, Person, Tx } from '#platform/context/index.ts'
import { onlyFor, type Party } from '#core/party.ts'
import { lockForSale } from '#catalog/listings/index.ts'
import { ApiError, conflict, notFound } from '#platform/errors/index.ts'
import { factsOf } from './present.ts'
import * as queries from './queries.ts'
import type { InvitationRow, ReceivedRow } from './queries.ts'
import { decideInvitation } from './rules.ts'

/** Returns an invitation that the actor received. Errors: 409 if the actor sent it, 404 for all other accounts. */
export async function readReceived(ctx: Core, actor: Person, id: string): Promise<ReceivedRow> {
  return (await queries.findReceived(ctx.db, actor.accountId, id)) ?? refuse(await queries.findSent(ctx.db, actor.accountId, id), 'buyer')
}

/**
 * Locks an invitation that the actor received, and the actor's answer to it. The caller must lock the listing first. Throws the same errors
 * as `readReceived`.
 */
export const lockReceived = async (tx: Tx, actor: Person, id: string): Promise<ReceivedRow> =>
  (await queries.lockReceived(tx.db, actor.accountId, id)) ?? readReceived(tx, actor, id)

/** Locks the listing, and then an invitation that the actor sent. Errors: 409 if the actor received it, 404 for all other accounts. */
export async function lockSent(tx: Tx, actor: Person, id: string): Promise<InvitationRow> {
  const sent = await queries.findSent(tx.db, actor.accountId, id)
  if (sent) await lockForSale(tx, sent.listing_id)
  const row = await queries.lockSent(tx.db, actor.accountId, id)
  return row ?? refuse(await queries.findReceived(tx.db, actor.accountId, id), 'seller')
}

/** Checks that the operation is possible now. Errors: 409 with the current status as the `code`. */
export function requirePossible(ctx: Core, row: InvitationRow | ReceivedRow, operation: 'take' | 'decline' | 'withdraw'): void {
  const decision = decideInvitation(operation, operation === 'withdraw' ? 'seller' : 'buyer', factsOf(row), ctx.now())
  if (decision.kind === 'refuse') throw new ApiError('conflict', decision.message, { code: decision.status })
}

function refuse(otherwise: InvitationRow | undefined, only: Party): never {
  if (otherwise) throw conflict(onlyFor(only))
  throw notFound('invitation')
}
