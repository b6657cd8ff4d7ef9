import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Scope } from '#domain/scopes.ts'
import { ERROR_STATUS } from '#lib/errors.ts'
import type { BodyKind, Endpoint } from './endpoint.ts'

const ErrorShape = z
  .object({
    error: z.object({
      type: z.enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS]),
      message: z.string(),
      param: z.string().optional(),
      code: z.string().optional(),
      request_id: z.string().optional(),
      // with `code: "second_factor"`, where a sign-in waits for its second step
      ticket: z.string().optional(),
      factors: z.array(z.string()).optional(),
      expires_at: z.string().optional(),
    }),
  })
  .meta({ id: 'Error' })

const IdempotencyHeader = z.object({ 'Idempotency-Key': z.string().min(1).max(255).optional() })

const ApprovalAnswer = z.looseObject({ object: z.literal('approval'), id: z.string(), status: z.literal('pending') })

const MEDIA: Record<BodyKind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  csv: 'text/csv',
  raw: 'application/json',
}

/** What any request may meet: a key that does not work is 401 even where none is needed. 405 is no operation's own. */
const ERRORS = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503]

/** The OpenAPI 3.1 file, from the very definitions that validate (issue: one truth for code and contract). */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const item = (paths[endpoint.path] ??= {})
    item[endpoint.method.toLowerCase() as 'get'] = operation(endpoint)
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Resale marketplace API', version: '1', description: `Interface of a resale marketplace service. Service ${version}.` },
    servers: [{ url: '/v1' }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A secret key (rsk_…) or an agent link token (ral_…).' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
    paths,
  })
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { access, body } = endpoint
  const accepts = endpoint.accepts ?? ['json']
  const path = endpoint.params instanceof z.ZodObject ? endpoint.params : undefined
  const query = endpoint.query instanceof z.ZodObject ? endpoint.query : undefined
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: securityOf(access),
    ...(access.who === 'person' ? scopeWords(access.scope) : {}),
    ...(endpoint.effects && endpoint.effects.length > 0 ? { 'x-effects': [...endpoint.effects] } : {}),
    requestParams: {
      ...(path ? { path } : {}),
      ...(query ? { query } : {}),
      ...(endpoint.method === 'GET' ? {} : { header: IdempotencyHeader }),
    },
    ...(body && endpoint.method !== 'GET' && accepts.length > 0
      ? {
          requestBody: {
            content: Object.fromEntries(
              accepts.map((kind) => [
                MEDIA[kind],
                kind === 'csv' ? { schema: z.string() } : kind === 'raw' ? { schema: z.object({}) } : { schema: body },
              ]),
            ),
          },
        }
      : {}),
    responses: responsesOf(endpoint),
  }
}

/** What serves two sides takes the scope of either. */
const scopeWords = (scope: Scope | readonly [Scope, Scope]): { 'x-scope': Scope | Scope[]; description?: string } =>
  typeof scope === 'string'
    ? { 'x-scope': scope }
    : {
        'x-scope': [...scope],
        description: `Takes the scope of the side that you are on: \`${scope[0]}\` as the seller, \`${scope[1]}\` as the buyer. A key with neither is refused (403) before anything is looked up.`,
      }

function securityOf(access: Endpoint['access']): Record<string, string[]>[] {
  if (access.who === 'anyone') return []
  if (access.who === 'session' || access.who === 'operator') return [{ session: [] }]
  return access.who === 'optional' ? [{}, { key: [] }, { session: [] }] : [{ key: [] }, { session: [] }]
}

function responsesOf(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const responses: Record<string, object> = {}
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    responses[status] = {
      description: status === '201' ? 'Created' : 'OK',
      ...(schema ? { content: { 'application/json': { schema } } } : {}),
    }
  }
  if (endpoint.asks) {
    const own = endpoint.answers[202]
    responses['202'] = {
      description: own ? 'OK, or waits for the owner' : 'Waits for the owner',
      content: { 'application/json': { schema: own ? z.union([own, ApprovalAnswer]) : ApprovalAnswer } },
    }
  }
  for (const status of ERRORS) responses[status] ??= { description: 'Error', content: { 'application/json': { schema: ErrorShape } } }
  return responses as ZodOpenApiOperationObject['responses']
}
