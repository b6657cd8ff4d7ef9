import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Tx, Core } from '#platform/context/index.ts'
import { canonicalJson } from '#platform/encoding/canonical-json.ts'
import { PRESENCE_LOCKS } from '#platform/db/presence.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'

/** Time during which a request with the same key and body gets the stored 2xx response (spec: completions 2, Idempotency). */
export const RETENTION_MS = 24 * 3600_000
/** Lifetime of a claim from an earlier release, which has no `holder` (number of the process that made the claim). */
const LEASE_MS = 60_000
const RELEASE_FOR_MS = 60_000
const RELEASE_AGAIN_MS = 250

export type StoredAnswer = { status: number; body: string }

export type Claim =
  | { kind: 'replay'; answer: StoredAnswer }
  | {
      kind: 'mine'
      /**
       * Stores the response in the same transaction as the request's effect. Errors: 409 if a different request has taken over the key; the
       * error also rolls back the effect.
       */
      finish(tx: Tx, answer: StoredAnswer): Promise<void>
      /**
       * Frees the key after a failed request that was rolled back. While the database is unavailable, retries for up to a minute. Never
       * throws.
       */
      release(): Promise<void>
      /** Marks the request as finished, whether it succeeded or failed. Call this last. */
      end(): void
    }

export type ClaimRequest = {
  scope: string
  method: string
  path: string
  key: string
  /** Everything that identifies the request: query, parsed body and file digests. The order of names does not matter. */
  content: unknown
}

/**
 * Claims an idempotency key for the process that handles the request. The key becomes free when this process dies or loses its database
 * connection (spec: completions 2). Errors: 400 for an invalid key; 409 with Retry-After while the first request is running; 422 if the key
 * was used for a different request.
 */
export async function claimIdempotencyKey(ctx: Context, request: ClaimRequest): Promise<Claim> {
  if (!/^[\x20-\x7e]{1,255}$/.test(request.key))
    throw invalid('Idempotency-Key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')
  const id = createHash('sha256')
    .update(JSON.stringify([request.scope, request.method, request.path, request.key]))
    .digest()
  const fingerprint = createHmac('sha256', request.key).update(canonicalJson(request.content)).digest()
  const owner = randomUUID()
  // runs before the claim is made, because a process that finds the claim must see that the claim's owner is running
  ctx.presence.running.add(owner)
  const mine = await take(ctx, { id, fingerprint, owner }).catch((error: unknown) => {
    ctx.presence.running.delete(owner)
    throw error
  })
  if (mine) return heldClaim(ctx, { id, fingerprint, owner }, request.key)
  ctx.presence.running.delete(owner)

  const { rows } = await sql<{ fingerprint: Buffer; state: string; status: number | null; answer: Buffer | null }>`
    select fingerprint, state, status, answer from idempotency_keys where id = ${id}`.execute(ctx.db)
  const row = rows[0]
  if (row && !row.fingerprint.equals(fingerprint)) {
    throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was already used for a different request. Use a new key.', {
      param: 'Idempotency-Key',
    })
  }
  if (row?.answer && row.status !== null) return { kind: 'replay', answer: { status: row.status, body: open(row.answer, id, request.key) } }
  throw new ApiError('conflict', 'A request with this Idempotency-Key is still running. Try again in a moment.', {
    param: 'Idempotency-Key',
    headers: { 'Retry-After': '1' },
  })
}

type Row = { id: Buffer; fingerprint: Buffer; owner: string }

/**
 * Returns true if the caller now owns the key: it was new or expired, or its owner was a dead process. A live process owns its key without
 * a time limit. If a process only lost its presence lock, it cannot commit (see `finish`).
 */
async function take(ctx: Context, { id, fingerprint, owner }: Row): Promise<boolean> {
  const { holder, running } = ctx.presence
  const now = ctx.now()
  const lease = new Date(now.getTime() + LEASE_MS)
  const taken = await sql<{ id: Buffer }>`
    insert into idempotency_keys as known (id, fingerprint, state, owner, holder, lease_until, created_at)
    values (${id}, ${fingerprint}, 'running', ${owner}, ${holder}, ${lease}, ${now})
    on conflict (id) do update
      set fingerprint = excluded.fingerprint, state = 'running', owner = excluded.owner, holder = excluded.holder, status = null,
          answer = null, lease_until = excluded.lease_until, created_at = excluded.created_at
      where known.created_at < ${new Date(now.getTime() - RETENTION_MS)}
         or (known.state = 'running' and known.fingerprint = excluded.fingerprint
             and ((known.holder is null and known.lease_until < ${now})
                  or (known.holder = ${holder} and known.owner <> all(${[...running]}::text[]))
                  or (known.holder <> ${holder} and not exists (
                        select from pg_locks
                        where locktype = 'advisory' and classid = ${PRESENCE_LOCKS} and objid::int8 = known.holder and objsubid = 2
                          and database = (select oid from pg_database where datname = current_database())))))
    returning id`.execute(ctx.db)
  return taken.rows.length > 0
}

function heldClaim(ctx: Context, { id, fingerprint, owner }: Row, key: string): Claim {
  return {
    kind: 'mine',
    async finish(tx, answer) {
      const now = tx.now()
      // Sets the creation time again. If a request advances the test clock by more than 24 hours, its own claim has expired or been
      // deleted.
      const written = await sql`
        insert into idempotency_keys as known (id, fingerprint, state, owner, lease_until, status, answer, created_at)
        values (${id}, ${fingerprint}, 'done', ${owner}, ${now}, ${answer.status}, ${seal(answer.body, id, key)}, ${now})
        on conflict (id) do update
          set state = excluded.state, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
          where known.owner = excluded.owner`.execute(tx.db)
      if (written.numAffectedRows !== 1n)
        throw new ApiError('conflict', 'Another request with this Idempotency-Key took over while this one ran. Nothing was changed.')
    },
    async release() {
      if (await free(ctx, id, owner)) return
      const until = performance.now() + RELEASE_FOR_MS
      const log = (error: unknown) => ctx.log.error({ err: error }, 'an idempotency key could not be freed and stays claimed')
      const again = setInterval(() => {
        if (performance.now() > until) clearInterval(again)
        else free(ctx, id, owner).then((done) => done && clearInterval(again), log)
      }, RELEASE_AGAIN_MS).unref()
    },
    end: () => void ctx.presence.running.delete(owner),
  }
}

/** Frees the key. Returns false if the database is unavailable. */
const free = (ctx: Core, id: Buffer, owner: string): Promise<boolean> =>
  sql`delete from idempotency_keys where id = ${id} and owner = ${owner} and state = 'running'`.execute(ctx.db).then(
    () => true,
    () => false,
  )

// Derives the encryption key for a stored response from the idempotency key. The response is encrypted, because it may contain a secret
// that is shown only once.
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
