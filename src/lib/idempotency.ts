import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { canonicalJson } from './canonical-json.ts'
import { ApiError, invalid } from './errors.ts'

/** Completions 2, Idempotency: the same key and body replays the stored 2xx answer for 24 hours. */
export const KEPT_MS = 24 * 3600_000
const LEASE_MS = 60_000

export type StoredAnswer = { status: number; body: string }

export type Claim =
  | { kind: 'replay'; answer: StoredAnswer }
  | {
      kind: 'mine'
      /** Keeps the answer, in the transaction of its effect: a crash did both or neither. */
      finish(tx: Context, answer: StoredAnswer): Promise<void>
      /** Nothing happened: the key is free again. */
      release(): Promise<void>
    }

export type ClaimRequest = {
  /** Who: the key's id, or the caller's address where there is no key. */
  scope: string
  method: string
  path: string
  key: string
  /** All that makes it the same request: query, parsed body, digests of files. The order of names does not matter. */
  content: unknown
}

/**
 * Claims an idempotency key before its request runs. Errors: 400 a bad key, 409 with Retry-After while the first
 * request still runs, 422 when the key came with another request before.
 */
export async function claimIdempotencyKey(ctx: Context, request: ClaimRequest): Promise<Claim> {
  if (!/^[\x20-\x7e]{1,255}$/.test(request.key))
    throw invalid('Idempotency-Key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')
  const id = createHash('sha256')
    .update(JSON.stringify([request.scope, request.method, request.path, request.key]))
    .digest()
  const fingerprint = createHmac('sha256', request.key).update(canonicalJson(request.content)).digest()
  const owner = randomUUID()
  const now = ctx.now()
  const lease = new Date(now.getTime() + LEASE_MS)

  const mine = await sql<{ id: Buffer }>`
    insert into idempotency_keys (id, fingerprint, state, owner, lease_until, created_at)
    values (${id}, ${fingerprint}, 'running', ${owner}, ${lease}, ${now})
    on conflict (id) do update
      set fingerprint = excluded.fingerprint, state = 'running', owner = excluded.owner, status = null, answer = null,
          lease_until = excluded.lease_until, created_at = excluded.created_at
      where idempotency_keys.created_at < ${new Date(now.getTime() - KEPT_MS)}
         or (idempotency_keys.state = 'running' and idempotency_keys.lease_until < ${now}
             and idempotency_keys.fingerprint = excluded.fingerprint)
    returning id`.execute(ctx.db)
  if (mine.rows.length > 0) return heldClaim(ctx, id, owner, request.key)

  const { rows } = await sql<{ fingerprint: Buffer; state: string; status: number | null; answer: Buffer | null }>`
    select fingerprint, state, status, answer from idempotency_keys where id = ${id}`.execute(ctx.db)
  const row = rows[0]
  if (row && !row.fingerprint.equals(fingerprint)) {
    throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was used with another request. Use a new key.', {
      param: 'Idempotency-Key',
    })
  }
  if (row?.answer && row.status !== null) return { kind: 'replay', answer: { status: row.status, body: open(row.answer, id, request.key) } }
  throw new ApiError('conflict', 'A request with this Idempotency-Key is still running. Try again in a moment.', {
    param: 'Idempotency-Key',
    headers: { 'Retry-After': '1' },
  })
}

function heldClaim(ctx: Context, id: Buffer, owner: string, key: string): Claim {
  return {
    kind: 'mine',
    async finish(tx, answer) {
      const kept = await sql`
        update idempotency_keys set state = 'done', status = ${answer.status}, answer = ${seal(answer.body, id, key)}
        where id = ${id} and owner = ${owner}`.execute(tx.db)
      if (kept.numAffectedRows !== 1n)
        throw new ApiError(
          'conflict',
          'This request took too long and another one with its Idempotency-Key took over. Nothing was changed.',
        )
    },
    async release() {
      await sql`delete from idempotency_keys where id = ${id} and owner = ${owner} and state = 'running'`.execute(ctx.db)
    },
  }
}

/**
 * Frees the keys of requests that an earlier process took to its grave, so that they can be sent again at once. Only for
 * the one owner of a database, before its first request: with several processes their leases run out instead.
 */
export async function freeIdempotencyKeys(ctx: Context): Promise<void> {
  await sql`delete from idempotency_keys where state = 'running'`.execute(ctx.db)
}

// A stored answer may hold a secret that is shown once, so only the holder of the idempotency key can read it.
const answerKey = (id: Buffer, key: string): Uint8Array => new Uint8Array(hkdfSync('sha256', key, id, 'stored answer', 32))

function seal(body: string, id: Buffer, key: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', answerKey(id, key), nonce)
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

function open(bytes: Buffer, id: Buffer, key: string): string {
  const decipher = createDecipheriv('aes-256-gcm', answerKey(id, key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}
