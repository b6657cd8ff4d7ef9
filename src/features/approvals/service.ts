import type { Context, Person } from '#context.ts'
import type { AskFirst, Scope } from '#domain/scopes.ts'
import { personOfKeyId } from '#features/keys/authenticate.ts'
import { ApiError, conflict, notFound } from '#lib/errors.ts'
import { record } from '#lib/events.ts'
import type { Ask, Endpoint } from '#lib/http/endpoint.ts'
import { asApiError, errorBody } from '#lib/http/failures.ts'
import { requireAccess, runEndpoint, validateInput, type RawRequest } from '#lib/http/run.ts'
import { presentApproval } from './present.ts'
import * as queries from './queries.ts'
import type { ApprovalRow } from './queries.ts'
import type { ApprovalStatus } from './schema.ts'

const OPEN_MS = 24 * 3600_000
const STUCK_MS = 60_000

type StoredRequest = RawRequest & { endpoint: string; fromForm: boolean }

export type Held = { endpoint: Endpoint; raw: RawRequest; fromForm: boolean; ask: Ask; summary: string }

/** Stores a request that its key has to ask for first, and tells the owner (completions 3, `ask_first`). */
export async function hold(tx: Context, actor: Person, held: Held): Promise<ApprovalRow> {
  const id = tx.newId('apr')
  const now = tx.now()
  const request: StoredRequest = { ...held.raw, endpoint: held.endpoint.id, fromForm: held.fromForm }
  await queries.insertApproval(tx.db, {
    id,
    account_id: actor.accountId,
    key_id: actor.credential,
    action: held.ask.action,
    summary: held.summary,
    amount_cents: held.ask.amountCents ?? null,
    request,
    created_at: now,
    expires_at: new Date(now.getTime() + OPEN_MS),
  })
  const row = await read(tx, actor.accountId, id)
  await record(tx, { accountId: actor.accountId, type: 'approval.asked', object: presentApproval(tx, row) })
  return row
}

/** An agent key sees what it asked for itself; its owner sees all. */
export const list = (ctx: Context, actor: Person, by: { status?: ApprovalStatus | undefined; limit: number; offset: number }) =>
  queries.listApprovals(ctx.db, {
    accountId: actor.accountId,
    keyId: actor.keyKind === 'agent' ? actor.credential : null,
    now: ctx.now(),
    ...by,
    status: by.status,
  })

/**
 * The owner's yes: the stored request runs once, with everything checked anew, and its answer is kept in `result`.
 * Errors: 404 not theirs, 403 for a key that would have to ask itself, 409 when it was decided, ran out, or the
 * asking key no longer works.
 */
export async function approve(ctx: Context, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await decidable(ctx, actor, id)
  await personOfKeyId(ctx, row.key_id).catch((error: unknown) => {
    throw error instanceof ApiError ? conflict('The key that asked no longer works, so this cannot be approved. Decline it.') : error
  })
  if (!(await queries.moveApproval(ctx.db, id, 'pending', 'approved', { now: ctx.now() }))) throw await alreadyDecided(ctx, actor, id)
  await runApproved(ctx, actor.accountId, id)
  return read(ctx, actor.accountId, id)
}

/** The owner's no. Errors as `approve`. */
export async function decline(ctx: Context, actor: Person, id: string): Promise<ApprovalRow> {
  await decidable(ctx, actor, id)
  if (!(await queries.moveApproval(ctx.db, id, 'pending', 'declined', { now: ctx.now() }))) throw await alreadyDecided(ctx, actor, id)
  return read(ctx, actor.accountId, id)
}

/**
 * Runs an approved request. The move to `done` is in the transaction of its effect, so that it happens once even
 * when two processes try or one dies half-way.
 */
export async function runApproved(ctx: Context, accountId: string, id: string): Promise<void> {
  const row = await queries.findApproval(ctx.db, accountId, id)
  if (row?.status !== 'approved') return
  const request = row.request as StoredRequest
  try {
    const endpoint = ctx.endpoints.get(request.endpoint)
    if (!endpoint) throw conflict('This kind of request no longer exists.')
    const asker = await personOfKeyId(ctx, row.key_id)
    requireAccess(endpoint, asker)
    const input = validateInput(endpoint, request, request.fromForm)
    await runEndpoint(ctx, endpoint, asker, input, async (tx, answer) => {
      const result = { status: answer.status, body: answer.body }
      if (!(await queries.moveApproval(tx.db, id, 'approved', 'done', { now: tx.now(), result }))) throw conflict('This was run already.')
    })
  } catch (error) {
    const known = asApiError(error, ctx.log, id)
    if (known.status >= 500 && known.type === 'unavailable') throw error
    await queries.moveApproval(ctx.db, id, 'approved', 'failed', {
      now: ctx.now(),
      result: { status: known.status, body: errorBody(known) },
    })
  }
}

/** One approval as the actor may see it: an agent key sees its own alone. */
export async function readFor(ctx: Context, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await read(ctx, actor.accountId, id)
  if (actor.keyKind === 'agent' && row.key_id !== actor.credential) throw notFound('approval')
  return row
}

async function read(ctx: Context, accountId: string, id: string): Promise<ApprovalRow> {
  const row = await queries.findApproval(ctx.db, accountId, id)
  if (!row) throw notFound('approval')
  return row
}

/** Ends what nobody answered, and finishes what a killed process had begun. */
export async function sweepApprovals(ctx: Context): Promise<void> {
  await queries.expireApprovals(ctx.db, ctx.now())
  for (const { id } of await queries.stuckApprovals(ctx.db, new Date(ctx.now().getTime() - STUCK_MS))) {
    await runApproved(ctx, (await queries.findApprovalAccount(ctx.db, id))!, id)
  }
}

async function decidable(ctx: Context, actor: Person, id: string): Promise<ApprovalRow> {
  const row = await readFor(ctx, actor, id)
  if (actor.kind === 'session') return row
  const action = row.action as AskFirst
  const may = actor.keyKind === 'api' && actor.scopes.includes(scopeOf(action)) && !actor.askFirst.includes(action)
  if (!may)
    throw new ApiError(
      'permission',
      `This key cannot decide on ${action}: that takes the owner's session, or an api key with the scope "${scopeOf(action)}" that does not have to ask itself.`,
      { code: 'scope' },
    )
  return row
}

/** An action is named after its scope: `orders.refund` needs `orders`. */
const scopeOf = (action: AskFirst): Scope => action.split('.')[0] as Scope

async function alreadyDecided(ctx: Context, actor: Person, id: string): Promise<ApiError> {
  const { status } = presentApproval(ctx, await read(ctx, actor.accountId, id))
  return conflict(`This approval is ${status} and cannot be decided any more.`)
}
