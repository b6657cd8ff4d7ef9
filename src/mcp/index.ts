import { createMcpHandler, type AuthInfo, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Anonymous, Person, Core } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { asApiError, errorBody } from '#platform/http/failures.ts'
import { answerOptions, closed, counted, type App, type Call } from '#platform/http/mount.ts'
import { inAcceptedForm } from './accept.ts'
import type { Deps } from './calls.ts'
import { countOf, isListening, MCP_PATHS, readMessages, requireOwnOrigin, requiresKey } from './door.ts'
import { createServer, type Visit } from './server.ts'
import { TOOLS, toolsFor } from './tools/index.ts'

const ALLOW = 'POST, OPTIONS'
const MOST_LISTENERS = 200
/** Maximum duration of a subscription stream. It is shorter than the drain timeout. */
const LISTENS_MS = 10_000

/**
 * Mounts `/mcp`: the Model Context Protocol over streamable HTTP without sessions. Serves clients of the stateless 2026-07-28 protocol, and
 * older clients. Each message and each endpoint call by a tool counts as one request toward the key's rate limit.
 */
export function mountMcp(app: App, deps: Deps): void {
  const { ctx } = deps
  const handler = createMcpHandler(({ authInfo }) => createServer(deps, visitOf(authInfo)), {
    // subscribers get no notifications, because the lists never change; streams end after `LISTENS_MS`
    maxSubscriptions: MOST_LISTENERS,
    onerror: (error) => ctx.log.debug({ err: error }, 'an MCP message was rejected'),
  })
  for (const path of MCP_PATHS) {
    app.post(path, async (c) => {
      c.set('operation', 'mcp')
      try {
        return await answered(deps, handler, c, path)
      } catch (error) {
        return refused(c, challenged(ctx, path, asApiError(error, ctx.log, c.env.requestId)))
      }
    })
    answerOptions(app, ctx, path, { Allow: ALLOW })
    const isPage = (c: Call) => c.req.header('Accept')?.includes('text/html')
    app.get(
      path,
      counted(ctx, (c) => (isPage(c) ? c.redirect(`${ctx.config.publicUrl}/docs/mcp`, 302) : notTaken(c))),
    )
    app.all(path, counted(ctx, notTaken))
  }
}

async function answered(deps: Deps, handler: McpHttpHandler, c: Call, path: string): Promise<Response> {
  const { incoming, address, requestId, outgoing } = c.env
  await requireOwnAddress(deps, c)
  const actor = await callerOf(deps, c)
  const isAnonymous = actor.kind === 'anonymous'
  if (isAnonymous && path === ACCOUNT) throw needsKey()
  const messages = await readMessages(incoming, isAnonymous ? null : actor.credential)
  if (isAnonymous && requiresKey(messages, keyedTools(deps))) throw needsKey()
  for (let more = countOf(messages); more > 1; more--) await count(deps, actor, address)
  const { authorization, 'user-agent': userAgent } = incoming.headers
  const headers = { ...(authorization && { authorization }), ...(userAgent && { 'user-agent': userAgent }) }
  const gone = () => closed(outgoing)
  const visit: Visit = { actor, caller: { headers, address, requestId, gone } }
  const signal = isListening(messages) ? AbortSignal.any([gone(), AbortSignal.timeout(LISTENS_MS)]) : gone()
  const authInfo = { token: '', clientId: '', scopes: [], extra: { visit } }
  const response = await inAcceptedForm(c.req.raw.headers, isListening(messages), (accepted) =>
    handler.fetch(new Request(c.req.url, { method: 'POST', headers: accepted, signal }), { parsedBody: messages, authInfo }),
  )
  response.headers.set('Cache-Control', 'no-store')
  return response
}

const [, ACCOUNT] = MCP_PATHS

/** Adds the URL of the OAuth metadata to an error about a missing or invalid key, so that clients can start signing in (RFC 9728, 5.1). */
function challenged({ config }: Core, path: string, error: ApiError): ApiError {
  if (error.type === 'authentication')
    error.headers['WWW-Authenticate'] = `Bearer resource_metadata="${config.programsUrl}/.well-known/oauth-protected-resource${path}"`
  return error
}

/** Rejects methods that open or end a session, because this server is stateless. */
const notTaken = (c: Call): Response =>
  refused(c, new ApiError('method_not_allowed', `Only ${ALLOW} is allowed at this address.`, { headers: { Allow: ALLOW } }))

const visitOf = (info: AuthInfo | undefined): Visit => info!.extra!['visit'] as Visit

/** Checks Host and Origin. A rejected request counts toward the limit of its IP address. Errors: 403, 429. */
async function requireOwnAddress({ ctx }: Deps, { env: { incoming, address } }: Call): Promise<void> {
  try {
    requireOwnOrigin(incoming.headers, ctx.config)
  } catch (error) {
    await ctx.rateLimits.request({ address })
    throw error
  }
}

/** Authenticates the caller by key only, and ignores cookies. Errors: 401, 403, 429. */
async function callerOf(deps: Deps, c: Call): Promise<Anonymous | Person> {
  const { incoming, address } = c.env
  const { authorization } = incoming.headers
  try {
    const actor = await deps.gate.authenticate(deps.ctx, { authorization, cookie: undefined, origin: undefined, writes: false, address })
    await count(deps, actor, address)
    return actor
  } catch (error) {
    if (error instanceof ApiError && error.type === 'authentication') await deps.ctx.rateLimits.request({ address })
    throw error
  }
}

const count = ({ ctx }: Deps, actor: Anonymous | Person, address: string): Promise<unknown> =>
  ctx.rateLimits.request(actor.kind === 'anonymous' ? { address } : { key: actor.credential })

let keyed: ReadonlySet<string> | undefined

function keyedTools({ ctx }: Deps): ReadonlySet<string> {
  if (keyed) return keyed
  const open = new Set(toolsFor(ctx.endpoints, { kind: 'anonymous', address: '' }))
  return (keyed = new Set(TOOLS.filter((tool) => !open.has(tool)).map(({ name }) => name)))
}

const needsKey = (): ApiError =>
  new ApiError(
    'authentication',
    'A key is required: send "Authorization: Bearer <key>". Without a key, only the market tools are available.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  )

function refused(c: Call, error: ApiError): Response {
  const { error: data } = errorBody(error, error.status >= 500 ? c.env.requestId : undefined)
  const code = error.type === 'invalid_request' ? (error.message.includes('valid JSON') ? -32700 : -32600) : -32000
  return c.json({ jsonrpc: '2.0', id: null, error: { code, message: error.message, data } }, error.status, {
    'Cache-Control': 'no-store',
    ...error.headers,
  })
}
