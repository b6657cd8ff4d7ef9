import type { Person } from '#platform/context/index.ts'
import { PARTY_SCOPE } from '#messaging/threads/rules/conversation.ts'
import { PARTIES, partyOf, type Party } from '#core/party.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import type { ThreadRow } from './queries.ts'

/** The sides whose threads a key may read and write (completions 11). The endpoints ask for one of the two scopes. */
export const partiesOf = (actor: Person): Party[] => PARTIES.filter((side) => actor.scopes.includes(PARTY_SCOPE[side]))

/** The same for one side. Errors: 403. */
export function requireParty(actor: Person, side: Party): void {
  if (!actor.scopes.includes(PARTY_SCOPE[side]))
    throw new ApiError('permission', `This key lacks the scope "${PARTY_SCOPE[side]}", which threads take as a ${side}.`, { code: 'scope' })
}

/** Which side of a thread the actor is. Errors: 404 for a stranger, 403 for a key without the scope of that side. */
export function partyInThread(thread: Pick<ThreadRow, 'buyer_id' | 'seller_id'> | undefined, actor: Person): Party {
  const side = thread && partyOf(thread, actor.accountId)
  if (!side) throw notFound('thread')
  requireParty(actor, side)
  return side
}
