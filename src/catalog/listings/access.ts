import type { Tenant } from '#core/tenant.ts'
import type { Context, Person, Tx, Core } from '#platform/context/index.ts'
import { decideListing, type ListingDecision, type ListingFacts, type ListingOperation } from '#catalog/listings/rules/listing.ts'
import { conflict, invalid, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { record, recordAll, type InternalEventType, type NewEvent } from '#platform/events/index.ts'
import { presentListingEvent } from './present.ts'
import * as queries from './queries.ts'
import type { ListingRow, NewListingRow } from './queries.ts'

/** The listing's owner, or a helper that works for the owner. */
export type Owner = Pick<Person, 'accountId'>

/** Returns one of the actor's listings. Errors: 404, also for a different account's listing. */
export async function readListing(ctx: Core, actor: Owner, id: string): Promise<ListingRow> {
  return required(await ifIdOf('lst', id, () => queries.findOwnListing(ctx.db, actor.accountId, id)))
}

/** Locks the actor's listing until the transaction ends. Every change to a listing starts with this call. Errors: 404. */
export async function lockListing(tx: Tx, actor: Owner, id: string): Promise<ListingRow> {
  return required(await ifIdOf('lst', id, () => queries.lockListing(tx.db, actor.accountId, id)))
}

export type Allowed = Exclude<ListingDecision, { kind: 'refuse' }>

/**
 * Checks an operation against the state table. Errors: 400 `title` or `price` if that field is missing. 409 if the operation is not allowed
 * for any other reason.
 */
export async function allow(ctx: Context, operation: ListingOperation, row: ListingRow): Promise<Allowed> {
  return allowed(operation, {
    status: row.status,
    title: row.title,
    priceCents: row.price_cents,
    everSold: row.ever_sold,
    hasUnfinishedOrder: await ctx.hooks.hasUnfinishedOrder(ctx, row.id),
  })
}

/** Checks an operation on a listing that has not been stored yet. Throws the same errors as `allow`. */
export function allowed(operation: ListingOperation, facts: ListingFacts): Allowed {
  const decision = decideListing(operation, facts)
  if (decision.kind !== 'refuse') return decision
  throw 'param' in decision ? invalid(decision.param, decision.message) : conflict(decision.message)
}

export async function recordListing(tx: Tx, type: InternalEventType, row: ListingRow): Promise<void> {
  await record(tx, { accountId: row.owner_id, type, object: presentListingEvent(tx, row) })
}

export async function recordDrafts(
  tx: Tx,
  drafts: readonly { row: NewListingRow; shop: { slug: string; tenant: Tenant } }[],
): Promise<void> {
  await recordAll(
    tx,
    drafts.map(({ row, shop }) => draftEvent(tx, row, shop)),
  )
}

export const draftEvent = (
  tx: Tx,
  draft: Omit<NewListingRow, 'shop_id'>,
  { slug, tenant }: { slug: string; tenant: Tenant },
): NewEvent => ({
  accountId: draft.owner_id,
  type: 'listing.created',
  object: presentListingEvent(tx, { ...draft, status: 'draft', link: null, shop_slug: slug, tenant }),
})

function required(row: ListingRow | undefined): ListingRow {
  if (!row) throw notFound('listing')
  return row
}
