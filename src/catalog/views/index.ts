import type { Anonymous, Context, Person } from '#platform/context/index.ts'

/**
 * Records a view, unless the viewer is the owner (spec: completions 4, Views). Returns immediately; the views are stored later, in batches.
 */
export const recordVisit = (ctx: Context, actor: Anonymous | Person, of: Subject): void => note(ctx, actor, of, 'view')

/** Records a share, unless the visitor is the owner. Each visitor counts at most once per day. */
export const recordShare = (ctx: Context, actor: Anonymous | Person, of: Subject): void => note(ctx, asThemselves(actor), of, 'share')

type Subject = { subject: string; ownerId: string }

function note(ctx: Context, actor: Anonymous | Person, { subject, ownerId }: Subject, kind: 'view' | 'share'): void {
  if (actor.kind === 'anonymous')
    return ctx.visits.note(subject, { address: actor.address, userAgent: actor.userAgent ?? '' }, ctx.now(), kind)
  if (actor.accountId !== ownerId) ctx.visits.note(subject, { accountId: actor.accountId }, ctx.now(), kind)
}

/**
 * In test mode, returns the signed-in user in place of the test account, because the test account may own the shop. The id of a test tenant
 * is the user's account id.
 */
const asThemselves = <A extends Anonymous | Person>(actor: A): A =>
  actor.kind !== 'anonymous' && actor.testRole ? { ...actor, accountId: actor.tenant } : actor

/**
 * Attributes an anonymous visit to a signed-in user. A shop's page is the same for everyone, on a host without sessions, so the page
 * records an anonymous view by IP address and browser. A script on the page then sends a request to the main host (`/you/here`), where the
 * viewer may be signed in. In this case, this function removes the anonymous view and counts a view by the account, unless the account owns
 * the shop. If the browser runs no scripts, or uses different IP addresses for the two hosts, the anonymous view remains.
 */
export function recordNamedVisit(ctx: Context, visitor: Anonymous, person: Person, of: Subject): void {
  ctx.visits.takeBack(of.subject, { address: visitor.address, userAgent: visitor.userAgent ?? '' }, ctx.now())
  recordVisit(ctx, asThemselves(person), of)
}

/** Writes the recorded views to the database, and deletes the records of visitors on earlier days. */
export async function deleteOldVisits(ctx: Context): Promise<void> {
  await ctx.visits.flush()
  await ctx.visits.forget(ctx.now())
}
