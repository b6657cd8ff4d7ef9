import type { Person } from '#platform/context/index.ts'
import { PARTY_SCOPE } from '#messaging/threads/rules/conversation.ts'
import { PARTIES, partyOf, type Party } from '#core/party.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import type { ThreadRow } from './queries.ts'

/** Returns the roles in which a key may use threads (spec: completions 11). The endpoints require one of the two scopes. */
export const partiesOf = (actor: Person): Party[] => PARTIES.filter((side) => actor.scopes.includes(PARTY_SCOPE[side]))

/** Requires the scope for a role. Errors: 403. */
export function requireParty(actor: Person, side: Party): void {
  if (!actor.scopes.includes(PARTY_SCOPE[side]))
    throw new ApiError('permission', `This key lacks the scope "${PARTY_SCOPE[side]}", which conversations need for a ${side}.`, {
      code: 'scope',
    })
}

/** Returns the actor's role in a thread. Errors: 404 for other accounts, 403 for a key without the scope for the role. */
export function partyInThread(thread: Pick<ThreadRow, 'buyer_id' | 'seller_id'> | undefined, actor: Person): Party {
  const side = thread && partyOf(thread, actor.accountId)
  if (!side) throw notFound('thread')
  requireParty(actor, side)
  return side
}
