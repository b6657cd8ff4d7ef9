import { isLive, payerOf, type SandboxRole } from '#core/tenant.ts'
import { openTestAccount } from '#identity/test-mode/index.ts'
import type { Person, Tx, Core } from '#platform/context/index.ts'
import { AGENT_ASK_FIRST, SCOPES, type AskFirst, type Scope } from '#core/scopes.ts'
import { composeSecret, SECRET_PREFIXES, SECRET_RANDOM_BYTES } from '#core/secrets.ts'
import { emailOwner } from '#messaging/notifications/index.ts'
import { requireQuota } from '#identity/quotas/index.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import { record, recordAll } from '#platform/events/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { keyMade } from './emails.ts'
import { presentKey } from './present.ts'
import * as queries from './queries.ts'
import type { KeyRow } from './queries.ts'

const AGENT_DAYS = 90
const DAY_MS = 86_400_000

export type NewKey = {
  name: string
  kind: 'api' | 'agent'
  scopes: readonly Scope[]
  askFirst?: readonly AskFirst[] | undefined
  maxOfferCents?: number | null | undefined
  maxDayCents?: number | null | undefined
  expiresAt?: Date | null | undefined
  /** Time from which the first secret of an app's key no longer works. */
  secretExpiresAt?: Date
  /** Role of the test account that owns the key. If omitted, the key belongs to the account itself. */
  testAccount?: SandboxRole | undefined
}

/**
 * Creates a key for an account, or for one of its test accounts. Returns the secret, which is shown only once and is not stored (spec:
 * completions 3). Errors: 400 `expires_at`, 409 `quota`.
 */
export async function createKey(tx: Tx, ownerId: string, input: NewKey): Promise<{ row: KeyRow; secret: string }> {
  const now = tx.now()
  if (input.expiresAt && input.expiresAt <= now) throw invalid('expires_at', 'expires_at must be in the future.')
  const agent = input.kind === 'agent'
  const test = input.testAccount !== undefined
  const accountId = input.testAccount === undefined ? ownerId : await openTestAccount(tx, ownerId, input.testAccount)
  const secret = composeSecret(SECRET_PREFIXES[input.kind], tx.randomBytes(SECRET_RANDOM_BYTES), { test })
  const row = await queries.insertKey(tx.db, {
    id: tx.newId('key'),
    account_id: accountId,
    kind: input.kind,
    name: input.name,
    secret_hash: sha256(secret),
    last4: secret.slice(-4),
    scopes: SCOPES.filter((scope) => scope === 'read' || input.scopes.includes(scope)),
    ask_first: [...new Set(input.askFirst ?? (agent ? AGENT_ASK_FIRST : []))],
    max_offer_cents: input.maxOfferCents ?? null,
    max_day_cents: input.maxDayCents ?? null,
    created_at: now,
    secret_expires_at: input.secretExpiresAt ?? null,
    expires_at: input.expiresAt === undefined && agent ? new Date(now.getTime() + AGENT_DAYS * DAY_MS) : (input.expiresAt ?? null),
  })
  await requireQuota(tx, accountId, 'keys')
  await record(tx, { accountId, type: 'key.created', object: presentKey(row) })
  return { row, secret }
}

/** Creates a key for a signed-in user and immediately notifies the account's owner by email (spec: completions 12). */
export async function makeKey(tx: Tx, actor: Person, input: NewKey): Promise<{ row: KeyRow; secret: string }> {
  await requireActiveCredential(tx, actor)
  const made = await createKey(tx, payerOf(actor), input)
  await emailOwner(tx, payerOf(actor), keyMade(tx, actor, made.row))
  return made
}

/** Lists the keys of an account and its test accounts. A session that shows test data lists only test keys. */
export const listKeys = (ctx: Core, actor: Whose): Promise<KeyRow[]> => queries.listKeys(ctx.db, familyOf(actor))

/** Revokes a key. After that, requests with this key fail with 401. */
export async function revokeKey(tx: Tx, actor: Whose, id: string): Promise<void> {
  const row = await queries.revokeKey(tx.db, familyOf(actor), id, tx.now())
  if (!row) throw notFound('key')
  await record(tx, { accountId: row.account_id, type: 'key.revoked', object: presentKey(row) })
}

type Whose = Pick<Person, 'accountId' | 'tenant'>

const familyOf = (actor: Whose): queries.Family => ({ accountId: payerOf(actor), testOnly: !isLive(actor.tenant) })

/**
 * Replaces the secret of an app's key, and resets `ask_first` to the default for agents. The old secret stops working immediately, and the
 * new secret works until `expiresAt`.
 */
export async function rotateSecret(tx: Tx, id: string, expiresAt: Date): Promise<string> {
  const secret = composeSecret(SECRET_PREFIXES.agent, tx.randomBytes(SECRET_RANDOM_BYTES))
  await queries.rotateSecret(tx.db, id, {
    secret_hash: sha256(secret),
    last4: secret.slice(-4),
    secret_expires_at: expiresAt,
    // keys from earlier releases may have fewer actions in `ask_first`
    ask_first: [...AGENT_ASK_FIRST],
  })
  return secret
}

/** Revokes these keys, whichever accounts own them. Used when a developer deletes an app. */
export async function revokeKeysById(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await queries.revokeKeysById(tx.db, ids, tx.now())
  await recordAll(
    tx,
    rows.map((row) => ({ accountId: row.account_id, type: 'key.revoked', object: presentKey(row) })),
  )
}

/** Revokes all active keys of an account. Returns how many keys were revoked. */
export async function revokeKeys(tx: Tx, accountId: string): Promise<number> {
  const rows = await queries.revokeKeys(tx.db, { accountId, testOnly: false }, tx.now())
  for (const row of rows) await record(tx, { accountId, type: 'key.revoked', object: presentKey(row) })
  return rows.length
}
