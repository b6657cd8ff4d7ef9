import type { Person, Tx, Core } from '#platform/context/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { revokeKeysById } from '#identity/keys/index.ts'
import { ApiError, invalid, notFound } from '#platform/errors/index.ts'
import { requireProof } from '#platform/http/proof.ts'
import { insertOwnClient } from '#identity/oauth-apps/clients.ts'
import * as queries from './queries.ts'
import type { AppRequestRow, AppWebhookRow, OwnAppRow } from './queries.ts'
import type { ChangeApp, CreateApp } from './schema.ts'

export type { AppRequestRow, AppWebhookRow, OwnAppRow } from './queries.ts'

export const MAX_APPS = 20
const SHOWN = 50
/** Maximum number of an app's keys to read requests for, most recently used keys first. */
const MAX_KEYS = 50

/** Lists the apps that the actor has created, oldest first. */
export const listApps = (ctx: Core, actor: Person): Promise<OwnAppRow[]> => queries.listApps(ctx.db, actor.accountId)

/** Returns one app. Errors: 404 if the app does not exist or belongs to another account. */
export async function readApp(ctx: Core, actor: Person, id: string): Promise<OwnAppRow> {
  const row = await queries.findApp(ctx.db, actor.accountId, id)
  if (!row) throw notFound('app')
  return row
}

/** Returns an app with its latest requests and the webhooks that it set. The result does not identify the app's users. Errors: 404. */
export async function readAppDetail(
  ctx: Core,
  actor: Person,
  id: string,
): Promise<{ app: OwnAppRow; requests: AppRequestRow[]; webhooks: AppWebhookRow[] }> {
  const app = await readApp(ctx, actor, id)
  const [requests, webhooks] = await Promise.all([
    queries.lastRequests(ctx.db, id, { keys: MAX_KEYS, rows: SHOWN }),
    queries.webhooksSetBy(ctx.db, id, SHOWN),
  ])
  return { app, requests, webhooks }
}

/** Creates an app, which users can then authorize. Errors: 400 `redirect_uris`, 409 `quota`. */
export async function createApp(tx: Tx, actor: Person, input: CreateApp): Promise<OwnAppRow> {
  await requireActiveCredential(tx, actor)
  if ((await queries.lockAndCount(tx.db, actor.accountId)) >= MAX_APPS)
    throw new ApiError('conflict', `You have ${MAX_APPS} apps, the maximum. Delete one first.`, { code: 'quota' })
  const id = await insertOwnClient(tx, actor.accountId, { name: input.name, redirectUris: input.redirect_uris })
  return readApp(tx, actor, id)
}

/**
 * Changes the given fields of an app. Adding a redirect URI requires a recent proof of identity, as creating a key does. Removing a URI
 * revokes every grant of the app (spec: completions 13.1). Errors: 403 `proof`, 404.
 */
export async function changeApp(tx: Tx, actor: Person, id: string, change: ChangeApp): Promise<OwnAppRow> {
  const { name, redirect_uris } = change
  if (name === undefined && redirect_uris === undefined) throw invalid('name', 'name or redirect_uris is required.')
  const sent = { ...(name === undefined ? {} : { name }), ...(redirect_uris === undefined ? {} : { redirect_uris }) }
  const before = await queries.lockApp(tx.db, actor.accountId, id)
  if (!before) throw notFound('app')
  if (redirect_uris?.some((uri) => !before.redirect_uris.includes(uri))) requireProof(actor, tx.now())
  await queries.changeApp(tx.db, actor.accountId, id, sent)
  if (redirect_uris && before.redirect_uris.some((uri) => !redirect_uris.includes(uri))) await endAllowed(tx, id)
  return readApp(tx, actor, id)
}

/** Deletes an app and revokes all of its grants immediately. Errors: 404. */
export async function deleteApp(tx: Tx, actor: Person, id: string): Promise<void> {
  if (!(await queries.deleteApp(tx.db, actor.accountId, id))) throw notFound('app')
  await endAllowed(tx, id)
}

/** Revokes all grants of an app: unused codes, and the keys that were issued for used codes. The caller must lock the app first. */
async function endAllowed(tx: Tx, id: string): Promise<void> {
  await queries.deleteUnusedCodes(tx.db, id)
  await revokeKeysById(tx, await queries.workingKeysOf(tx.db, id))
}
