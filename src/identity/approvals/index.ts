import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import type { AskFirst, Scope } from '#core/scopes.ts'
import { isPaused, personOfKeyId } from '#identity/credentials/index.ts'
import { requireMayApprove } from '#identity/spend-limits/index.ts'
import { ApiError, conflict, notFound } from '#platform/errors/index.ts'
import { asApiError, errorBody } from '#platform/http/failures.ts'
import { requireProof } from '#platform/http/proof.ts'
import { requireAccess, runEndpoint, validateInput } from '#platform/http/run.ts'
import { changed, lock, type StoredRequest } from './request.ts'
import { presentApproval } from './present.ts'
import * as queries from './queries.ts'
import type { ApprovalRow } from './queries.ts'
import { sameVersions, type Versions } from './records/index.ts'
import type { ApprovalStatus } from './schema.ts'

export { requestApproval, lock } from './request.ts'

const STUCK_MS = 60_000

/** Lists approvals. With an agent key, only the requests made with this key are visible; the owner sees all requests. */
export const list = (ctx: Core, actor: Person, by: { status?: ApprovalStatus | undefined; limit: number; offset: number }) =>
  queries.listApprovals(ctx.db, {
    ...whoseOf(actor),
    keyId: actor.keyKind === 'agent' ? actor.credential : null,
    now: ctx.now(),
    ...by,
    status: by.status,
  })

/**
 * Approves a request. The stored request then runs once, with all checks, and its response is stored in `result`. Errors: 404 for a request
 * that belongs to another account; 403 for a key that needs approval for this action or has lower spending limits; 403 `proof` if the
 * endpoint requires a recent proof of identity and the session has none (spec: completions 12); 409 if the request was already decided or
 * has expired, or if helpers are paused (`brake`); 409 if the requesting key no longer works; 409 `changed` if a record has changed since
 * the request.
 */
export async function approve(ctx: Context, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await decidable(ctx, actor, id)
  requireMayApprove(actor, row.amount_cents)
  const endpoint = ctx.endpoints.get((row.request as StoredRequest).endpoint)
  if (endpoint?.proof) requireProof(actor, ctx.now())
  if (await isPaused(ctx, row.key_id))
    throw new ApiError('conflict', 'All automation of this account is paused. Resume it first, then approve.', { code: 'brake' })
  await personOfKeyId(ctx, row.key_id).catch((error: unknown) => {
    throw error instanceof ApiError
      ? conflict('The key that sent this request no longer works, so you cannot approve it. Decline it.')
      : error
  })
  if (!(await queries.updateApprovalStatus(ctx.db, id, 'pending', 'approved', { now: ctx.now() })))
    throw await alreadyDecided(ctx, actor, id)
  await runApproved(ctx, id)
  const after = await read(ctx, actor, id)
  if (after.status === 'failed' && codeOf(after) === 'changed') throw changed()
  return after
}

const codeOf = ({ result }: ApprovalRow): unknown => (result as { body?: { error?: { code?: unknown } } } | null)?.body?.error?.code

/** Declines a request. Errors: those of `approve`. */
export async function decline(ctx: Core, actor: Person, id: string): Promise<ApprovalRow> {
  await decidable(ctx, actor, id)
  if (!(await queries.updateApprovalStatus(ctx.db, id, 'pending', 'declined', { now: ctx.now() })))
    throw await alreadyDecided(ctx, actor, id)
  return read(ctx, actor, id)
}

/**
 * Runs an approved request. The transaction that executes the request also sets the status `done`. The request therefore runs only once,
 * even if two processes try to run it, or a process ends unexpectedly. Each transaction first locks the request's records and compares
 * their versions.
 */
export async function runApproved(ctx: Context, id: string): Promise<void> {
  const row = await queries.findAnyApproval(ctx.db, id)
  if (row?.status !== 'approved') return
  const request = row.request as StoredRequest
  try {
    const endpoint = ctx.endpoints.get(request.endpoint)
    if (!endpoint) throw conflict('This type of request no longer exists.')
    const asker = await personOfKeyId(ctx, row.key_id)
    requireAccess(endpoint, asker)
    const input = validateInput(endpoint, request, request.fromForm)
    const ready = { endpoint, raw: request, fromForm: request.fromForm, input }
    const guard = async (tx: Tx) => {
      if (!sameVersions(row.versions as Versions, await lock(tx, asker, ready))) throw changed()
    }
    await inTransaction({ ...ctx, guard }, async (tx) => {
      const required = (await endpoint.approvals?.(input, tx, asker)) ?? []
      // rejects the request if it would now perform actions other than the approved ones
      if (row.actions.length > 0 && required.some(({ action }) => asker.askFirst.includes(action) && !row.actions.includes(action)))
        throw changed()
    })
    await runEndpoint({ ...ctx, guard }, endpoint, asker, input, async (tx, answer) => {
      const result = { status: answer.status, body: answer.body }
      if (!(await queries.updateApprovalStatus(tx.db, id, 'approved', 'done', { now: tx.now(), result })))
        throw conflict('This request has already been executed.')
    })
  } catch (error) {
    const known = asApiError(error, ctx.log, id)
    if (known.type === 'unavailable') throw error
    await queries.updateApprovalStatus(ctx.db, id, 'approved', 'failed', {
      now: ctx.now(),
      result: { status: known.status, body: errorBody(known) },
    })
  }
}

/**
 * Returns an approval that the actor is allowed to see. With an agent key, these are only the approvals for requests made with this key.
 */
export async function readFor(ctx: Core, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await read(ctx, actor, id)
  if (actor.keyKind === 'agent' && row.key_id !== actor.credential) throw notFound('approval')
  return row
}

/** Returns an approval with its stored request, in API format. Errors: 404. */
export async function readPresentedApproval(ctx: Core, actor: Person, id: string) {
  const row = await readFor(ctx, actor, id)
  const { endpoint, params, query, body } = row.request as StoredRequest
  return { approval: presentApproval(ctx, row), request: { endpoint, params, query, body } }
}

/**
 * Selects the approvals that an actor may see. A session includes requests that were made with its test keys. A key includes only approvals
 * in its own tenant.
 */
const whoseOf = ({ accountId, kind }: Person): queries.Whose => ({ accountId, withTest: kind === 'session' })

async function read(ctx: Core, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await queries.findApproval(ctx.db, whoseOf(actor), id)
  if (!row) throw notFound('approval')
  return row
}

export type Approval = ReturnType<typeof presentApproval>

/** Returns the newest approval that this key has requested for a record at this endpoint, or null. */
export async function latestAbout(ctx: Core, actor: Person, about: { endpoint: string; id: string }): Promise<Approval | null> {
  if (actor.kind !== 'key') return null
  const row = await queries.latestAbout(ctx.db, { keyId: actor.credential, ...about })
  return row ? presentApproval(ctx, row, actor) : null
}

/** Expires unanswered approvals. */
export const expireApprovals = (ctx: Core): Promise<void> => queries.expireApprovals(ctx.db, ctx.now())

/** Runs approved requests that did not finish because a process ended. */
export async function finishApproved(ctx: Context, stopped: AbortSignal): Promise<void> {
  for (const { id } of await queries.stuckApprovals(ctx.db, new Date(ctx.now().getTime() - STUCK_MS))) {
    if (stopped.aborted) return
    // if one request fails, for example because a provider is unavailable, the remaining requests still run
    await runApproved(ctx, id).catch((error: unknown) =>
      ctx.log.warn({ err: error, approval: id }, 'an approved request could not run and will be retried'),
    )
  }
}

async function decidable(ctx: Core, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await readFor(ctx, actor, id)
  if (actor.kind === 'session') return row
  const may = (action: AskFirst) => actor.keyKind === 'api' && actor.scopes.includes(scopeOf(action)) && !actor.askFirst.includes(action)
  for (const action of (row.actions.length > 0 ? row.actions : [row.action]) as AskFirst[])
    if (!may(action))
      throw new ApiError(
        'permission',
        `This key cannot decide approvals for ${action}. Use the owner’s session, or a key of kind "api" with the scope "${scopeOf(action)}" that does not need approval itself.`,
        { code: 'scope' },
      )
  return row
}

/** Returns the scope that an action requires. For example, `orders.refund` requires `orders`. */
const scopeOf = (action: AskFirst): Scope => action.split('.')[0] as Scope

async function alreadyDecided(ctx: Core, actor: Person, id: string): Promise<ApiError> {
  const { status } = presentApproval(ctx, await read(ctx, actor, id))
  return conflict(`This approval is ${status} and can no longer be decided.`)
}
