import { createHash } from 'node:crypto'
import type { Person, Tx } from '#platform/context/index.ts'
import { canonicalJson } from '#platform/encoding/canonical-json.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { record } from '#platform/events/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { errorBody } from '#platform/http/failures.ts'
import type { Ready } from '#platform/http/pipeline.ts'
import type { RawRequest } from '#platform/http/run.ts'
import { presentApproval } from './present.ts'
import * as queries from './queries.ts'
import type { ApprovalRow } from './queries.ts'
import { lockVersions, sameVersions, type Versions } from './records/index.ts'

const OPEN_MS = 24 * 3600_000
const MOST_WAITING = 200
const MOST_BYTES = 256 * 1024

export type StoredRequest = RawRequest & { endpoint: string; fromForm: boolean }

/** Locks the records that a request affects. Returns their versions. */
export async function lock(tx: Tx, actor: Person, { endpoint, input }: Ready): Promise<Versions> {
  const listings = await endpoint.boundListings?.(tx, actor, input)
  return lockVersions(tx, actor, { method: endpoint.method, path: endpoint.path, params: input.params, body: input.body, listings })
}

/**
 * Stores a request that needs approval, together with the current versions of its records, and notifies the owner (spec: completions 3 and
 * 12). If an identical request is already pending, returns the existing approval, unless a record has changed since then. In that case, the
 * existing approval fails and a new approval replaces it. Errors: 413; 429 if too many requests are pending; 409 if no approval is needed.
 */
export async function requestApproval(tx: Tx, actor: Person, ready: Ready, required: readonly ApprovalRequirement[]): Promise<ApprovalRow> {
  const { endpoint, raw, fromForm, input } = ready
  const actions = required
    .map(({ action }) => action)
    .filter((action, at, all) => actor.askFirst.includes(action) && all.indexOf(action) === at)
  if (actions.length === 0) throw conflict('A record in this request has just changed. Send the request again.')
  const versions = await lock(tx, actor, ready)
  const digest = digestOf(ready)
  const waiting = await stillWaiting(tx, actor, digest, versions)
  if (waiting) return waiting
  const request: StoredRequest = { ...raw, endpoint: endpoint.id, fromForm }
  if (Buffer.byteLength(JSON.stringify(request)) > MOST_BYTES)
    throw new ApiError('too_large', 'A request that needs the owner’s approval can have at most 256 kB. Send it in parts.')
  const now = tx.now()
  if ((await queries.countWaiting(tx.db, actor.credential, now)) >= MOST_WAITING)
    throw new ApiError(
      'rate_limit',
      `${MOST_WAITING} requests from this key are waiting for approval. Wait until the owner decides on some of them.`,
      {
        headers: { 'Retry-After': '3600' },
      },
    )
  const id = tx.newId('apr')
  const made = await queries.insertApproval(tx.db, {
    id,
    account_id: actor.accountId,
    key_id: actor.credential,
    action: actions[0]!,
    actions,
    summary: (await endpoint.describeApproval?.(tx, actor, input)) ?? endpoint.summary,
    amount_cents: required.find(({ amountCents }) => amountCents !== undefined)?.amountCents ?? null,
    request,
    versions,
    digest,
    created_at: now,
    expires_at: new Date(now.getTime() + OPEN_MS),
  })
  // a concurrent request has committed an identical approval, for which this insert waited at the unique index
  if (!made) return (await queries.lockWaiting(tx.db, actor.credential, digest))!
  const row = (await queries.findAnyApproval(tx.db, id))!
  await record(tx, { accountId: actor.accountId, type: 'approval.asked', object: presentApproval(tx, row) })
  return row
}

/**
 * Returns the pending approval for an identical request, or null. An approval that has expired, or whose records have changed, is ended
 * first and not returned.
 */
async function stillWaiting(tx: Tx, actor: Person, digest: Buffer, versions: Versions): Promise<ApprovalRow | null> {
  const row = await queries.lockWaiting(tx.db, actor.credential, digest)
  if (!row) return null
  const now = tx.now()
  if (row.expires_at <= now) await queries.endWaiting(tx.db, row.id, { status: 'expired' })
  else if (sameVersions(row.versions as Versions, versions)) return row
  else await queries.endWaiting(tx.db, row.id, { status: 'failed', now, result: { status: 409, body: errorBody(changed()) } })
  return null
}

/** Returns the error for an approval whose records have changed since it was requested (spec: completions 12). */
export const changed = (): ApiError =>
  new ApiError('conflict', 'A record changed after the approval was requested, so the request was not executed. Send it again.', {
    code: 'changed',
  })

const digestOf = ({ endpoint, input: { params, query, body } }: Ready): Buffer =>
  createHash('sha256')
    .update(canonicalJson([endpoint.id, params, query, body]))
    .digest()
