import type { Anonymous, Context, Person } from '#platform/context/index.ts'

/**
 * Records a view of a listing or shop, except by its owner (completions 4, Views). Costs the read nothing: views are written later in
 * batches.
 */
export const recordVisit = (ctx: Context, actor: Anonymous | Person, of: Subject): void => note(ctx, actor, of, 'view')

/** Records a share of a listing or shop, once per visitor and day, except by its owner. */
export const recordShare = (ctx: Context, actor: Anonymous | Person, of: Subject): void => note(ctx, asThemselves(actor), of, 'share')

type Subject = { subject: string; ownerId: string }

function note(ctx: Context, actor: Anonymous | Person, { subject, ownerId }: Subject, kind: 'view' | 'share'): void {
  if (actor.kind === 'anonymous')
    return ctx.visits.note(subject, { address: actor.address, userAgent: actor.userAgent ?? '' }, ctx.now(), kind)
  if (actor.accountId !== ownerId) ctx.visits.note(subject, { accountId: actor.accountId }, ctx.now(), kind)
}

/** Returns the signed-in person for an actor in test mode who views the market. */
const asThemselves = <A extends Anonymous | Person>(actor: A): A =>
  actor.kind !== 'anonymous' && actor.testRole ? { ...actor, accountId: actor.world } : actor

/**
 * Attributes an anonymous visit to a signed-in person. A shop's page is the same for all viewers, on a host without sessions, so it first
 * counts an anonymous view by address and browser. Its script then asks the main host who the viewer is (`/you/here`). For a signed-in
 * viewer the anonymous view is taken back. It counts for the account as by the API, or not at all for the owner. Without scripts, or with
 * different addresses on the two hosts, the anonymous view stays.
 */
export function recordNamedVisit(ctx: Context, stranger: Anonymous, person: Person, of: Subject): void {
  ctx.visits.takeBack(of.subject, { address: stranger.address, userAgent: stranger.userAgent ?? '' }, ctx.now())
  recordVisit(ctx, asThemselves(person), of)
}

/** Writes recorded visits, and deletes visitors of past days. */
export async function deleteOldVisits(ctx: Context): Promise<void> {
  await ctx.visits.flush()
  await ctx.visits.forget(ctx.now())
}
