import { readFile } from 'node:fs/promises'
import type { Context, Core } from '#platform/context/index.ts'
import { isDocumentId } from './rules.ts'
import { EgressError } from '#platform/egress/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { readJson } from '#platform/http/json.ts'
import { validate } from '#platform/http/validate.ts'
import * as queries from './queries.ts'
import { OAuthRefusal, type OAuthCode } from './refusal.ts'
import { ClientMetadata } from './schema.ts'

/**
 * An app as shown on the consent page. `site` is the host of the app's metadata document, or null for a registered app. The service does
 * not verify the name of a registered app.
 */
export type Client = { id: string; name: string; redirectUris: readonly string[]; site: string | null }

const MAX_DOCUMENT_BYTES = 16 * 1024
const FETCH_MS = 5_000

/**
 * Registers an app with the metadata in its request (RFC 7591). All apps are public clients without a secret. Errors: OAuth errors such as
 * `invalid_client_metadata`.
 */
export async function registerClient(ctx: Core, body: unknown): Promise<Client & { createdAt: Date }> {
  const metadata = read(body, 'invalid_client_metadata')
  const id = ctx.newId('cli')
  const name = metadata.client_name || nameOfHost(new URL(metadata.redirect_uris[0]!).host) || 'An app'
  const now = ctx.now()
  await queries.insertClient(ctx.db, { id, name, redirect_uris: metadata.redirect_uris, created_at: now, last_used_at: now, account_id: null }) // prettier-ignore
  return { id, name, redirectUris: metadata.redirect_uris, site: null, createdAt: now }
}

/** Returns the name of an app without a `client_name`: its host, or the start of a long host, because a key's name has at most 60 characters. */
const nameOfHost = (host: string): string => host.slice(0, 60)

/** Registers an app for an account. Unlike apps that register themselves, such an app does not expire. Returns the app's id. */
export async function insertOwnClient(
  ctx: Core,
  accountId: string,
  { name, redirectUris }: Pick<Client, 'name' | 'redirectUris'>,
): Promise<string> {
  const id = ctx.newId('cli')
  const now = ctx.now()
  await queries.insertClient(ctx.db, {
    id,
    name,
    redirect_uris: [...redirectUris],
    created_at: now,
    last_used_at: now,
    account_id: accountId,
  })
  return id
}

/** Returns the app with this id: either a registered app, or an app whose metadata document is at this URL. Errors: `invalid_client`. */
export async function findClient(ctx: Context, id: string): Promise<Client> {
  if (isDocumentId(id, { near: ctx.config.mode === 'local' })) return cachedDocument(ctx, id)
  const row = await ifIdOf('cli', id, () => queries.findClient(ctx.db, id))
  if (!row) throw new OAuthRefusal('invalid_client', 'client_id is not a registered app. Register the app first.')
  return { id, name: row.name, redirectUris: row.redirect_uris, site: null }
}

type Cached = { client: Promise<Client>; untilMs: number }

const DOCUMENT_MS = 5 * 60_000
const REFUSED_MS = 60_000
const MOST_DOCUMENTS = 500
const documents = new WeakMap<Context['egress'], Map<string, Cached>>()

/** Returns the app that a metadata document describes. The app is cached for five minutes. Errors: `invalid_client`. */
async function cachedDocument(ctx: Context, id: string): Promise<Client> {
  const cache = documents.get(ctx.egress) ?? new Map<string, Cached>()
  documents.set(ctx.egress, cache)
  const known = cache.get(id)
  if (known && known.untilMs > ctx.now().getTime()) return known.client
  const mine: Cached = { client: readDocument(ctx, id), untilMs: ctx.now().getTime() + DOCUMENT_MS }
  cache.delete(id)
  cache.set(id, mine)
  if (cache.size > MOST_DOCUMENTS) cache.delete(cache.keys().next().value!)
  try {
    return await mine.client
  } catch (error) {
    if (error instanceof OAuthRefusal) mine.untilMs = ctx.now().getTime() + REFUSED_MS
    else cache.delete(id)
    throw error
  }
}

async function readDocument(ctx: Context, id: string): Promise<Client> {
  const metadata = read(await fetched(ctx, id), 'invalid_client')
  if (metadata.client_id !== id) throw new OAuthRefusal('invalid_client', 'The document at client_id contains a different client_id.')
  const { host } = new URL(id)
  return { id, name: metadata.client_name || nameOfHost(host), redirectUris: metadata.redirect_uris, site: host }
}

async function fetched(ctx: Context, id: string): Promise<unknown> {
  try {
    const document = await ctx.egress.download(id, {
      maxBytes: MAX_DOCUMENT_BYTES,
      accept: 'application/json',
      signal: AbortSignal.timeout(FETCH_MS),
    })
    try {
      if (document.finalUrl !== id) throw new OAuthRefusal('invalid_client', 'The document at client_id redirects to another URL.')
      // rejects pages and images, because a user may have uploaded them to the host
      if (!isJsonType(document.contentType))
        throw new OAuthRefusal('invalid_client', 'The document at client_id must be served as application/json.')
      return readJson(await readFile(document.path, 'utf8'))
    } finally {
      await document.cleanup()
    }
  } catch (error) {
    if (error instanceof EgressError) throw new OAuthRefusal('invalid_client', `The document at client_id cannot be read. ${error.message}`)
    if (error instanceof ApiError) throw new OAuthRefusal('invalid_client', 'The document at client_id is not JSON.')
    throw error
  }
}

const isJsonType = (type: string | null): boolean => type !== null && /^application\/([\w.!#$&^-]+\+)?json$/.test(type)

function read(body: unknown, code: OAuthCode): ClientMetadata {
  try {
    const metadata = validate(ClientMetadata, body)
    if ((metadata.token_endpoint_auth_method ?? 'none') !== 'none')
      throw new OAuthRefusal(code, 'token_endpoint_auth_method must be none: apps have no secret here and use PKCE instead.')
    return metadata
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new OAuthRefusal(error.param?.startsWith('redirect_uris') ? 'invalid_redirect_uri' : code, error.message)
  }
}
