import type { Anonymous, Context, Person } from '#platform/context.ts'

/**
 * Notes that somebody looked at a listing or a shop (completions 4, Views). The owner's own reads do not count.
 * Costs the read nothing: the note is written later, with others.
 */
export function recordVisit(ctx: Context, actor: Anonymous | Person, { subject, ownerId }: { subject: string; ownerId: string }): void {
  if (actor.kind === 'anonymous') return ctx.visits.note(subject, { address: actor.address, userAgent: actor.userAgent ?? '' }, ctx.now())
  if (actor.accountId !== ownerId) ctx.visits.note(subject, { accountId: actor.accountId }, ctx.now())
}

/** Writes what was noted, and forgets the visitors of days that are over. */
export async function sweepVisits(ctx: Context): Promise<void> {
  await ctx.visits.flush()
  await ctx.visits.forget(ctx.now())
}
