import { z } from 'zod'
import { ERROR_STATUS, type ErrorType } from '#platform/errors/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { meansOf } from './error-texts.ts'

const ErrorShape = z
  .object({
    error: z
      .object({
        type: z
          .enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS])
          .meta({ id: 'ErrorType' })
          .describe('Type of error.'),
        message: z.string().describe('Explanation of the error and what to do.'),
        param: z.string().optional().describe('Invalid input: `price`, `photo_urls[2]`.'),
        code: z.string().optional().describe('Specific case of the error type, such as `scope`, `quota`.'),
        request_id: z.string().optional().describe('Id of the request, for support.'),
        ticket: z.string().optional().describe('With `second_factor`: ticket for the second step of sign-in.'),
        factors: z.array(z.string()).optional().describe('With `second_factor`: accepted factors.'),
        expires_at: z.string().meta({ format: 'date-time' }).optional().describe('With `second_factor`: time when the ticket expires.'),
      })
      .describe('Error details.'),
  })
  .meta({ id: 'Error' })

/** Error responses that many operations share, by status. `default`: errors that any request may cause. */
const SHARED: Partial<Record<number, { name: string; types: readonly ErrorType[] }>> = {
  400: { name: 'Invalid', types: ['invalid_request'] },
  401: { name: 'NoKey', types: ['authentication'] },
  402: { name: 'Declined', types: ['payment'] },
  403: { name: 'Denied', types: ['permission'] },
  404: { name: 'NotFound', types: ['not_found'] },
  409: { name: 'Conflict', types: ['conflict'] },
}
const OTHER: readonly ErrorType[] = [
  'too_large',
  'unsupported_media',
  'idempotency_mismatch',
  'rate_limit',
  'usage_limit',
  'server',
  'unavailable',
]

const textOfTypes = (types: readonly ErrorType[]): string =>
  types.map((type) => `${types.length > 1 ? `${ERROR_STATUS[type]} \`${type}\`: ` : ''}${meansOf(type)}`).join(' ')

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const headers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, header(name)]))

export const SHARED_HEADERS = {
  'Request-Id': { description: 'Id of the request, as in the service’s log.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` for a replayed response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Authentication scheme: `Bearer`.', schema: { type: 'string' } },
  'Ignored-Fields': {
    description:
      'Unknown fields and query parameters of the request, at most 10, with a suggestion if a known name is similar: `titel; did-you-mean=title, colour`. All other fields take effect.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Entity tag of this response, for `If-None-Match`.', schema: { type: 'string' } },
  'Cache-Control': { description: 'Caching rules for the response.', schema: { type: 'string' } },
  'Set-Cookie': { description: 'Session cookie for browsers.', schema: { type: 'string' } },
} as const satisfies Record<string, object>

/** Returns `components.responses`: every error response, and `Unchanged`. */
export function sharedAnswers() {
  const answer = (types: readonly ErrorType[], ...more: string[]) => ({
    description: textOfTypes(types),
    headers: headers('Request-Id', 'Ignored-Fields', ...more),
    content: { 'application/json': { schema: ErrorShape } },
  })
  const own = Object.entries(SHARED).map(([status, one]) => [one!.name, answer(one!.types, ...(MORE_HEADERS[status] ?? []))] as const)
  return Object.fromEntries([...own, ['Other', answer(OTHER, 'Retry-After')], ['Unchanged', UNCHANGED]])
}

const UNCHANGED = {
  description: 'The content is unchanged since the response with the `ETag` that you sent as `If-None-Match`.',
  headers: headers('Request-Id', 'Ignored-Fields', 'ETag', 'Cache-Control'),
}

const MORE_HEADERS: Readonly<Record<string, readonly string[]>> = { 401: ['WWW-Authenticate'], 409: ['Retry-After'] }

/** Returns an operation's error responses by status. */
export function errorAnswers(endpoint: Endpoint): Record<string, { $ref: string }> {
  const may = errorsOf(endpoint)
  const own = Object.entries(SHARED).filter(([, one]) => one!.types.some((type) => may.includes(type)))
  const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return { ...Object.fromEntries(own.map(([status, one]) => [status, ref(one!.name)])), default: ref('Other') }
}

/** Returns the error types that an operation may return, without `method_not_allowed`, which belongs to no operation. */
export function errorsOf(endpoint: Pick<Endpoint, 'id' | 'method' | 'path' | 'body' | 'access' | 'free' | 'pays'>): ErrorType[] {
  const writes = endpoint.method !== 'GET'
  const sends = writes && endpoint.body !== undefined
  const never: Partial<Record<ErrorType, boolean>> = {
    method_not_allowed: true,
    payment: !endpoint.pays,
    conflict: !writes,
    idempotency_mismatch: !writes,
    too_large: !sends,
    unsupported_media: !sends,
    not_found: !endpoint.path.includes('{') && !sends,
    usage_limit: endpoint.free === true,
  }
  return (Object.keys(ERROR_STATUS) as ErrorType[]).filter((type) => !never[type])
}

type Content = Record<string, object>

/**
 * Returns the success responses by status: JSON with a schema, and bytes by media type. Adds 304 for marketplace reads, and the approval
 * response if the operation can require approval.
 */
export function goodAnswers(endpoint: Endpoint, approval: z.ZodType | undefined, examples: Record<string, object>): Record<string, object> {
  const names = headers('Request-Id', 'Ignored-Fields', ...headersOf(endpoint))
  const answers: Record<string, object> = {}
  const example = (status: string) => (examples[status] ? { example: examples[status] } : {})
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    const content: Content = schema ? { 'application/json': { schema, ...example(status) } } : {}
    for (const type of endpoint.media ?? []) content[type] = { schema: type.startsWith('text/') ? { type: 'string' } : BYTES }
    answers[status] = { description: DESCRIPTIONS[status] ?? DESCRIPTIONS[200], headers: names, content }
  }
  if (endpoint.market) answers['304'] = { $ref: '#/components/responses/Unchanged' }
  if (endpoint.approvals && approval) answers['202'] = mayWait(endpoint.answers[202], approval, names, example('202'))
  return answers
}

/** Returns the shared approval response, or its union with the operation's own 202 response. */
const mayWait = (own: z.ZodType | null | undefined, approval: z.ZodType, names: object, example: object): object =>
  own
    ? {
        description: 'The service continues in the background, or the owner must approve first.',
        headers: names,
        content: {
          'application/json': { schema: z.discriminatedUnion('object', [own as z.ZodObject, approval as z.ZodObject]), ...example },
        },
      }
    : { $ref: '#/components/responses/Waits' }

/** 202 response to a key that needs its owner's approval. */
export const waits = (approval: z.ZodType, example: object | undefined) => ({
  description: 'The request was not executed: it is waiting for the owner’s approval. Poll the approval.',
  headers: headers('Request-Id', 'Ignored-Fields', 'Idempotent-Replayed'),
  content: { 'application/json': { schema: approval, ...(example ? { example } : {}) } },
})

export const BYTES = { type: 'string', format: 'binary' } as const
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The service continues in the background.',
}

function headersOf({ market, method, cookies }: Endpoint): string[] {
  if (market) return ['ETag', 'Cache-Control']
  return [...(method === 'GET' ? [] : ['Idempotent-Replayed']), ...(cookies ? ['Set-Cookie'] : [])]
}
