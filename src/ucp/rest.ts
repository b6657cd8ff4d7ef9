import type { IncomingHttpHeaders } from 'node:http'
import { profileOf } from './rules.ts'
import { ApiError } from '#platform/errors/index.ts'
import { MAX_BODY_BYTES, readBody } from '#platform/http/body.ts'
import { readJson, utf8Text } from '#platform/http/json.ts'
import { closed, type Call } from '#platform/http/mount.ts'
import { faultOf } from '#platform/signatures/message-signatures.ts'
import { answer } from './answer.ts'
import type { UcpRequest } from './request.ts'
import type { Operation } from './operations.ts'
import type { Deps } from './outcome.ts'
import type { Platform } from './platforms.ts'
import { Refusal } from './refusal.ts'

/** Runs an operation for a REST request. */
export async function answerRest(deps: Deps, operation: Operation, c: Call): Promise<Response> {
  const { incoming, address, requestId, outgoing } = c.env
  const bytes = operation.method === 'GET' ? Buffer.alloc(0) : await bytesOf(c)
  const headers = credentialsOf(incoming.headers)
  const request: UcpRequest = {
    operation,
    profile: profileOf(c.req.header('UCP-Agent') ?? ''),
    headers,
    idempotencyKey: c.req.header('Idempotency-Key'),
    params: c.req.param(),
    query: operation.method === 'GET' ? c.req.query() : {},
    body: bytes.length === 0 ? {} : readJson(utf8Text(bytes)),
    caller: { headers, address, requestId, gone: () => closed(outgoing) },
    verify: (platform) => requireSignature(c, bytes, platform),
  }
  const { status, body, headers: more } = await answer(deps, request)
  return c.json(body, status as 200, { 'Cache-Control': 'no-store', ...more })
}

/** Returns the headers for the API pipeline. The key may also come from `X-API-Key`. Omits cookies. */
export function credentialsOf(sent: IncomingHttpHeaders): Pick<IncomingHttpHeaders, 'authorization' | 'user-agent'> {
  const { authorization = bearerOf(sent['x-api-key']), 'user-agent': userAgent } = sent
  return { ...(authorization && { authorization }), ...(userAgent && { 'user-agent': userAgent }) }
}

const bearerOf = (key: string | string[] | undefined): string | undefined => (typeof key === 'string' ? `Bearer ${key}` : undefined)

/** Reads the request body. Errors: 413 when it is too large, 415 for an unsupported media type. */
export async function bytesOf(c: Call): Promise<Buffer> {
  const { incoming } = c.env
  const { value } = await readBody(incoming, ['raw'], MAX_BODY_BYTES)
  const { bytes } = value as { bytes: Buffer }
  const type = (incoming.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (bytes.length > 0 && type !== 'application/json')
    throw new ApiError('unsupported_media', 'Send the body as application/json, in UTF-8.')
  return bytes
}

const FAULTS = {
  signature_missing: [401, 'Send Signature-Input and Signature together.'],
  signature_invalid: [401, 'The signature is not valid, or does not cover all required parts of the request.'],
  key_not_found: [401, 'The key that made the signature is not in the profile’s signing_keys.'],
  digest_mismatch: [400, 'Content-Digest does not match the body.'],
  algorithm_unsupported: [400, 'Signatures must use ES256 (P-256).'],
} as const

/** Verifies a request's signature, if it has one. Errors: the error codes in the UCP overview. */
export function requireSignature(c: Call, body: Buffer, { keys }: Platform): void {
  const input = c.req.header('Signature-Input')
  const signature = c.req.header('Signature')
  if (input === undefined && signature === undefined) return
  const { pathname, search } = new URL(c.req.url)
  const named = ['UCP-Agent', 'Idempotency-Key', 'Content-Digest', 'Content-Type', 'Request-Id'].flatMap((name): [string, string][] => {
    const value = c.req.header(name)
    return value === undefined ? [] : [[name.toLowerCase(), value]]
  })
  const parts = {
    '@method': c.req.method,
    '@authority': (c.req.header('Host') ?? '').toLowerCase().replace(/:(?:80|443)$/, ''),
    '@path': pathname,
    ...(search === '' ? {} : { '@query': search }),
    ...Object.fromEntries(named),
  }
  const needed = ['@method', '@authority', '@path', 'ucp-agent', ...(search === '' ? [] : ['@query'])]
  if (body.length > 0) needed.push('content-digest', 'content-type')
  if (c.req.header('Idempotency-Key') !== undefined) needed.push('idempotency-key')
  const fault = faultOf({ input, signature, digest: c.req.header('Content-Digest'), parts, body }, keys, needed)
  if (fault !== null) throw new Refusal(FAULTS[fault][0], fault, FAULTS[fault][1])
}
