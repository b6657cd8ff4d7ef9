import type { Anonymous, Context, Person } from '#platform/context.ts'

/**
 * Notes that somebody looked at a listing or a shop (completions 4, Views). The owner's own reads do not count.
 * Costs the read nothing: the note is written later, with others.
 */
export function recordVisit(ctx: Context, actor: Anonymous | Person, { subject, ownerId }: { subject: string; ownerId: string }): void {
  if (actor.kind === 'anonymous') return ctx.visits.note(subject, { address: actor.address, userAgent: actor.userAgent ?? '' }, ctx.now())
  if (actor.accountId !== ownerId) ctx.visits.note(subject, { accountId: actor.accountId }, ctx.now())
}

/**
 * A page of a shop is the same for all and comes from a host where no session is: it is counted as a stranger's, by address and browser. Its
 * script then asks the main address who looks (`/you/here`), where the session is. For who is signed in the stranger's view is taken back,
 * and they are counted by their account, as by the API, or not at all where the thing is theirs. Without scripts, and where a browser reaches
 * the two hosts by different addresses, it stays a stranger's view.
 */
export function recordNamedVisit(ctx: Context, stranger: Anonymous, person: Person, of: { subject: string; ownerId: string }): void {
  ctx.visits.takeBack(of.subject, { address: stranger.address, userAgent: stranger.userAgent ?? '' }, ctx.now())
  // who looks while they see their test data is the same person
  recordVisit(ctx, person.testRole ? { ...person, accountId: person.world } : person, of)
}

/** Writes what was noted, and forgets the visitors of days that are over. */
export async function sweepVisits(ctx: Context): Promise<void> {
  await ctx.visits.flush()
  await ctx.visits.forget(ctx.now())
}
