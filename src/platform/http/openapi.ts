import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Access, BodyKind, Endpoint } from './endpoint.ts'
import { BYTES, errorAnswers, goodAnswers, SHARED_HEADERS, sharedAnswers, waits } from './openapi/answers.ts'
import { recordedExamples, type Examples, type Recorded } from './openapi/recorded.ts'
import { sdkCallOf } from './openapi/sdk-call.ts'
import { shareParameters, tidySchemas } from './openapi/tidy.ts'
import { webhooksOf } from './openapi/webhooks.ts'
import { TAG_DESCRIPTIONS, operationText } from './openapi/operation-text.ts'

export type About = {
  version: string
  /** Base URL of the service, without a trailing slash. Needed because the server URLs in the document must be absolute. */
  publicUrl: string
  examples?: Examples
}

export const IDEMPOTENCY = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Any unique text. The service runs a request only once, even if you send it again with the same key.'),
})

const MEDIA: Record<BodyKind, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  csv: 'text/csv',
  raw: 'application/json',
}
/** Media types of request bodies, in order of preference. Generated clients send the first type. */
const ORDER: readonly BodyKind[] = ['json', 'form', 'multipart', 'csv', 'raw']

/** Returns the OpenAPI document to send, with the service's URL and the recorded examples. */
export const openApiText = (endpoints: readonly Endpoint[], { version, publicUrl }: About): string =>
  JSON.stringify(openApiDocument(endpoints, { version, publicUrl, examples: recordedExamples() }))

/** Builds the OpenAPI 3.1 document from the endpoint definitions, which also validate requests. */
export function openApiDocument(endpoints: readonly Endpoint[], { version, publicUrl, examples = {} }: About): object {
  const approval = endpoints.find(({ id }) => id === 'getApproval')?.answers[200] ?? undefined
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const item = (paths[endpoint.path] ??= {})
    item[endpoint.method.toLowerCase() as 'get'] = operation(endpoint, approval, examples[endpoint.id])
  }
  const made = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Resale marketplace API',
      version: '1',
      summary: 'The HTTP API for everything that the marketplace app does.',
      description: `Sellers run shops; buyers search, make offers and buy. Clients must ignore unknown fields. Service version ${version}.`,
      contact: { name: 'Documentation', url: `${publicUrl}/docs` },
      license: { name: 'Proprietary', url: `${publicUrl}/terms` },
    },
    servers: [{ url: `${publicUrl}/v1`, description: 'This service.' }],
    security: EITHER,
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? `${name}.` })),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A secret key (rsk_…) or an agent link token (ral_…).' },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The cookie of `POST /sessions`, for the service’s own pages.',
        },
      },
      headers: { ...SHARED_HEADERS },
      responses: { ...sharedAnswers(), ...(approval ? { Waits: waits(approval, examples['acceptOffer']?.answers['202']) } : {}) },
    },
    paths,
    webhooks: webhooksOf(endpoints, examples),
  }) as unknown as { paths: Parameters<typeof shareParameters>[0]; components: { schemas: object } }
  const tidy = tidySchemas(made) as typeof made
  return { ...tidy, components: { ...tidy.components, parameters: shareParameters(tidy.paths, Object.keys(tidy.components.schemas)) } }
}

function operation(endpoint: Endpoint, approval: z.ZodType | undefined, recorded: Recorded | undefined): ZodOpenApiOperationObject {
  const { access, body } = endpoint
  const accepts = ORDER.filter((kind) => (endpoint.accepts ?? ['json']).includes(kind))
  const path = endpoint.params instanceof z.ZodObject ? endpoint.params : undefined
  const query = endpoint.query instanceof z.ZodObject ? endpoint.query : undefined
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: operationText(endpoint),
    tags: [endpoint.tag],
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...securityOf(access),
    ...(access.who === 'person' ? { 'x-scope': typeof access.scope === 'string' ? access.scope : [...access.scope] } : {}),
    ...(endpoint.effects && endpoint.effects.length > 0 ? { 'x-effects': [...endpoint.effects] } : {}),
    ...sdkName(endpoint),
    requestParams: {
      ...(path ? { path } : {}),
      ...(query ? { query } : {}),
      ...(endpoint.method === 'GET' ? {} : { header: IDEMPOTENCY }),
    },
    ...(body && endpoint.method !== 'GET' && accepts.length > 0
      ? {
          requestBody: {
            required: !body.safeParse({}).success && !accepts.includes('multipart'),
            content: Object.fromEntries(
              accepts.map((kind) => [MEDIA[kind], { schema: bodyOf(endpoint, body, kind, accepts), ...exampleOf(kind, recorded) }]),
            ),
          },
        }
      : {}),
    responses: {
      ...goodAnswers(endpoint, approval, recorded?.answers ?? {}),
      ...errorAnswers(endpoint),
    } as ZodOpenApiOperationObject['responses'],
  }
}

const sdkName = (endpoint: Endpoint): object => {
  const call = sdkCallOf(endpoint)
  return call === null ? {} : { 'x-sdk': call }
}

const exampleOf = (kind: BodyKind, recorded: Recorded | undefined): object =>
  kind === 'json' && recorded?.body ? { example: recorded.body } : {}

/** Returns the schema of a request body. JSON and forms share a named schema; a body with files has a separate schema. */
function bodyOf({ id, files }: Endpoint, body: z.ZodType, kind: BodyKind, accepts: readonly BodyKind[]): z.ZodType | object {
  if (kind === 'csv') return { type: 'string', description: 'The CSV, with a header row.' }
  if (kind === 'raw') return { type: 'object', description: 'The body exactly as it was signed.' }
  if (kind === 'multipart' && files && body instanceof z.ZodObject) return body.extend({ [files.name]: filesOf(files) })
  return accepts.includes('form') ? namedBody(id, body) : body
}

const filesOf = ({ many, description }: NonNullable<Endpoint['files']>): z.ZodType => {
  const file = z.unknown().meta({ ...BYTES, ...(many ? {} : { description }) })
  return (many ? z.array(file).describe(description) : file).optional()
}

const bodies = new Map<z.ZodType, z.ZodType>()
function namedBody(id: string, body: z.ZodType): z.ZodType {
  if (body.meta()?.id) return body
  const named = bodies.get(body) ?? body.meta({ id: `${id.charAt(0).toUpperCase()}${id.slice(1)}Body` })
  bodies.set(body, named)
  return named
}

/** Returns an operation's security requirements, or an empty object if the document's default (a key or a session) applies. */
function securityOf(access: Access): { security?: Record<string, string[]>[] } {
  const session = { sessionCookie: [] }
  if (access.who === 'anyone') return { security: [] }
  if (access.who === 'session' || access.who === 'operator') return { security: [session] }
  return access.who === 'optional' ? { security: [{}, ...EITHER] } : {}
}

const EITHER = [{ apiKey: [] }, { sessionCookie: [] }]
