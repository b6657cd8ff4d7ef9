import type { Context, Core, Person, Tx } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import type { ApprovalRequirement, Prepared } from '#platform/http/endpoint.ts'
import type { PreparedPhoto } from '#catalog/photos/index.ts'
import { readListing } from './access.ts'
import { approvalsToChange, approvalsToCreate, approvalsToPublish, describeChange, describeCreation } from './approvals.ts'
import { changeListing } from './change.ts'
import { createListing, prepareListing } from './index.ts'
import { publishListing } from './publish.ts'
import * as queries from './queries.ts'
import type { ListingRow } from './queries.ts'
import type { ChangeListing, PutListing } from './schema.ts'
import { lockSku } from './sku.ts'

/**
 * Downloads the photos for a new listing. Does not change the photos of an existing listing. Throws the same errors as `prepareListing`.
 */
export async function preparePut(ctx: Context, actor: Person, sku: string, input: PutListing): Promise<Prepared<PreparedPhoto[]>> {
  const exists = (await queries.findBySku(ctx.db, actor.accountId, sku)) !== undefined
  return exists ? { value: [] } : prepareListing(ctx, actor, input)
}

/**
 * Creates or changes the account's listing with this SKU (spec: completions 13.11). Concurrent calls create only one listing. Throws the
 * same errors as `createListing`, `changeListing` and `publishListing`, and 400 `shop` if the listing is in a different shop.
 */
export async function putListing(
  tx: Tx,
  actor: Person,
  sku: string,
  input: PutListing,
  photos: readonly PreparedPhoto[] = [],
): Promise<{ row: ListingRow; isNew: boolean }> {
  const id = await lockSku(tx, actor.accountId, sku)
  if (id === undefined) return { row: await createListing(tx, actor, { ...input, sku }, photos), isNew: true }
  const row = await changeListing(tx, actor, id, changeIn(input))
  if (input.shop !== undefined && input.shop.trim().toLowerCase() !== row.shop_slug)
    throw invalid('shop', `shop must be ${row.shop_slug}, because a listing cannot move to another shop.`)
  return { row: input.publish ? await publishListing(tx, actor, id) : row, isNew: false }
}

/** Returns the approvals that the creation or change of the listing requires. */
export async function approvalsToPut(ctx: Core, actor: Person, sku: string, input: PutListing): Promise<ApprovalRequirement[]> {
  const id = await queries.findBySku(ctx.db, actor.accountId, sku)
  if (id === undefined) return approvalsToCreate(input)
  const isDraft = (await readListing(ctx, actor, id)).status === 'draft'
  return [...(await approvalsToChange(ctx, actor, id, changeIn(input))), ...(input.publish && isDraft ? approvalsToPublish() : [])]
}

/** Describes the creation or change of the listing for the owner who must approve it. Errors: 409 if the listing is sold. */
export async function describePut(ctx: Context, actor: Person, sku: string, input: PutListing): Promise<string> {
  const id = await queries.findBySku(ctx.db, actor.accountId, sku)
  if (id === undefined) return describeCreation(input)
  const change = changeIn(input)
  // a request without a change and without publication needs no approval
  return [
    ...(Object.keys(change).length > 0 ? [await describeChange(ctx, actor, id, change)] : []),
    ...(input.publish ? [`Publish the listing with the SKU ${sku}.`] : []),
  ].join(' ')
}

function changeIn({ shop: _shop, prompt: _prompt, photo_urls: _photos, publish: _publish, ...change }: PutListing): ChangeListing {
  return change
}
