import { inTransaction, type Context, type Person, type Tx, type Core } from '#platform/context/index.ts'
import { randomToken } from '#core/secrets.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import { insertSession, type Browser } from './browsers.ts'
import * as queries from './queries.ts'
import type { SessionRow } from './queries.ts'
import { noteTimeZone } from './time-zone.ts'

export type { SessionRow } from './queries.ts'
export { setTimeZone, zoneOf } from './time-zone.ts'
export { type Browser } from './browsers.ts'

export const SESSION_SECONDS = 30 * 86_400
const MOST_AGENT_CHARS = 200
/** Lifetime of a guest's session. After that, the guest can open the order again with the link in the email. */
const GUEST_SESSION_MS = 7 * 86_400_000

/** `device` is a new token that identifies the browser. With null, the browser keeps its existing cookie. */
export type Opened = { token: string; accountId: string; expiresAt: Date; device: string | null }

/**
 * Starts a session and notifies the owner if the browser is new. Only `mfa/second-step` may call this function, once the user has passed
 * all required sign-in steps. `second` is true if these included the second step.
 */
export async function startSession(
  ctx: Context,
  accountId: string,
  browser: Browser,
  { second = false }: { second?: boolean } = {},
): Promise<Opened> {
  return inTransaction(ctx, (tx) => openSession(tx, accountId, browser, second))
}

async function openSession(tx: Tx, accountId: string, browser: Browser, second: boolean): Promise<Opened> {
  const token = randomToken(tx)
  const now = tx.now()
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000)
  await noteTimeZone(tx, accountId, browser.zone ?? null)
  const session = {
    token_hash: sha256(token),
    id: tx.newId('ses'),
    account_id: accountId,
    agent: browser.agent?.slice(0, MOST_AGENT_CHARS) ?? null,
    created_at: now,
    expires_at: expiresAt,
    proved_at: now,
    second_at: second ? now : null,
    test_role: null,
  }
  return { token, accountId, expiresAt, device: await insertSession(tx, session, browser) }
}

/**
 * Starts a session for a guest, who needs only a secret link (spec: completions 13.7). The session does not count as a proof of identity.
 * No email about a new browser is sent.
 */
export async function openGuestSession(tx: Tx, accountId: string, { agent }: Pick<Browser, 'agent'>): Promise<Opened> {
  const token = randomToken(tx)
  const now = tx.now()
  const expiresAt = new Date(now.getTime() + GUEST_SESSION_MS)
  await queries.insertGuestSession(tx.db, {
    token_hash: sha256(token),
    id: tx.newId('ses'),
    account_id: accountId,
    agent: agent?.slice(0, MOST_AGENT_CHARS) ?? null,
    created_at: now,
    expires_at: expiresAt,
    proved_at: null,
    second_at: null,
    test_role: null,
  })
  return { token, accountId, expiresAt, device: null }
}

/** Records in the session that the user has proved their identity, by password, passkey or email link (spec: completions 12). */
export async function markProved(tx: Tx, sessionToken: string): Promise<void> {
  await queries.setProved(tx.db, sha256(sessionToken), tx.now())
}

/** Records a proof of identity. Returns the session, or null if it has ended. */
export async function renewProof(tx: Tx, token: string): Promise<Opened | null> {
  const session = await queries.setProved(tx.db, sha256(token), tx.now())
  return session ? { token, accountId: session.account_id, expiresAt: session.expires_at, device: null } : null
}

/** Records that a session has passed the second step, which operators need in public mode. Returns the time when the session ends. */
export async function markSecond(tx: Tx, sessionToken: string): Promise<Date> {
  const expiresAt = await queries.setSecond(tx.db, sha256(sessionToken), tx.now())
  if (!expiresAt) throw new ApiError('authentication', 'This session has ended. Sign in again.')
  return expiresAt
}

/** Clears the second step in all sessions of an account that no longer has a factor. */
export const endSecondSteps = (tx: Tx, accountId: string): Promise<void> => queries.clearSecond(tx.db, accountId)

/** Lists the account's sessions, newest first, and returns the id of the current session. */
export async function listSessions(ctx: Core, actor: Person): Promise<{ rows: SessionRow[]; currentId: string | undefined }> {
  const rows = await queries.sessionsOf(ctx.db, actor.accountId, ctx.now())
  const own = actor.sessionToken === undefined ? null : sha256(actor.sessionToken)
  return { rows, currentId: rows.find((row) => own?.equals(row.token_hash))?.id }
}

/** Ends one session. Errors: 404. */
export async function endSession(ctx: Core, actor: Person, id: string): Promise<void> {
  if (!(await queries.deleteSessionById(ctx.db, actor.accountId, id))) throw notFound('session')
}

/** Ends all sessions of an account except the session with this token. Returns how many were ended. */
export const endSessions = (ctx: Core, accountId: string, exceptToken: string | null): Promise<number> =>
  queries.deleteSessionsBut(ctx.db, accountId, exceptToken === null ? null : sha256(exceptToken))

export const closeSession = (ctx: Core, token: string): Promise<void> => queries.deleteSession(ctx.db, sha256(token))

export const deleteExpiredSessions = (ctx: Core): Promise<void> => queries.deleteExpiredSessions(ctx.db, ctx.now())
