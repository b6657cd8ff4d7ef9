import { approvalsToApply, approvalsToUndo } from './approvals.ts'
import { editFor, refusalOf } from './plan.ts'
import * as queries from './queries.ts'
import type { BulkItem, BulkRow } from './queries.ts'
import type { Snapshot } from './rules.ts'
import { lockListing, type Owner } from '#catalog/listings/access.ts'
import { changeListing } from '#catalog/listings/change.ts'
import { deleteListing } from '#catalog/listings/index.ts'
import { publishListing, unpublishListing } from '#catalog/listings/publish.ts'
import { restorePublication, restoreValues } from '#catalog/listings/restore.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import { personOfKeyId } from '#identity/credentials/index.ts'
import { inTransaction, type Context, type Tx } from '#platform/context/index.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { enqueueOnce } from '#platform/jobs/index.ts'

/** Rows per job. The limit prevents a large bulk change from occupying a worker slot for long, and from delaying a shutdown. */
const ROWS_PER_JOB = 50

export type BulkJob = { id: string; part: number; undo: boolean }

export const enqueueBulk = (ctx: Context, { id, part, undo }: BulkJob): Promise<void> =>
  enqueueOnce(ctx, 'bulk_change', { id, part, undo }, `bulk ${id} ${undo ? 'undo' : 'run'} ${part}`)

/**
 * Runs part of a bulk change or of its undo. Changes each row and records the progress in the same transaction. A job that runs twice or
 * stops midway therefore neither repeats nor skips a row.
 */
export async function runBulk(ctx: Context, job: BulkJob): Promise<void> {
  await queries.markRunning(ctx.db, job.id)
  for (let count = 0; count < ROWS_PER_JOB; count++) if (!(await runNext(ctx, job))) return
  await enqueueBulk(ctx, { ...job, part: job.part + 1 })
}

async function runNext(ctx: Context, job: BulkJob): Promise<boolean> {
  let current: BulkItem | undefined
  try {
    return await inTransaction(ctx, async (tx) => {
      const next = await lockNext(tx, job)
      if (!next) return false
      current = next.item
      await (job.undo ? undoItem : changeItem)(tx, next.bulk, next.item)
      return true
    })
  } catch (error) {
    if (!current) throw error
    const refusal = refusalOf(error)
    const { from, to } = job.undo ? ({ from: 'changed', to: 'unrestored' } as const) : ({ from: 'waiting', to: 'refused' } as const)
    await queries.updateItem(ctx.db, current, from, { state: to, ...refusal })
    return true
  }
}

/** Locks the bulk change and its next row. If no rows are left, ends the bulk change. */
async function lockNext(tx: Tx, { id, undo }: BulkJob): Promise<{ bulk: BulkRow; item: BulkItem } | null> {
  const bulk = await queries.lockBulk(tx.db, id)
  if (bulk?.status !== 'running' || bulk.undoing !== undo) return null
  const item = await queries.nextItem(tx.db, id, undo ? 'changed' : 'waiting')
  if (item) return { bulk, item }
  // the bulk change can be undone for 24 hours after it has finished
  await queries.updateBulk(tx.db, id, undo ? { status: 'undone' } : { status: 'done', ended_at: tx.now() })
  return null
}

async function changeItem(tx: Tx, bulk: BulkRow, item: BulkItem): Promise<void> {
  const owner = await requireOwner(tx, bulk)
  const row = await lockListing(tx, owner, item.listing_id)
  if (row.updated_at.toISOString() !== item.before!.updatedAt)
    throw conflict('This listing changed after the bulk change started. Start another one for it.')
  await requireNoOtherApproval(bulk, () => approvalsToApply(tx, bulk.change, [row]))
  const after = await apply(tx, owner, row, bulk)
  const isChanged = after === null || after.updated_at.getTime() !== row.updated_at.getTime()
  await queries.updateItem(tx.db, item, 'waiting', { state: 'changed', changed_at: isChanged ? (after?.updated_at ?? tx.now()) : null })
}

async function apply(tx: Tx, owner: Owner, row: ListingRow, { change }: BulkRow): Promise<ListingRow | null> {
  if (change.publish) return publishListing(tx, owner, row.id)
  if (change.unpublish) return unpublishListing(tx, owner, row.id)
  if (!change.delete) return changeListing(tx, owner, row.id, editFor(row, change)!)
  await deleteListing(tx, owner, row.id)
  return null
}

async function undoItem(tx: Tx, bulk: BulkRow, item: BulkItem): Promise<void> {
  const owner = await requireOwner(tx, bulk)
  const row = await lockListing(tx, owner, item.listing_id)
  if (item.changed_at && row.updated_at.getTime() !== item.changed_at.getTime())
    throw conflict('This listing changed after the bulk change, so it keeps its current values.')
  await requireNoOtherApproval(bulk, () => approvalsToUndo(tx, bulk.change, [row]))
  if (item.changed_at) await restore(tx, owner, row.id, item.before!, bulk)
  await queries.updateItem(tx.db, item, 'changed', { state: 'restored' })
}

async function restore(tx: Tx, owner: Owner, id: string, before: Snapshot, { change }: BulkRow): Promise<void> {
  if (change.publish) await unpublishListing(tx, owner, id)
  else if (change.unpublish) await restorePublication(tx, owner, id, new Date(before.publishedAt!))
  else
    await restoreValues(tx, owner, id, {
      visibility: before.visibility,
      price_cents: before.price,
      price_basis: before.priceBasis as ListingRow['price_basis'],
      lowest_price_cents: before.lowestPrice,
      shipping_cents: before.shipping,
      take_offers: before.takeOffers,
    })
}

/** Returns the account's owner. The account and the key that started the change must still be allowed to write. Errors: 401 or 403. */
async function requireOwner(tx: Tx, { account_id, key_id }: BulkRow): Promise<Owner> {
  if (key_id !== null) {
    const { scopes } = await personOfKeyId(tx, key_id)
    if (!scopes.includes('listings'))
      throw new ApiError('permission', 'The key that started this change lost the scope "listings".', { code: 'scope' })
  } else if (await queries.isBarred(tx.db, account_id)) {
    throw new ApiError('permission', 'A suspended account cannot do this.', { code: 'suspended' })
  }
  return { accountId: account_id }
}

/** Refuses the change to a listing if it now needs an approval that the owner did not give, for example because of a new offer. */
async function requireNoOtherApproval({ forbidden }: BulkRow, required: () => ReturnType<typeof approvalsToApply>): Promise<void> {
  if (forbidden.length === 0) return
  const action = (await required()).find((one) => forbidden.includes(one.action))?.action
  if (action !== undefined)
    throw new ApiError('conflict', `This listing now needs the owner’s approval for ${action}.`, { code: 'changed' })
}
