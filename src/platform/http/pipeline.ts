import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pipeline as pipe } from 'node:stream/promises'
import { inTransaction, type Anonymous, type Context, type Person, type Tx } from '#platform/context/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { claimIdempotencyKey, type Claim, type StoredAnswer } from '#platform/limits/idempotency.ts'
import { isLive, payerOf } from '#core/tenant.ts'
import { networkOf } from '#platform/limits/networks.ts'
import { readBody, type ParsedBody } from './body.ts'
import { isListField } from './coerce.ts'
import { deprecationHeaders } from './deprecation.ts'
import { accepted, type Answer, type AnyInput, type ApprovalRequirement, type Caller, type Endpoint } from './endpoint.ts'
import { ignoredFields } from './ignored-fields.ts'
import { countOf, pairsToObject, requireFewPairs } from './pairs.ts'
import { requireEndpointProof } from './proof.ts'
import { createBodySlots } from './signed-bodies.ts'
import { isForSuspended, requireAccess, runEndpoint, validateInput, type RawRequest } from './run.ts'

/** Functions in higher modules that the pipeline calls. server.ts provides them. */
export type Gate = {
  authenticate(ctx: Context, credentials: Credentials): Promise<Anonymous | Person>
  /** Locks the records that a request affects. Until the transaction ends, no change can make the request need approval. */
  lock(tx: Tx, actor: Person, request: Ready): Promise<unknown>
  requestApproval(tx: Tx, actor: Person, request: Ready, requirements: readonly ApprovalRequirement[]): Promise<unknown>
}

/** Validated request, before the check for the owner's approval. */
export type Ready = { endpoint: Endpoint; raw: RawRequest; fromForm: boolean; input: AnyInput }

export type Credentials = {
  authorization: string | undefined
  cookie: string | undefined
  testAccount?: string | undefined
  origin: string | undefined
  writes: boolean
  evenSuspended?: boolean
  address: string
}

/** Headers and parsed body of a call from `src/mcp`, which does not use HTTP. */
export type Given = { headers: IncomingHttpHeaders; given: ParsedBody }

export type Call = {
  endpoint: Endpoint
  request: IncomingMessage | Given
  path: string
  query: string
  params: Record<string, string>
  address: string
  requestId: string
  gone: Caller['gone']
  /** Collects response headers. They are sent with error responses, too. */
  headers: Record<string, string>
}

export type Served = { answer: Answer; actor: Anonymous | Person }

/** Serves one API call: authentication, rate limit, access, validation, idempotency, approval, and finally the action. */
export async function serve(ctx: Context, gate: Gate, call: Call): Promise<Served> {
  const startedAt = performance.now()
  Object.assign(call.headers, deprecationHeaders(call.endpoint.deprecated))
  const actor = await authenticated(ctx, gate, call)
  try {
    const served = await (call.endpoint.signed ? signedTo : servedTo)(ctx, gate, call, actor)
    note(ctx, call, actor, startedAt, { status: served.answer.status, error: null })
    return served
  } catch (error) {
    const known = error instanceof ApiError ? { status: error.status, error: error.type } : { status: 500, error: 'server' }
    note(ctx, call, actor, startedAt, known)
    throw error
  }
}

/** Logs a request for the owner of its API key, without the request's content. */
function note(
  ctx: Context,
  call: Call,
  actor: Anonymous | Person,
  startedAt: number,
  ended: { status: number; error: string | null },
): void {
  if (actor.kind !== 'key') return
  const { endpoint, path, requestId } = call
  const ms = Math.round(performance.now() - startedAt)
  const { accountId, credential: keyId } = actor
  ctx.requestLog.note({
    id: requestId,
    accountId,
    keyId,
    operation: endpoint.id,
    method: endpoint.method,
    path,
    ms,
    at: ctx.now(),
    ...ended,
  })
}

/**
 * Serves a call to an endpoint with signed bodies. A strict limit per network counts only rejected requests, so it never blocks requests
 * with a valid signature.
 */
async function signedTo(ctx: Context, gate: Gate, call: Call, actor: Anonymous | Person): Promise<Served> {
  try {
    return await servedTo(ctx, gate, call, actor)
  } catch (error) {
    const isUnsigned = error instanceof ApiError && error.status < 500 && error.type !== 'conflict'
    if (isUnsigned) await ctx.rateLimits.request({ unsigned: call.address })
    throw error
  }
}

async function servedTo(ctx: Context, gate: Gate, call: Call, actor: Anonymous | Person): Promise<Served> {
  const { endpoint, request, address } = call
  const by = actor.kind === 'anonymous' ? { address } : { key: actor.credential }
  if (actor.kind !== 'anonymous' && !isLive(actor.tenant)) call.headers['Livemode'] = 'false'
  if (!endpoint.signed) Object.assign(call.headers, await ctx.rateLimits.request(by))
  if (endpoint.strictRate) await ctx.rateLimits.take(ctx, 'entry', address)
  requireAccess(endpoint, actor)
  if (actor.kind !== 'anonymous' && !endpoint.free) await ctx.usage.count(payerOf(actor), ctx.now())

  const body = await bodyOf(call)
  try {
    const raw: RawRequest = {
      params: call.params,
      query: parseQuery(call.query, endpoint.query),
      body: body.value as Record<string, unknown>,
    }
    // accepts unknown fields, because the sender defines the fields of a signed body
    const ignored = endpoint.signed === undefined ? ignoredFields(endpoint, raw) : null
    if (ignored !== null) call.headers['Ignored-Fields'] = ignored
    const fromForm = body.kind === 'form' || body.kind === 'multipart'
    const input = validateInput(endpoint, raw, fromForm, body.files, {
      accept: request.headers.accept ?? '',
      cookie: request.headers.cookie ?? '',
      userAgent: request.headers['user-agent'] ?? null,
      gone: call.gone,
    })
    requireEndpointProof(endpoint, actor, input.body, ctx.now())
    const claim = await claimOf(ctx, call, actor, raw, body)
    if (claim?.kind === 'replay') {
      call.headers['Idempotent-Replayed'] = 'true'
      return { answer: replayed(claim.answer), actor }
    }
    const answer = await claimed(claim, (extraWrites) =>
      runOrRequestApproval(ctx, gate, actor, { endpoint, raw, fromForm, input }, extraWrites),
    )
    return { answer, actor }
  } finally {
    await body.cleanup()
  }
}

const withBodySlot = createBodySlots()

/** Reads the body of a call. If a required signature header is missing, rejects the request without reading the body. */
async function bodyOf({ endpoint, request, address }: Call): Promise<ParsedBody> {
  if ('given' in request) return request.given
  const { signed } = endpoint
  const read = () => readBody(request, endpoint.method === 'GET' ? [] : (endpoint.accepts ?? ['json']), endpoint.maxBodyBytes)
  if (signed === undefined) return read()
  if (!request.headers[signed.toLowerCase()]) throw invalid(signed, `${signed} is missing: this address accepts only signed requests.`)
  return withBodySlot(request, networkOf(address), read)
}

async function authenticated(ctx: Context, gate: Gate, { endpoint, request, address }: Call): Promise<Anonymous | Person> {
  try {
    const actor = await gate.authenticate(ctx, {
      authorization: request.headers.authorization,
      cookie: request.headers.cookie,
      testAccount: [request.headers['test-account']].flat()[0],
      origin: request.headers.origin,
      writes: endpoint.method !== 'GET',
      evenSuspended: isForSuspended(endpoint),
      address,
    })
    return actor.kind === 'anonymous' ? { ...actor, userAgent: request.headers['user-agent'] ?? '' } : actor
  } catch (refused) {
    // counts requests with an invalid key toward the limit of their IP address, to prevent guessing of keys
    await ctx.rateLimits.request({ address })
    throw refused
  }
}

type ExtraWrites = ((tx: Tx, answer: Answer) => Promise<void>) | undefined

/**
 * Runs the action, or stores the request if the action needs approval. Checks this before slow work, and again after the records are
 * locked, because a change may have made approval necessary: for example, a draft was published.
 */
async function runOrRequestApproval(
  ctx: Context,
  gate: Gate,
  actor: Anonymous | Person,
  ready: Ready,
  extraWrites?: ExtraWrites,
): Promise<Answer> {
  const { endpoint, input } = ready
  const run = (by: Context) => runEndpoint(by, endpoint, actor, input, extraWrites)
  if (actor.kind === 'anonymous' || actor.askFirst.length === 0 || !endpoint.approvals) return run(ctx)
  const needsApproval = async (by: Context) =>
    ((await endpoint.approvals?.(input, by, actor)) ?? []).some(({ action }) => actor.askFirst.includes(action))
  if (await needsApproval(ctx)) return requestedApproval(ctx, gate, actor, ready, extraWrites)
  const guard = async (tx: Tx) => {
    await gate.lock(tx, actor, ready)
    if (await needsApproval(tx)) throw new ApprovalRequired()
  }
  try {
    return await run({ ...ctx, guard })
  } catch (error) {
    if (error instanceof ApprovalRequired) return requestedApproval(ctx, gate, actor, ready, extraWrites)
    throw error
  }
}

class ApprovalRequired extends Error {}

async function requestedApproval(ctx: Context, gate: Gate, actor: Person, ready: Ready, extraWrites?: ExtraWrites): Promise<Answer> {
  const { endpoint, input } = ready
  // rejects the request, because uploaded files are not stored and the approved request would run without them
  if (input.files.length > 0)
    throw invalid('files', 'This key needs its owner’s approval, and uploads cannot wait for an approval. Send picture URLs instead.')
  return inTransaction(ctx, async (tx) => {
    await gate.lock(tx, actor, ready)
    const requirements = (await endpoint.approvals?.(input, tx, actor)) ?? []
    const answer = accepted(await gate.requestApproval(tx, actor, ready, requirements))
    await extraWrites?.(tx, answer)
    return answer
  })
}

async function claimOf(ctx: Context, call: Call, actor: Anonymous | Person, raw: RawRequest, body: ParsedBody): Promise<Claim | null> {
  const key = call.request.headers['idempotency-key']
  if (key === undefined || call.endpoint.method === 'GET') return null
  const digests = await Promise.all(body.files.map(async (file) => [file.field, file.filename, await digest(file.path)]))
  return claimIdempotencyKey(ctx, {
    scope: actor.kind === 'anonymous' ? `address ${actor.address}` : actor.credential,
    method: call.endpoint.method,
    path: call.path,
    key: String(key),
    content: [raw.query, raw.body, digests],
  })
}

async function claimed(claim: Claim | null, run: (extraWrites?: ExtraWrites) => Promise<Answer>): Promise<Answer> {
  if (claim?.kind !== 'mine') return run()
  try {
    const answer = await run(async (tx, done) => {
      if (isReplayable(done)) await claim.finish(tx, { status: done.status, body: JSON.stringify(done.body) })
    })
    if (!isReplayable(answer)) await claim.release()
    return answer
  } catch (error) {
    await claim.release()
    throw error
  } finally {
    claim.end()
  }
}

/**
 * True if the response may be stored for replays. Responses with bytes or cookies are not stored. A replayed sign-in without its cookie
 * would fail, whereas signing in a second time is harmless.
 */
const isReplayable = (answer: Answer): boolean => answer.raw === undefined && answer.headers === undefined

const replayed = (stored: StoredAnswer): Answer => ({ status: stored.status as Answer['status'], body: undefined, json: stored.body })

/**
 * Parses a query string. Throws a 400 error for control characters other than newline and tab, and for a repeated name that is not a list
 * in the schema. Parsers differ in which of the repeated values they use.
 */
function parseQuery(query: string, schema: Endpoint['query']): Record<string, unknown> {
  requireFewPairs(countOf(query, '&') + 1)
  const pairs = [...new URLSearchParams(query)]
  const seen = new Set<string>()
  for (const [name, value] of pairs) {
    // newlines and tabs are allowed here; the validation of each field checks them
    if (/\p{Cc}/u.test(name + value.replaceAll(/[\n\t]/g, '')))
      throw new ApiError('invalid_request', `${printable(name)} has a control character.`, { param: printable(name) })
    if (seen.has(name) && !name.endsWith('[]') && !isListField(schema, name))
      throw new ApiError('invalid_request', `${name} appears more than once.`, { param: name })
    seen.add(name)
  }
  return pairsToObject(pairs)
}

const printable = (name: string): string => name.replaceAll(/\p{Cc}/gu, '?')

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipe(createReadStream(path), hash)
  return hash.digest('hex')
}
