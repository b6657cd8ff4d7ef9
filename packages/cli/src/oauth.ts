import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { checked } from './browser.ts'
import { EXIT, Failure } from './failures.ts'

/** Tokens from a browser sign-in. The service treats the CLI as an OAuth app. The access token expires after an hour. */
export type Grant = { clientId: string; accessToken: string; refreshToken: string; expiresAt: string; tokenUrl: string; revokeUrl: string }

type Metadata = { issuer: string; authorization_endpoint: string; token_endpoint: string; registration_endpoint: string; revocation_endpoint: string } // prettier-ignore
type Tokens = { access_token: string; refresh_token: string; expires_in: number }

const SCOPES = 'read shops listings messages offers orders buying webhooks'
const WAITS_MS = 5 * 60_000
const CALLS_MS = 20_000

/**
 * Signs in with the user's browser (RFC 8252). A temporary server on this machine receives the authorization code (with PKCE). `show` gets
 * the URL of the consent page.
 */
export async function signInByBrowser(baseUrl: string, show: (url: string) => void): Promise<Grant> {
  const metadata = await metadataOf(baseUrl)
  const state = randomBytes(24).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  const server = createServer().listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`
    const { client_id: clientId } = await sent<{ client_id: string }>(metadata.registration_endpoint, {
      json: { client_name: 'resale command line', redirect_uris: [redirectUri] },
    })
    const coming = codeAt(server, { state, issuer: metadata.issuer })
    // the promise may reject before the code below awaits it
    coming.catch(() => {})
    show(authorizeUrl(metadata, { clientId, redirectUri, state, verifier }))
    const form = { grant_type: 'authorization_code', client_id: clientId, code: await coming, redirect_uri: redirectUri, code_verifier: verifier } // prettier-ignore
    const tokens = await sent<Tokens>(metadata.token_endpoint, { form })
    return { clientId, tokenUrl: metadata.token_endpoint, revokeUrl: metadata.revocation_endpoint, ...partsOf(tokens) }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Exchanges the refresh token for new tokens. The previous tokens become invalid. Errors: `Failure` if the service rejects the grant. */
export async function renewed(grant: Grant): Promise<Grant> {
  const form = { grant_type: 'refresh_token', client_id: grant.clientId, refresh_token: grant.refreshToken }
  return { ...grant, ...partsOf(await sent<Tokens>(grant.tokenUrl, { form })) }
}

/** Revokes the app's access, and all its tokens, at the service. */
export const revoke = (grant: Grant): Promise<unknown> => sent(grant.revokeUrl, { form: { token: grant.refreshToken } })

const partsOf = ({ access_token: accessToken, refresh_token: refreshToken, expires_in: seconds }: Tokens) => ({
  accessToken,
  refreshToken,
  expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
})

/** Reads the OAuth metadata. The issuer must match the requested base URL, so that no other server receives tokens (RFC 8414, 3.3). */
async function metadataOf(baseUrl: string): Promise<Metadata> {
  const { origin } = new URL(baseUrl)
  const metadata = await sent<Metadata>(`${origin}/.well-known/oauth-authorization-server`)
  if (metadata.issuer !== origin)
    throw new Failure(`The API address of this service is ${metadata.issuer}: use --url ${metadata.issuer}`, EXIT.usage)
  for (const name of ['token_endpoint', 'registration_endpoint', 'revocation_endpoint'] as const)
    if (new URL(metadata[name]).origin !== origin) throw new Failure(`${metadata[name]} is not at ${origin}.`)
  return metadata
}

type AuthorizationRequest = { clientId: string; redirectUri: string; state: string; verifier: string }

function authorizeUrl(metadata: Metadata, { clientId, redirectUri, state, verifier }: AuthorizationRequest): string {
  const url = new URL(checked(metadata.authorization_endpoint))
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: SCOPES, state, code_challenge: challenge, code_challenge_method: 'S256' } // prettier-ignore
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Waits for the browser to deliver the authorization code. Responds to requests that lack our `state` with an empty body, and otherwise
 * ignores them.
 */
async function codeAt(server: Server, { state, issuer }: { state: string; issuer: string }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const late = setTimeout(() => reject(new Failure('The sign-in was not approved in the browser within 5 minutes.', EXIT.waits)), WAITS_MS)
  server.on('request', (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isOurs = pathname === '/done' && same(query.get('state') ?? '', state) && query.get('iss') === issuer
    const code = query.get('code')
    response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" })
    response.end(isOurs ? page(code !== null) : '')
    if (!isOurs) return
    if (code !== null) resolve(code)
    else reject(new Failure(`Not signed in: ${query.get('error_description') ?? query.get('error') ?? 'no'}`, EXIT.waits))
  })
  try {
    return await promise
  } finally {
    clearTimeout(late)
  }
}

const page = (isIn: boolean): string =>
  `<!doctype html><html lang="en"><title>resale</title><h1>${isIn ? 'Signed in' : 'Not signed in'}</h1><p>You can close this page and return to the terminal.</p></html>`

const same = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

async function sent<T>(url: string, { form, json }: { form?: Record<string, string>; json?: object } = {}): Promise<T> {
  let response: Response
  try {
    const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : null
    response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      body,
      headers: json ? { 'content-type': 'application/json' } : {},
      redirect: 'error',
      signal: AbortSignal.timeout(CALLS_MS),
    })
  } catch (cause) {
    throw new Failure(`No response from ${new URL(url).origin}.`, EXIT.unreachable, { cause })
  }
  const text = await response.text()
  const answer = (text === '' ? {} : readJson(text)) as { error?: string; error_description?: string } | null
  if (response.ok && answer !== null) return answer as T
  if (answer?.error === 'invalid_grant') throw new Failure('Your sign-in has ended. Sign in again with: resale login', EXIT.signedOut)
  if (response.status >= 500 || response.status === 429) throw new Failure(`${new URL(url).origin} is unavailable. Try again later.`, EXIT.unreachable) // prettier-ignore
  throw new Failure(answer?.error_description ?? `${url} is not the address of a resale marketplace (${response.status}).`, EXIT.refused)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
