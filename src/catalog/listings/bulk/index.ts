import { approvalsToApply, approvalsToUndo, describeChange, forbiddenBeyond } from './approvals.ts'
import { planBulk, tokenOf, type Plan, type Selection } from './plan.ts'
import { presentBulk, presentPreview, undoUntil } from './present.ts'
import * as queries from './queries.ts'
import type { BulkRow } from './queries.ts'
import { MAX_BULK, PREVIEW_MS } from './rules.ts'
import { enqueueBulk } from './run.ts'
import type { BulkListings } from './schema.ts'
import { listingsByIds, listListings } from '#catalog/listings/index.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import { ifIdOf, isIdOf } from '#platform/context/ids.ts'
import type { Context, Core, Person, Tx } from '#platform/context/index.ts'
import { ApiError, conflict, invalid, notFound } from '#platform/errors/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'

/**
 * Returns the listings that a bulk change selects. Errors: 400 `where` if the query matches no listing, or more than 1,000; 400
 * `min_price`.
 */
async function selectListings(ctx: Core, actor: Person, { ids, where }: BulkListings): Promise<Selection> {
  if (ids) {
    const unique = [...new Set(ids)]
    return {
      ids: unique,
      listings: await listingsByIds(
        ctx,
        actor,
        unique.filter((id) => isIdOf('lst', id)),
      ),
    }
  }
  const { rows, total } = await listListings(ctx, actor, { ...where, sort: where?.sort ?? 'changed', limit: MAX_BULK, offset: 0 })
  if (total > MAX_BULK) throw invalid('where', `where matches ${total} listings. A bulk change takes at most ${MAX_BULK}: add a filter.`)
  if (rows.length === 0) throw invalid('where', 'where matches no listing.')
  return { ids: rows.map(({ id }) => id), listings: new Map(rows.map((row) => [row.id, row])) }
}

/**
 * Returns the effect that a bulk change would have, and the token for running the change. Writes nothing. Throws the same errors as
 * `selectListings`.
 */
export async function previewBulk(ctx: Context, actor: Person, body: BulkListings) {
  const plan = await planBulk(ctx, await selectListings(ctx, actor, body), body.change)
  const expires = Math.ceil((ctx.now().getTime() + PREVIEW_MS) / 1000)
  return presentPreview(plan, { text: tokenOf(body.change, plan, expires), expiresAt: new Date(expires * 1000) })
}

/**
 * Queues a job that runs a bulk change. Errors: same as `selectListings`. 409 if the account has an unfinished bulk change, or the token
 * has expired. 409 `changed` if a listing has changed since the preview.
 */
export async function startBulk(tx: Tx, actor: Person, body: BulkListings) {
  const { change, token } = body
  const selection = await selectListings(tx, actor, body)
  const required = await approvalsToApply(tx, change, [...selection.listings.values()])
  const plan = await planBulk(tx, selection, change)
  if (token !== undefined) requireToken(tx, plan, body as BulkListings & { token: string }, needsApproval(actor, required))
  const row = {
    id: tx.newId('blk'),
    account_id: actor.accountId,
    key_id: actor.kind === 'key' ? actor.credential : null,
    change,
    forbidden: forbiddenBeyond(actor.askFirst, required),
    created_at: tx.now(),
  }
  const before = new Map(plan.rows.map((planned) => [planned.listing.id, planned.before]))
  const refusals = new Map(plan.refused.map((refused) => [refused.id, refused]))
  const items = plan.order.map((id) => ({
    listing_id: id,
    before: before.get(id) ?? null,
    state: refusals.has(id) ? ('refused' as const) : ('waiting' as const),
    message: refusals.get(id)?.message ?? null,
    param: refusals.get(id)?.param ?? null,
  }))
  if (await queries.hasUnfinished(tx.db, actor.accountId)) throw unfinished()
  if (!(await queries.insertBulk(tx.db, row, items))) throw unfinished()
  await enqueueBulk(tx, { id: row.id, part: 0, undo: false })
  const counts = { waiting: plan.rows.length, refused: plan.refused.length }
  const queued = { ...row, status: 'queued' as const, undoing: false, ended_at: null }
  return presentBulk(queued, { counts, refused: items.filter(({ state }) => state === 'refused') })
}

/**
 * Checks the token of a preview. If the owner approved the request, ignores the token's expiry, because the owner may have decided later.
 * The approval covers only the versions of the listings that the owner approved.
 */
function requireToken(ctx: Core, plan: Plan, { change, token }: BulkListings & { token: string }, isApproved: boolean): void {
  const expires = Number(/^(\d{1,12})\./.exec(token)?.[1])
  if (Number.isNaN(expires)) throw invalid('token', 'token must be the token of a preview.')
  if (!isApproved) requireFresh(ctx, token)
  if (token !== tokenOf(change, plan, expires))
    throw new ApiError('conflict', 'A listing or the change differs from the preview. Preview the change again.', {
      code: 'changed',
      param: 'token',
    })
}

function requireFresh(ctx: Core, token: string): void {
  if (Number.parseInt(token, 10) * 1000 <= ctx.now().getTime())
    throw conflict('The preview is older than 10 minutes. Preview the change again.', 'token')
}

const needsApproval = ({ askFirst }: Person, required: readonly ApprovalRequirement[]): boolean =>
  required.some(({ action }) => askFirst.includes(action))

const unfinished = (): ApiError => conflict('Another bulk change of this account is still running. Wait until it is done.')

/** Returns the approvals that a bulk request requires. A preview requires none. */
export async function approvalsToStart(ctx: Core, actor: Person, body: BulkListings): Promise<ApprovalRequirement[]> {
  if (body.preview) return []
  const { listings } = await selectListings(ctx, actor, body)
  return approvalsToApply(ctx, body.change, [...listings.values()])
}

/**
 * Describes a bulk change for the owner who must approve it. Errors: 409 if the token has expired, or if none of the listings can be
 * changed.
 */
export async function describeStart(ctx: Context, actor: Person, body: BulkListings): Promise<string> {
  if (body.token !== undefined) requireFresh(ctx, body.token)
  const { rows } = await planBulk(ctx, await selectListings(ctx, actor, body), body.change)
  if (rows.length === 0) throw conflict('None of these listings allows this change. Preview it to see the reasons.')
  return describeChange(body.change, rows.length)
}

/** Returns the ids of the listings that a request selects. An approval covers exactly these listings. */
export const selectedIds = async (ctx: Core, actor: Person, body: BulkListings): Promise<readonly string[]> =>
  (await selectListings(ctx, actor, body)).ids

/** Returns a bulk change with its progress. Errors: 404. */
export async function readBulk(ctx: Core, actor: Person, id: string) {
  const row = await requireBulk(ctx, actor, id)
  return presentBulk(row, await queries.progressOf(ctx.db, id))
}

async function requireBulk(ctx: Core, actor: Person, id: string): Promise<BulkRow> {
  const row = await ifIdOf('blk', id, () => queries.findBulk(ctx.db, actor.accountId, id))
  if (!row) throw notFound('bulk change')
  return row
}

/** Returns the account's latest bulk change, or null if there is none. */
export async function latestBulk(ctx: Core, actor: Person) {
  const row = await queries.latestBulk(ctx.db, actor.accountId)
  return row ? { ...presentBulk(row, await queries.progressOf(ctx.db, row.id)), change: row.change, undoing: row.undoing } : null
}

/**
 * Queues a job that undoes a bulk change. Listings that were edited since then retain their values and are listed in `refused`. Errors:
 * 404. 409 if the bulk change deleted listings, is unfinished, was already undone, or ended more than 24 hours ago.
 */
export async function undoBulk(tx: Tx, actor: Person, id: string) {
  await requireBulk(tx, actor, id)
  const row = (await queries.lockBulk(tx.db, id))!
  requireUndoable(tx, row)
  if (await queries.hasUnfinished(tx.db, actor.accountId)) throw unfinished()
  const required = await approvalsToUndo(tx, row.change, await changedListings(tx, actor, id))
  await queries.updateBulk(tx.db, id, {
    status: 'queued',
    undoing: true,
    key_id: actor.kind === 'key' ? actor.credential : null,
    forbidden: forbiddenBeyond(actor.askFirst, required),
  })
  await enqueueBulk(tx, { id, part: 0, undo: true })
  return readBulk(tx, actor, id)
}

function requireUndoable(ctx: Core, row: BulkRow): void {
  if (row.change.delete) throw conflict('Deleted listings cannot be restored.')
  if (row.status === 'undone') throw conflict('This bulk change is already undone.')
  const until = undoUntil(row)
  if (!until) throw unfinished()
  if (until <= ctx.now()) throw conflict('A bulk change can be undone within 24 hours.')
}

const changedIds = async (ctx: Core, id: string): Promise<string[]> =>
  (await queries.itemsOf(ctx.db, id, ['changed'])).map(({ listing_id }) => listing_id)

async function changedListings(ctx: Core, actor: Person, id: string): Promise<ListingRow[]> {
  return [...(await listingsByIds(ctx, actor, await changedIds(ctx, id))).values()]
}

/** Returns the approvals that an undo requires. Errors: 404. */
export async function approvalsToUndoBulk(ctx: Core, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  const { change } = await requireBulk(ctx, actor, id)
  return approvalsToUndo(ctx, change, await changedListings(ctx, actor, id))
}

/** Describes an undo for the owner who must approve it. Errors: 404, 409 if the bulk change cannot be undone. */
export async function describeUndo(ctx: Core, actor: Person, id: string): Promise<string> {
  const row = await requireBulk(ctx, actor, id)
  requireUndoable(ctx, row)
  return `Undo this bulk change: ${describeChange(row.change, (await changedIds(ctx, id)).length)}`
}

/** Returns the ids of the listings that an undo would restore. Errors: 404. */
export async function undoneIds(ctx: Core, actor: Person, id: string): Promise<readonly string[]> {
  await requireBulk(ctx, actor, id)
  return changedIds(ctx, id)
}
