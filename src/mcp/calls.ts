import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from '#platform/context/index.ts'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { refuseMultipart, type ParsedBody } from '#platform/http/body.ts'
import { MULTIPART_LIMITS } from '#platform/http/multipart.ts'
import { createPartFiles } from '#platform/http/multipart-files.ts'
import { serve, type Gate } from '#platform/http/pipeline.ts'
import { makeTempFolder } from '#platform/files/temp-folder.ts'
import { withoutFloor } from '#mcp/shape/floor.ts'
import type { CallEndpoint, Request } from '#mcp/shape/tool.ts'

export type Caller = {
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'>
  address: string
  requestId: string
  gone(): AbortSignal
}

export type Deps = { ctx: Context; gate: Gate }

/**
 * Thrown if the key's owner must approve the request first. The request has not run yet, so callers report the approval as a result, not as
 * an error.
 */
export class ApprovalRequired extends Error {
  readonly approval: Record<string, unknown>

  constructor(approval: Record<string, unknown>) {
    super('This request needs the owner’s approval.')
    this.approval = approval
  }
}

/**
 * Calls endpoints through the API pipeline: key, rate limit, scope, usage, validation, idempotency, approvals and request log. Tools can
 * perform actions only in this way. Never forwards session cookies. `base`: path prefix in the log.
 */
export function createCalls({ ctx, gate }: Deps, caller: Caller, idempotencyKey?: string, base = '/v1'): CallEndpoint {
  const headers: IncomingHttpHeaders = {
    ...caller.headers,
    accept: 'application/json',
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  let requestId: string | null = caller.requestId
  return async (id, request = {}) => {
    const endpoint = ctx.endpoints.get(id)
    if (!endpoint) throw new Error(`unknown endpoint ${id}`)
    const given = await bodyOf(request)
    // writes one row per call to the request log; the first row has the id that the client received
    const own = requestId ?? ctx.newId('req')
    requestId = null
    try {
      const { answer } = await serve(ctx, gate, {
        endpoint,
        request: { headers, given },
        path: `${base}${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ''))}`,
        query: queryOf(request.query ?? {}),
        params: printable(request.params ?? {}),
        address: caller.address,
        requestId: own,
        gone: caller.gone,
        headers: {},
      })
      const body = withoutFloor((answer.json === undefined ? answer.body : JSON.parse(answer.json)) as Record<string, unknown>)
      if (answer.status === 202 && body['object'] === 'approval') throw new ApprovalRequired(body)
      return body
    } finally {
      await given.cleanup()
    }
  }
}

function printable(params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params))
    if (/\p{Cc}|\p{Cs}/u.test(value) || value.length > 200) throw invalid(name, `${name} is not an id.`)
  return params
}

/** Encodes a query string. Errors: 400 for a value that cannot be part of a query string. */
function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') return [name, String(one)]
      throw invalid(name, `${name} must be text, a number, true or false.`)
    }),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

const NOTHING = async () => {}

async function bodyOf({ body = {}, files }: Request): Promise<ParsedBody> {
  if (files === undefined || files.length === 0) return { kind: 'json', value: body, files: [], cleanup: NOTHING }
  if (files.length > MULTIPART_LIMITS.files) throw invalid('photos', `photos must have at most ${MULTIPART_LIMITS.files} items.`)
  const pictures = files.map((file, index) => decoded(file, index))
  const folder = await makeTempFolder()
  const parts = createPartFiles(folder.path, MULTIPART_LIMITS)
  try {
    for (const [index, bytes] of pictures.entries())
      await parts.add(Readable.from([bytes]), { field: 'photos', filename: `photo-${index + 1}`, declaredType: 'application/octet-stream' })
    return { kind: 'json', value: body, files: await parts.finish(), cleanup: folder.remove }
  } catch (error) {
    await parts.abandon()
    await folder.remove()
    return refuseMultipart(error)
  }
}

function decoded(text: unknown, index: number): Buffer {
  const param = `photos[${index}]`
  if (typeof text !== 'string') throw invalid(param, `${param} must be text: the bytes of a picture in base64.`)
  const [, plain = text] = /^data:[\w/+.-]{1,60};base64,(.*)$/s.exec(text) ?? []
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain))
    throw new ApiError('invalid_request', `${param} is not valid base64. Send the picture’s bytes in base64, or its URL in photo_urls.`, {
      param,
    })
  return Buffer.from(plain, 'base64')
}
