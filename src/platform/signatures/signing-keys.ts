import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '#platform/context/index.ts'
import type { SigningKey } from './message-signatures.ts'

const DAY_MS = 24 * 3600_000
/** Time during which a key signs messages. After that, a new key replaces it. */
const SIGNS_MS = 90 * DAY_MS
/** Grace period during which a replaced key stays published, because recent signatures and cached key lists still refer to it. */
const STAYS_MS = 14 * DAY_MS

type Row = { id: string; public_jwk: JsonWebKey; private_jwk: JsonWebKey; created_at: Date }

/** Returns the current signing key. If the last key is too old, creates a new key. All processes share the keys. */
export async function signingKey(ctx: Core): Promise<SigningKey> {
  const [newest] = await newestFirst(ctx)
  const row = newest && newest.created_at.getTime() > ctx.now().getTime() - SIGNS_MS ? newest : await made(ctx)
  return { kid: row.id, privateJwk: row.private_jwk }
}

/** Returns the current and recent public keys as JSON Web Keys. */
export async function publishedKeys(ctx: Core): Promise<(JsonWebKey & { kid: string })[]> {
  await signingKey(ctx)
  const since = ctx.now().getTime() - SIGNS_MS - STAYS_MS
  const rows = (await newestFirst(ctx)).filter(({ created_at }) => created_at.getTime() > since)
  return rows.map(({ id, public_jwk }) => ({ kid: id, ...public_jwk, use: 'sig', alg: 'ES256' }))
}

const newestFirst = async (ctx: Core): Promise<Row[]> =>
  (
    await sql<Row>`select id, public_jwk, private_jwk, created_at from signing_keys order by created_at desc, id desc limit 10`.execute(
      ctx.db,
    )
  ).rows

async function made(ctx: Core): Promise<Row> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [public_jwk, private_jwk] = [publicKey, privateKey].map((key) => key.export({ format: 'jwk' })) as [JsonWebKey, JsonWebKey]
  const row = { id: ctx.newId('sig'), public_jwk, private_jwk, created_at: ctx.now() }
  await sql`insert into signing_keys (id, public_jwk, private_jwk, created_at)
    values (${row.id}, ${JSON.stringify(public_jwk)}::jsonb, ${JSON.stringify(private_jwk)}::jsonb, ${row.created_at})`.execute(ctx.db)
  return row
}
