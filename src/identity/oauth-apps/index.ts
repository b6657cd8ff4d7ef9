import { createHash, timingSafeEqual } from 'node:crypto'
import { inTransaction, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { ACCESS_MS, CODE_MS, composeRefresh, GRANT_MS, isVerifier, matchesRedirect, newParts, refreshParts } from './rules.ts'
import { AGENT_ASK_FIRST, type Scope } from '#core/scopes.ts'
import { REAL } from '#core/tenant.ts'
import { randomToken } from '#core/secrets.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { createKey, revokeKey, rotateSecret } from '#identity/keys/index.ts'
import { emailOwner } from '#messaging/notifications/index.ts'
import { sha256 } from '#platform/encoding/digest.ts'
import { ApiError } from '#platform/errors/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import type { Client } from './clients.ts'
import { appAllowed } from './emails.ts'
import * as queries from './queries.ts'
import { OAuthRefusal } from './refusal.ts'

export { findClient, registerClient, type Client } from './clients.ts'
export { OAuthRefusal } from './refusal.ts'

export type Allowed = {
  client: Client
  redirectUri: string
  challenge: string
  scopes: readonly Scope[]
  maxOfferCents: number | null
  maxDayCents: number | null
}

/** Creates an authorization code. The code works once, for a minute, and only while the user's session exists. */
async function allow(tx: Tx, actor: Person, allowed: Allowed): Promise<string> {
  await requireActiveCredential(tx, actor)
  const sessionId = await queries.findSessionId(tx.db, sha256(actor.sessionToken!))
  if (sessionId === undefined) throw new ApiError('authentication', 'You were signed out. Sign in again.')
  const code = randomToken(tx, 40)
  await queries.insertCode(tx.db, {
    code_hash: sha256(code),
    session_id: sessionId,
    account_id: actor.accountId,
    client_id: allowed.client.id,
    client_name: allowed.client.name,
    redirect_uri: allowed.redirectUri,
    challenge: allowed.challenge,
    scopes: [...allowed.scopes],
    ask_first: [...AGENT_ASK_FIRST],
    max_offer_cents: allowed.maxOfferCents,
    max_day_cents: allowed.maxDayCents,
    key_id: null,
    created_at: tx.now(),
  })
  await queries.touchClient(tx.db, allowed.client.id, tx.now())
  return code
}

export type Tokens = { access: string; refresh: string; scopes: readonly string[]; expiresInSeconds: number }

/** Result of a transaction that must be committed even if it rejects the app's request. The caller throws the error after the commit. */
export type Outcome = { tokens: Tokens } | { refused: string }

export type CodeUse = { code: string; clientId: string; redirectUri: string; verifier: string }

/**
 * Exchanges a code for an app's key (RFC 6749, 4.1.3; RFC 7636). If a code is used a second time, revokes the key that was created the
 * first time. Even a rejected request consumes the code. Notifies the owner by email.
 */
async function redeem(tx: Tx, use: CodeUse): Promise<Outcome> {
  const hash = sha256(use.code)
  const known = await queries.findCode(tx.db, hash)
  if (!known) return NO_CODE
  // waits until no concurrent transaction is revoking the account's access
  await queries.shareAccount(tx.db, known.account_id)
  // locks the app before the code, in the same order as the deletion of an app
  const redirectUris = await redirectsOf(tx, known)
  const row = await queries.lockCode(tx.db, hash)
  if (!row) return NO_CODE
  if (row.key_id !== null) {
    await revokeKey(tx, inMarket(row), row.key_id).catch(unlessGone)
    return { refused: 'This code was already used. Its access has been revoked because someone else may have the code.' }
  }
  const fits =
    row.client_id === use.clientId &&
    // an app on the user's machine can redeem the code with a different port (UCP identity linking, For businesses)
    matchesRedirect([row.redirect_uri], use.redirectUri) &&
    matchesRedirect(redirectUris, row.redirect_uri) &&
    tx.now().getTime() - row.created_at.getTime() <= CODE_MS &&
    isVerifier(use.verifier) &&
    same(Buffer.from(row.challenge), Buffer.from(createHash('sha256').update(use.verifier).digest('base64url')))
  if (!fits) {
    await queries.deleteCode(tx.db, hash)
    return NO_CODE
  }
  const now = tx.now()
  const { row: key, secret } = await createKey(tx, row.account_id, {
    name: row.client_name,
    kind: 'agent',
    scopes: row.scopes as Scope[],
    // always uses the full default for agents, whatever the app's scopes are, and whichever release wrote the code (completions 13.1)
    askFirst: AGENT_ASK_FIRST,
    maxOfferCents: row.max_offer_cents,
    maxDayCents: row.max_day_cents,
    expiresAt: new Date(now.getTime() + GRANT_MS),
    secretExpiresAt: new Date(now.getTime() + ACCESS_MS),
  })
  const { selector, verifier } = newParts((length) => randomToken(tx, length))
  await queries.insertApp(tx.db, {
    key_id: key.id,
    client_id: row.client_id,
    refresh_selector: selector,
    refresh_hash: sha256(verifier),
    refreshed_at: now,
  })
  await queries.useCode(tx.db, hash, key.id)
  await emailOwner(tx, row.account_id, appAllowed(tx, row.client_name, row.redirect_uri))
  return { tokens: { access: secret, refresh: composeRefresh(selector, verifier), scopes: key.scopes, expiresInSeconds: ACCESS_MS / 1000 } }
}

/**
 * Returns the redirect URIs of a registered app, or an empty list if the app was deleted. For an app that has a metadata document instead,
 * returns only the redirect URI that is stored with the authorization code.
 */
async function redirectsOf(tx: Tx, code: Pick<queries.CodeRow, 'client_id' | 'redirect_uri'>): Promise<readonly string[]> {
  if (!isRegistered(code.client_id)) return [code.redirect_uri]
  return (await queries.shareClient(tx.db, code.client_id))?.redirect_uris ?? []
}

const isRegistered = (clientId: string): boolean => isIdOf('cli', clientId)

/** Returns the account that owns an app's key. Always uses live mode, because apps never act in test mode. */
const inMarket = ({ account_id: accountId }: { account_id: string }) => ({ accountId, tenant: REAL })

const NO_CODE: Outcome = {
  refused:
    'The code is unknown, was already used, is more than a minute old, or was issued for another request. Start the authorization again.',
}
const NO_REFRESH: Outcome = { refused: 'The refresh token is unknown, or the app was revoked. Ask the user to authorize the app again.' }

/**
 * Rotates an app's tokens (RFC 9700, 2.2.2). If a refresh token is used a second time, revokes the app's key, because the token may have
 * been stolen.
 */
async function refresh(tx: Tx, { token, clientId }: { token: string; clientId: string }): Promise<Outcome> {
  const parts = refreshParts(token)
  if (isRegistered(clientId) && !(await queries.shareClient(tx.db, clientId))) return NO_REFRESH
  const app = parts && (await queries.lockApp(tx.db, parts.selector))
  const now = tx.now()
  if (!app || app.client_id !== clientId || app.revoked_at !== null || (app.expires_at !== null && app.expires_at <= now)) return NO_REFRESH
  if (!same(app.refresh_hash, sha256(parts.verifier))) {
    await revokeKey(tx, inMarket(app), app.key_id)
    return { refused: 'This refresh token was already used. The app has been revoked because someone else may have its tokens.' }
  }
  const access = await rotateSecret(tx, app.key_id, new Date(now.getTime() + ACCESS_MS))
  const { verifier } = newParts((length) => randomToken(tx, length))
  await queries.rotateRefresh(tx.db, app.key_id, sha256(verifier), now)
  await queries.touchClient(tx.db, clientId, now)
  return { tokens: { access, refresh: composeRefresh(parts.selector, verifier), scopes: app.scopes, expiresInSeconds: ACCESS_MS / 1000 } }
}

/** Revokes an app's access, given an access token or a refresh token (RFC 7009). Ignores unknown tokens. */
async function revokeToken(tx: Tx, token: string): Promise<void> {
  const parts = refreshParts(token)
  const app = parts ? await queries.lockApp(tx.db, parts.selector) : undefined
  if (app && same(app.refresh_hash, sha256(parts!.verifier))) return revokeKey(tx, inMarket(app), app.key_id).catch(unlessGone)
  const key = await queries.findAppKey(tx.db, sha256(token))
  if (key) await revokeKey(tx, inMarket(key), key.id).catch(unlessGone)
}

/** Grants an app access, in a separate transaction. Errors: those of `allow`. */
export const allowApp = (ctx: Context, actor: Person, allowed: Allowed): Promise<string> =>
  inTransaction(ctx, (tx) => allow(tx, actor, allowed))

/** Exchanges a code for tokens. Revocations are committed even if the exchange is rejected. Errors: `invalid_grant`. */
export const tokensForCode = async (ctx: Context, use: CodeUse): Promise<Tokens> =>
  tokensOf(await inTransaction(ctx, (tx) => redeem(tx, use)))

/** Exchanges a refresh token for new tokens. Errors: `invalid_grant`. */
export const tokensForRefresh = async (ctx: Context, use: { token: string; clientId: string }): Promise<Tokens> =>
  tokensOf(await inTransaction(ctx, (tx) => refresh(tx, use)))

/** Revokes an app's access in a separate transaction, given its access token or refresh token. */
export const endToken = (ctx: Context, token: string): Promise<void> => inTransaction(ctx, (tx) => revokeToken(tx, token))

function tokensOf(outcome: Outcome): Tokens {
  if ('tokens' in outcome) return outcome.tokens
  throw new OAuthRefusal('invalid_grant', outcome.refused)
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.type !== 'not_found') throw error
}

const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
