import type { Context, Core } from '#platform/context/index.ts'
import { endToken, OAuthRefusal, registerClient, tokensForCode, tokensForRefresh, type Tokens } from '#identity/oauth-apps/index.ts'
import { namesOfScopes } from '#identity/oauth-apps/rules.ts'
import type { ApiError } from '#platform/errors/index.ts'
import { readBody } from '#platform/http/body.ts'
import { asApiError } from '#platform/http/failures.ts'
import { answerOptions, refuseRest, type App, type Call } from '#platform/http/mount.ts'

const MAX_BYTES = 16 * 1024

/** Mounts the token, revocation and registration endpoints. */
export function mountTokens(app: App, ctx: Context): void {
  const takes: Record<string, (c: Call) => Promise<object | null>> = {
    '/oauth/token': async (c) => answerOf(await tokensFor(ctx, await fieldsOf(c))),
    '/oauth/revoke': async (c) => {
      const { token = '' } = await fieldsOf(c)
      await endToken(ctx, token)
      return null
    },
    '/oauth/register': (c) => register(ctx, c),
  }
  for (const [path, take] of Object.entries(takes)) {
    app.post(path, (c) => answered(ctx, c, path, take))
    answerOptions(app, ctx, path, { Allow: 'POST, OPTIONS' })
    refuseRest(app, ctx, path, 'POST, OPTIONS')
  }
}

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

async function answered(ctx: Context, c: Call, path: string, take: (c: Call) => Promise<object | null>): Promise<Response> {
  c.set('operation', `oauth ${path.slice('/oauth/'.length)}`)
  try {
    await ctx.rateLimits.request({ address: c.env.address })
    const answer = await take(c)
    return answer === null ? c.body(null, 200, NO_STORE) : c.json(answer, path === '/oauth/register' ? 201 : 200, NO_STORE)
  } catch (error) {
    if (error instanceof OAuthRefusal) return refused(c, error.code, error.message, error.code === 'invalid_client' ? 401 : 400)
    const known = asApiError(error, ctx.log, c.env.requestId)
    // maps all other errors to OAuth error codes
    const code = known.status >= 500 ? 'server_error' : known.status === 429 ? 'temporarily_unavailable' : 'invalid_request'
    return refused(c, code, known.message, known.status, known.headers)
  }
}

const refused = (c: Call, error: string, text: string, status: ApiError['status'], headers: Record<string, string> = {}): Response =>
  // `error_description` may contain only ASCII characters and no quotation marks (RFC 6749, 5.2)
  c.json({ error, error_description: text.replaceAll(/["\\]|[^\x20-\x7e]/g, "'") }, status, { ...NO_STORE, ...headers })

async function tokensFor(ctx: Context, fields: Record<string, string>): Promise<Tokens> {
  const { grant_type: grant, client_id: clientId = '' } = fields
  if (clientId === '')
    throw new OAuthRefusal('invalid_request', 'client_id is missing. Apps have no secret here, so they send only their client_id.')
  requireOwnResource(ctx, fields['resource'])
  if (grant === 'authorization_code') {
    const { code = '', redirect_uri: redirectUri = '', code_verifier: verifier = '' } = fields
    // a missing verifier counts as an invalid grant, just like an incorrect verifier (UCP identity linking, For businesses)
    for (const [name, value] of Object.entries({ code, redirect_uri: redirectUri }))
      if (value === '') throw new OAuthRefusal('invalid_request', `${name} is missing.`)
    return tokensForCode(ctx, { code, clientId, redirectUri, verifier })
  }
  if (grant === 'refresh_token') {
    const { refresh_token: token = '' } = fields
    if (token === '') throw new OAuthRefusal('invalid_request', 'refresh_token is missing.')
    return tokensForRefresh(ctx, { token, clientId })
  }
  throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

const answerOf = ({ access, refresh: token, scopes, expiresInSeconds }: Tokens): object => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: expiresInSeconds,
  refresh_token: token,
  scope: namesOfScopes(scopes).join(' '),
})

/** Requires that the token is requested for this service (RFC 8707). Errors: `invalid_target`. */
export function requireOwnResource({ config }: Core, resource: string | undefined): void {
  if (resource === undefined || resource === '') return
  const ours = [config.programsUrl, config.publicUrl]
  if (!URL.canParse(resource) || !ours.some((base) => new URL(base).origin === new URL(resource).origin))
    throw new OAuthRefusal('invalid_target', `resource must be an address of this service: ${config.programsUrl}/mcp.`)
}

async function register(ctx: Context, c: Call): Promise<object> {
  await ctx.rateLimits.take(ctx, 'app', c.env.address)
  const { value } = await readBody(c.env.incoming, ['json'], MAX_BYTES)
  const made = await registerClient(ctx, value)
  return {
    client_id: made.id,
    client_id_issued_at: Math.floor(made.createdAt.getTime() / 1000),
    client_name: made.name,
    redirect_uris: made.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

async function fieldsOf(c: Call): Promise<Record<string, string>> {
  const { value } = await readBody(c.env.incoming, ['form'], MAX_BYTES)
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, field]) => {
      if (typeof field !== 'string') throw new OAuthRefusal('invalid_request', `${name.slice(0, 40)} appears more than once.`)
      return [name, field]
    }),
  )
}
