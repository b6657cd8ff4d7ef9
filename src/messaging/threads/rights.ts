import type { Person, Tx } from '#platform/context/index.ts'
import { isBlocked } from '#messaging/blocks/index.ts'
import { PARTY_SCOPE } from '#messaging/threads/rules/conversation.ts'
import { PARTIES, partyOf, type Party } from '#core/party.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import * as queries from './queries.ts'
import type { ThreadRow } from './queries.ts'

/** Returns the roles in threads that a key may act in (spec: completions 11). The endpoints require at least one of the two scopes. */
export const partiesOf = (actor: Person): Party[] => PARTIES.filter((party) => actor.scopes.includes(PARTY_SCOPE[party]))

/** Requires the scope for a role. Errors: 403. */
export function requireParty(actor: Person, party: Party): void {
  if (!actor.scopes.includes(PARTY_SCOPE[party]))
    throw new ApiError('permission', `This key lacks the scope "${PARTY_SCOPE[party]}", which a ${party} needs for conversations.`, {
      code: 'scope',
    })
}

/** Returns the actor's role in a thread. Errors: 404 for an account that is not a party, 403 for a key without the scope for the role. */
export function partyInThread(thread: Pick<ThreadRow, 'buyer_id' | 'seller_id'> | undefined, actor: Person): Party {
  const party = thread && partyOf(thread, actor.accountId)
  if (!party) throw notFound('thread')
  requireParty(actor, party)
  return party
}

/** True if one party has blocked the other, unless the thread is about an open order between them (spec: completions 13.3). */
export const isSilenced = async (tx: Tx, thread: ThreadRow): Promise<boolean> =>
  (await isBlocked(tx, thread.seller_id, thread.buyer_id)) && !(await queries.hasOpenOrder(tx.db, thread, tx.now()))
