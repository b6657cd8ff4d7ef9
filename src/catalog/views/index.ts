import type { Anonymous, Context, Person } from '#platform/context/index.ts'

/**
 * Notes that somebody looked at a listing or a shop (completions 4, Views). The owner's own reads do not count.
 * Costs the read nothing: the note is written later, with others.
 */
export const recordVisit = (ctx: Context, actor: Anonymous | Person, of: Subject): void => note(ctx, actor, of, 'view')

/** Notes that somebody shared the address of a listing or a shop: once for each visitor and day, as a view. The owner's own do not count. */
export const recordShare = (ctx: Context, actor: Anonymous | Person, of: Subject): void => note(ctx, asThemselves(actor), of, 'share')

type Subject = { subject: string; ownerId: string }

function note(ctx: Context, actor: Anonymous | Person, { subject, ownerId }: Subject, kind: 'view' | 'share'): void {
  if (actor.kind === 'anonymous')
    return ctx.visits.note(subject, { address: actor.address, userAgent: actor.userAgent ?? '' }, ctx.now(), kind)
  if (actor.accountId !== ownerId) ctx.visits.note(subject, { accountId: actor.accountId }, ctx.now(), kind)
}

/** Who looks at the market while they see their test data is the person that is signed in. */
const asThemselves = <A extends Anonymous | Person>(actor: A): A =>
  actor.kind !== 'anonymous' && actor.testRole ? { ...actor, accountId: actor.world } : actor

/**
 * A page of a shop is the same for all and comes from a host where no session is: it is counted as a stranger's, by address and browser. Its
 * script then asks the main address who looks (`/you/here`), where the session is. For who is signed in the stranger's view is taken back,
 * and they are counted by their account, as by the API, or not at all where the thing is theirs. Without scripts, and where a browser reaches
 * the two hosts by different addresses, it stays a stranger's view.
 */
export function recordNamedVisit(ctx: Context, stranger: Anonymous, person: Person, of: Subject): void {
  ctx.visits.takeBack(of.subject, { address: stranger.address, userAgent: stranger.userAgent ?? '' }, ctx.now())
  recordVisit(ctx, asThemselves(person), of)
}

/** Writes what was noted, and forgets the visitors of days that are over. */
export async function deleteOldVisits(ctx: Context): Promise<void> {
  await ctx.visits.flush()
  await ctx.visits.forget(ctx.now())
}
