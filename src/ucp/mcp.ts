import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server'
import { profileOf } from './rules.ts'
import type { Context } from '#platform/context/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import { readAnyJson, utf8Text } from '#platform/http/json.ts'
import { answerOptions, closed, counted, type App, type Call } from '#platform/http/mount.ts'
import { inAcceptedForm } from '#mcp/accept.ts'
import { requireOwnOrigin } from '#mcp/door.ts'
import { payloadSchema } from '#mcp/shape/schemas.ts'
import { answer } from './answer.ts'
import { TOOLS_PATH } from './names.ts'
import { operationsOf, type Operation } from './operations.ts'
import type { UcpReply, Deps } from './outcome.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { bytesOf, credentialsOf, requireSignature } from './rest.ts'

type Args = Readonly<Record<string, unknown>>
type Message = { id?: unknown; method?: unknown; params?: { name?: unknown; arguments?: unknown } }

/**
 * Mounts the protocol's operations as MCP tools (UCP release, MCP bindings), over streamable HTTP without sessions. A call runs before the
 * transport starts its response, so that the JSON-RPC error for a refusal is sent with the required HTTP status.
 */
export function mountUcpTools(app: App, deps: Deps): void {
  const { ctx } = deps
  const handler = createMcpHandler(({ authInfo }) => createServer(ctx, authInfo?.extra?.['reply'] as UcpReply | undefined), {
    onerror: (error) => ctx.log.debug({ err: error }, 'an open commerce protocol message was rejected'),
  })
  app.post(TOOLS_PATH, async (c) => {
    c.set('operation', 'ucp mcp')
    let id: unknown = null
    try {
      requireOwnOrigin(c.env.incoming.headers, ctx.config)
      const bytes = await bytesOf(c)
      const message = messageOf(bytes)
      id = message.id ?? null
      const reply = message.method === 'tools/call' ? await called(deps, c, message, bytes) : await listed(ctx, c)
      if (reply && reply.status >= 400) return failed(c, id, reply.status, -32_000, 'Unauthorized', reply.body, reply.headers)
      const signal = closed(c.env.outgoing)
      const authInfo = { token: '', clientId: '', scopes: [], extra: { reply } }
      return await inAcceptedForm(c.req.raw.headers, false, (headers) =>
        handler.fetch(new Request(c.req.url, { method: 'POST', headers, signal }), { parsedBody: message, authInfo }),
      )
    } catch (error) {
      // counts the call here, because the refusal is thrown before the call reaches the pipeline, which normally counts calls
      const limit = await listed(ctx, c).catch((over: unknown) => over)
      return refused(c, id, toRefusal(ctx, limit ?? error, c.env.requestId))
    }
  })
  answerOptions(app, ctx, TOOLS_PATH, { Allow: ALLOW })
  const wrong = new Refusal(405, 'method_not_allowed', `Only ${ALLOW} is allowed at this address.`, { headers: { Allow: ALLOW } })
  app.all(
    TOOLS_PATH,
    counted(ctx, (c) => refused(c, null, wrong)),
  )
}

const ALLOW = 'POST, OPTIONS'

function createServer(ctx: Context, reply: UcpReply | undefined): Server {
  const info = { name: 'resale-ucp', title: 'Resale marketplace, open commerce protocol', version: ctx.config.version }
  const server = new Server(info, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: operationsOf(ctx).map((operation) => toolOf(ctx, operation)) }))
  server.setRequestHandler('tools/call', () => ({
    content: [{ type: 'text', text: JSON.stringify(reply!.body) }],
    structuredContent: reply!.body as Record<string, unknown>,
  }))
  return server
}

/** Counts a request toward the rate limit if it calls no tool. The pipeline counts tool calls. */
async function listed({ rateLimits }: Context, c: Call): Promise<undefined> {
  await rateLimits.request({ address: c.env.address })
}

async function called(deps: Deps, c: Call, { params = {} }: Message, bytes: Buffer): Promise<UcpReply> {
  const operation = operationsOf(deps.ctx).find(({ tool }) => tool === params.name)
  if (!operation) throw new Refusal(400, 'invalid_request', 'Unknown tool. tools/list lists the available tools.', { path: '$.name' })
  const args = objectOf(params.arguments ?? {}, '$')
  const meta = objectOf(args['meta'], '$.meta')
  const key = textAt(meta, 'idempotency-key', "$.meta['idempotency-key']")
  if (operation.needsKey && key === undefined) throw missing("$.meta['idempotency-key']")
  const headers = credentialsOf(c.env.incoming.headers)
  const { address, requestId, outgoing } = c.env
  return answer(deps, {
    operation,
    profile: profileIn(meta) ?? profileOf(c.req.header('UCP-Agent') ?? ''),
    headers,
    idempotencyKey: key,
    params: operation.path.includes('{id}') ? { id: textAt(args, 'id', '$.id') ?? fail('$.id') } : {},
    query: operation.tool === 'list_offers' ? { item: textAt(args, 'item', '$.item') ?? fail('$.item') } : {},
    body: operation.argument ? objectOf(args[operation.argument], `$.${operation.argument}`) : {},
    caller: { headers, address, requestId, gone: () => closed(outgoing) },
    verify: (platform) => requireSignature(c, bytes, platform),
  })
}

const missing = (path: string): Refusal => new Refusal(400, 'invalid_request', `${path.slice(2)} is required.`, { path })
const fail = (path: string): never => {
  throw missing(path)
}

function profileIn(meta: Args): string | null {
  const agent = meta['ucp-agent']
  return agent === undefined ? null : (textAt(objectOf(agent, "$.meta['ucp-agent']"), 'profile', "$.meta['ucp-agent'].profile") ?? null)
}

function objectOf(value: unknown, path: string): Record<string, unknown> {
  if (value === undefined) throw missing(path)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'invalid_request', `${path.slice(2)} must be an object.`, { path })
  return value as Record<string, unknown>
}

function textAt(args: Args, name: string, path: string): string | undefined {
  const value = args[name]
  if (value === undefined || typeof value === 'string') return value
  throw new Refusal(400, 'invalid_request', `${path.slice(2)} must be text.`, { path })
}

/** Parses one message. Rejects batches of messages, which older protocol versions allowed. */
function messageOf(bytes: Buffer): Message {
  const message = readAnyJson(utf8Text(bytes))
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new ApiError('invalid_request', 'The body must be one JSON-RPC message: an object.')
}

const META = {
  type: 'object',
  required: ['ucp-agent'],
  properties: {
    'ucp-agent': { type: 'object', required: ['profile'], properties: { profile: { type: 'string', format: 'uri' } } },
    'idempotency-key': { type: 'string' },
  },
}

function toolOf(ctx: Context, { tool, argument, path, endpoint: endpointId }: Operation): Tool {
  const endpoint = ctx.endpoints.get(endpointId)!
  const properties = {
    meta: META,
    ...(path.includes('{id}') && { id: { type: 'string' } }),
    ...(tool === 'list_offers' && { item: { type: 'string', description: 'Id of the listing.' } }),
    ...(argument && { [argument]: payloadSchema(endpoint, ['platform']) }),
  }
  return {
    name: tool,
    title: endpoint.summary,
    description: `${endpoint.summary}.`,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) },
    outputSchema: { type: 'object', properties: { ucp: { type: 'object' } }, required: ['ucp'] },
    annotations: { readOnlyHint: (endpoint.effects ?? []).length === 0 && !tool.includes('update'), openWorldHint: true },
  }
}

/** Returns the JSON-RPC error number for a refusal (UCP overview, Error Codes). */
function numberOf({ status, code }: Refusal): number {
  if (/^(?:invalid_profile_url|profile_\w+|version_unsupported)$/.test(code)) return -32_001
  if (code === 'digest_mismatch' || code === 'algorithm_unsupported') return -32_600
  if (status === 400 || status === 413) return -32_602
  return status === 500 ? -32_603 : -32_000
}

function refused(c: Call, id: unknown, refusal: Refusal): Response {
  const { status, code, message, headers, path } = refusal
  const after = headers['Retry-After']
  const data = { code, content: message, ...(path && { path }), ...(after && { retry_after: Number(after) }) }
  return failed(c, id, status, numberOf(refusal), message, data, headers)
}

const failed = (c: Call, id: unknown, status: number, code: number, message: string, data: object, headers: Record<string, string>) =>
  c.json(
    { jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null, error: { code, message, data } },
    status as 400,
    {
      'Cache-Control': 'no-store',
      ...headers,
    },
  )
