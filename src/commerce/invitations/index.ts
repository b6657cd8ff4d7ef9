import type { Core, Person } from '#platform/context/index.ts'
import * as queries from './queries.ts'
import type { ListInvitations } from './schema.ts'

export { countAudience } from './invite.ts'
export { closeInvitations, closeInvitationsBetween, leaveInvitations } from './close.ts'

const filterOf = (ctx: Core, actor: Person, { status, listing }: ListInvitations) => ({
  accountId: actor.accountId,
  status,
  listing,
  now: ctx.now(),
})

/** Lists the invitations that the actor has received, newest first. */
export const listReceived = (ctx: Core, actor: Person, by: ListInvitations) => queries.pageOfReceived(ctx.db, filterOf(ctx, actor, by), by)

/** Lists the invitations that the actor has sent, newest first. */
export const listSent = (ctx: Core, actor: Person, by: ListInvitations) => queries.pageOfSent(ctx.db, filterOf(ctx, actor, by), by)
