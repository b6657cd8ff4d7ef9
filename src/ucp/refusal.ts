import { UCP_VERSION } from './rules.ts'
import type { Core } from '#platform/context/index.ts'
import type { ApiError } from '#platform/errors/index.ts'
import { asApiError } from '#platform/http/failures.ts'

/**
 * Thrown when a request is refused before its operation runs. Contains the HTTP status and the protocol's error code (UCP overview, Error
 * Handling).
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>
  /** Field that caused the error, as a JSONPath. */
  readonly path: string | undefined

  constructor(
    status: number,
    code: string,
    content: string,
    { headers = {}, path }: { headers?: Record<string, string>; path?: string } = {},
  ) {
    super(content)
    this.status = status
    this.code = code
    this.headers = headers
    this.path = path
  }
}

export type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable'

/** Builds an error message for a response. */
export const errorMessage = (code: string, content: string, severity: Severity, path?: string) => ({
  type: 'error' as const,
  code,
  content,
  severity,
  ...(path === undefined ? {} : { path }),
})

/** Builds an error response that contains no resource. */
export const errorAnswer = (messages: readonly object[], more: { capabilities?: object; continue_url?: string } = {}) => ({
  ucp: { version: UCP_VERSION, status: 'error', ...(more.capabilities && { capabilities: more.capabilities }) },
  messages,
  ...(more.continue_url === undefined ? {} : { continue_url: more.continue_url }),
})

/** Converts the path of a field to a JSONPath: `line_items[0].item.id` becomes `$.line_items[0].item.id`. */
export const jsonPath = (param: string): string => `$.${param}`

/** Returns the JSONPath of the line item that an error names, or undefined. */
export const linePath = ({ param }: ApiError): string | undefined => (param?.startsWith('line_items[') ? jsonPath(param) : undefined)

/** Returns the protocol's own code for an error, or undefined. API responses do not contain this code. */
export function outcomeCode({ more: { outcome } }: ApiError): string | undefined {
  return typeof outcome === 'string' ? outcome : undefined
}

/** Converts any error to a refusal. Logs an unexpected error. */
export function toRefusal(ctx: Core, error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  const known = asApiError(error, ctx.log, requestId)
  return refusalOf(known) ?? new Refusal(known.status, known.code ?? known.type, known.message, { headers: known.headers })
}

/** Converts an API error to a protocol error. Returns null for an error that the operation reports in its normal response. */
export function refusalOf(error: ApiError): Refusal | null {
  const { headers } = error
  const of = (code: string, more: { status?: number; path?: string } = {}) =>
    new Refusal(more.status ?? error.status, code, error.message, { headers, ...(more.path && { path: more.path }) })
  if (error.type === 'idempotency_mismatch') return of('idempotency_conflict', { status: 409 })
  if (error.type === 'conflict' && error.param === 'Idempotency-Key') return of('idempotency_conflict')
  if (error.type === 'invalid_request')
    return of(outcomeCode(error) ?? error.code ?? 'invalid_request', error.param === undefined ? {} : { path: jsonPath(error.param) })
  if (error.type === 'too_large') return of('request_too_large')
  if (['unsupported_media', 'method_not_allowed', 'rate_limit', 'usage_limit', 'server', 'unavailable'].includes(error.type))
    return of(error.type)
  return null
}

/**
 * Returns the header for a 401 or 403 response. It contains the URL where the client can get a token (UCP identity linking, Error
 * Handling).
 */
export function challengeOf({ config }: Core, error: string | null, scope: string | null): Record<string, string> {
  const parts = [
    `realm="${config.programsUrl}"`,
    ...(error === null ? [] : [`error="${error}"`]),
    ...(scope === null ? [] : [`scope="${scope}"`]),
    `resource_metadata="${config.programsUrl}/.well-known/oauth-protected-resource/ucp"`,
  ]
  return { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` }
}
