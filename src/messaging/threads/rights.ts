import type { Person } from '#platform/context/index.ts'
import { SIDE_SCOPE } from '#messaging/threads/rules/conversation.ts'
import { SIDES, sideOf, type Side } from '#core/party.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import type { ThreadRow } from './queries.ts'

/** The sides whose threads a key may read and write (completions 11). The endpoints ask for one of the two scopes. */
export const sidesOf = (actor: Person): Side[] => SIDES.filter((side) => actor.scopes.includes(SIDE_SCOPE[side]))

/** The same for one side. Errors: 403. */
export function requireSide(actor: Person, side: Side): void {
  if (!actor.scopes.includes(SIDE_SCOPE[side]))
    throw new ApiError('permission', `This key lacks the scope "${SIDE_SCOPE[side]}", which threads take as a ${side}.`, { code: 'scope' })
}

/** Which side of a thread the actor is. Errors: 404 for a stranger, 403 for a key without the scope of that side. */
export function sideIn(thread: Pick<ThreadRow, 'buyer_id' | 'seller_id'> | undefined, actor: Person): Side {
  const side = thread && sideOf(thread, actor.accountId)
  if (!side) throw notFound('thread')
  requireSide(actor, side)
  return side
}
