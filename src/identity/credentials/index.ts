import type { Anonymous, Person, Tx, Core } from '#platform/context/index.ts'
import { GUEST_SCOPES, SCOPES, type AskFirst, type Scope } from '#core/scopes.ts'
import { isLive, REAL, SANDBOX_ROLES, tenantOf, type SandboxRole } from '#core/tenant.ts'
import { looksLikeSecret } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { readOwnCookie } from '#platform/http/cookies.ts'
import type { Credentials } from '#platform/http/pipeline.ts'
import {
  holdKey,
  holdSession,
  shareAccount,
  findKeyById,
  findKeyBySecretHash,
  findSession,
  suspensionReason,
  touchKey,
  type KeyWithAccount,
  type SessionWithAccount,
} from './queries.ts'

export { type AgentLink, readAgentLink } from './agent-link.ts'

/**
 * Identifies the caller by key or session cookie, or as anonymous (spec: completions 3). Looks up the hash of a key's secret on every
 * request, so a revoked key stops working immediately. A suspended account can read its own data; its sessions can change data only through
 * endpoints with `evenSuspended`. Errors: 401, with the same message for all invalid keys; 403 `suspended`.
 */
export async function authenticate(ctx: Core, credentials: Credentials): Promise<Anonymous | Person> {
  const { authorization, address, writes } = credentials
  if (authorization !== undefined) return personOfKey(ctx, bearerToken(authorization), address, writes)
  const token = sessionToken(ctx, credentials.cookie)
  if (token === null) return { kind: 'anonymous', address }
  const session = await findSession(ctx.db, sha256(token), ctx.now(), roleIn(credentials.testAccount))
  if (!session || session.closed_at) return { kind: 'anonymous', address }
  if (writes) requireOwnOrigin(ctx, credentials.origin)
  if (writes && session.suspended_at && !credentials.evenSuspended) throw await suspended(ctx, session.account_id)
  const acts = actsAs(session)
  return {
    kind: 'session',
    ...acts,
    credential: acts.accountId,
    keyKind: 'session',
    scopes: session.is_guest ? GUEST_SCOPES : SCOPES,
    askFirst: [],
    maxOfferCents: null,
    maxDayCents: null,
    sessionToken: token,
    agent: session.agent,
    provedAt: session.proved_at,
    ...(session.is_guest ? { guest: true } : {}),
    ...(session.suspended_at ? { isSuspended: true } : {}),
    ...(session.is_operator && !session.suspended_at && isLive(acts.tenant) ? operatorsRight(ctx, session.second_at) : {}),
    address,
  }
}

function roleIn(named: string | undefined): SandboxRole | null {
  if (named === undefined) return null
  const role = SANDBOX_ROLES.find((one) => one === named)
  if (role === undefined) throw invalid('Test-Account', 'Test-Account must be seller or buyer.')
  return role
}

function actsAs(session: SessionWithAccount): Pick<Person, 'accountId' | 'tenant' | 'name' | 'testRole'> {
  const { account_id: id, name, test_role: testRole, test_id: testId, test_name: testName } = session
  if (testRole === null) return { accountId: id, tenant: REAL, name }
  // never falls back to live mode, because the caller asked for test data
  if (testId === null || testName === null)
    throw invalid('Test-Account', 'You have no test data yet. To create it, open Test data on the developer page, or create a test key.')
  return { accountId: testId, tenant: tenantOf(id), name: testName, testRole }
}

/**
 * Returns the operator right, or `lacksSecond` if the second factor is missing. In public mode, operators need a session with a second
 * factor (spec: completions 12).
 */
const operatorsRight = ({ config }: Core, secondAt: Date | null): Pick<Person, 'isOperator' | 'lacksSecond'> =>
  config.mode === 'public' && secondAt === null ? { lacksSecond: true } : { isOperator: true }

async function personOfKey(ctx: Core, secret: string, address: string, writes: boolean): Promise<Person> {
  const key = looksLikeSecret(secret) ? await findKeyBySecretHash(ctx.db, sha256(secret)) : undefined
  // the app's access outlasts each of its secrets, because the app renews them
  if (key?.secret_expires_at && key.secret_expires_at <= ctx.now()) throw ended()
  const person = await usablePerson(ctx, key, address, writes)
  if (!key!.last_used_at || ctx.now().getTime() - key!.last_used_at.getTime() > 60_000) await touchKey(ctx.db, key!.id, ctx.now())
  return person
}

/**
 * Checks again, inside the transaction, that the actor's credential exists. Call this function in actions that grant or reveal access.
 * Waits for the account lock, so that no such action runs while sessions and keys are being revoked (spec: completions 12, first proof).
 * Errors: 401.
 */
export async function requireActiveCredential(tx: Tx, actor: Person): Promise<void> {
  await shareAccount(tx.db, actor.accountId)
  const isValid = actor.kind === 'session' ? await holdSession(tx.db, sha256(actor.sessionToken!)) : await holdKey(tx.db, actor.credential)
  if (!isValid) throw new ApiError('authentication', 'You were signed out. Sign in again.')
}

/** Returns the actor for a stored key, with the key's current rights. For requests that run later, such as approved requests. */
export async function personOfKeyId(ctx: Core, keyId: string): Promise<Person> {
  return usablePerson(ctx, await findKeyById(ctx.db, keyId), '', true)
}

/** Returns true if the account to which the key belongs has paused its helpers (`brake`). */
export const isPaused = async (ctx: Core, keyId: string): Promise<boolean> => (await findKeyById(ctx.db, keyId))?.brake === true

async function usablePerson(ctx: Core, key: KeyWithAccount | undefined, address: string, writes: boolean): Promise<Person> {
  const now = ctx.now()
  if (!key || key.revoked_at || key.closed_at || (key.expires_at && key.expires_at <= now)) {
    throw ended()
  }
  if (writes && key.suspended_at) throw await suspended(ctx, key.sandbox_of ?? key.account_id)
  if (key.kind === 'agent' && key.brake)
    throw new ApiError('permission', 'The owner has paused all automation of this account.', { code: 'brake' })
  return {
    kind: 'key',
    accountId: key.account_id,
    tenant: tenantOf(key.sandbox_of),
    name: key.name,
    credential: key.id,
    keyKind: key.kind,
    scopes: key.scopes as Scope[],
    askFirst: key.ask_first as AskFirst[],
    maxOfferCents: key.max_offer_cents,
    keyName: key.key_name,
    maxDayCents: key.max_day_cents,
    address,
  }
}

const ended = (): ApiError =>
  new ApiError('authentication', 'The key is unknown, revoked or expired. Check the Authorization header, or create a new key.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

function bearerToken(header: string): string {
  const match = /^Bearer +(\S+) *$/i.exec(header)
  if (!match)
    throw new ApiError('authentication', 'The Authorization header must be "Bearer <key>".', { headers: { 'WWW-Authenticate': 'Bearer' } })
  return match[1]!
}

/**
 * Name of the session cookie (spec: completions 3). In public mode, the name has a prefix, so that other hosts, such as a shop's host,
 * cannot set this cookie.
 */
export const SESSION_COOKIE = 'session'

const sessionToken = (ctx: Core, cookie: string | undefined): string | null => readOwnCookie(ctx, cookie, SESSION_COOKIE)

function requireOwnOrigin(ctx: Core, origin: string | undefined): void {
  const { publicUrl, programsUrl } = ctx.config
  if (origin === new URL(publicUrl).origin || origin === new URL(programsUrl).origin) return
  throw new ApiError('permission', `A request with a session cookie must come from ${new URL(publicUrl).origin} (Origin header).`, {
    code: 'origin',
  })
}

/** Returns the error for a suspended account, with the reason and the URL where the owner can appeal (spec: completions 2, Errors). */
async function suspended(ctx: Core, accountId: string): Promise<ApiError> {
  const reason = await suspensionReason(ctx.db, accountId)
  const why = reason === undefined ? '' : ` Reason: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`
  return new ApiError(
    'permission',
    `This account is suspended and cannot make changes.${why} Sign in and appeal at ${ctx.urls.measures()}`,
    {
      code: 'suspended',
    },
  )
}
