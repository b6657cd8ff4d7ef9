import type { Examples, Recorded } from '#platform/http/openapi/recorded.ts'
import type { ErrorType } from '#platform/errors/index.ts'
import type { Schema } from './schema.ts'

type Media = Record<string, { schema: Schema; example?: unknown }>

type Answer = { description: string; content?: Media }

export type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema }

/** An operation in the OpenAPI document, with its path and method. */
export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  /** Details in Markdown that the summary omits: who may call the operation, and when a key needs approval. */
  description: string
  tag: string
  /** Required scope. If several scopes are listed, one of them is enough. */
  scope: string | readonly string[] | undefined
  /**
   * `key`: needs a key or a session. `session`: needs a session. `optional`: works without a key, but returns more with a key. `anyone`:
   * ignores keys.
   */
  access: 'key' | 'session' | 'optional' | 'anyone'
  parameters: readonly Parameter[]
  body: Media
  answers: Record<string, Answer>
  errors: readonly ErrorType[]
  /** SDK method, such as `listings.publish`. Undefined for operations that need a browser session. */
  sdk: string | undefined
  recorded: Recorded | undefined
}

/** A webhook event: its type, what triggers it, and a recorded payload. */
export type Sent = { type: string; when: string; record: string; example: unknown }

export type Reference = { operations: readonly Operation[]; records: Readonly<Record<string, Schema>>; events: readonly Sent[] }

type Security = readonly Record<string, unknown>[]

type Document = {
  security: Security
  paths: Record<string, Record<string, Raw>>
  webhooks: Record<string, { post: Raw }>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter>; responses: Record<string, Answer> }
}

type Raw = {
  operationId: string
  summary: string
  tags: readonly string[]
  description: string
  /** Security requirements for the operation. By default, the requirements for the whole document apply. */
  security?: Security
  'x-scope'?: string | readonly string[]
  'x-sdk'?: string
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { content: Media }
  responses: Record<string, Answer | { $ref: string }>
}

/** Reads the operations from the document that `/openapi.json` serves, so that the reference always matches it. */
export function readReference(document: unknown, examples: Examples, errorsOf: (id: string) => readonly ErrorType[]): Reference {
  const { paths, components, webhooks, security } = document as Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]): Operation => ({
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      summary: raw.summary,
      description: raw.description,
      tag: raw.tags[0] ?? 'Other',
      scope: raw['x-scope'],
      access: accessOf(raw.security ?? security),
      parameters: (raw.parameters ?? []).map((one) => ('$ref' in one ? components.parameters[nameIn(one.$ref)]! : one)),
      body: raw.requestBody?.content ?? {},
      answers: Object.fromEntries(
        Object.entries(raw.responses).map(([status, one]) => [status, '$ref' in one ? components.responses[nameIn(one.$ref)]! : one]),
      ),
      errors: errorsOf(raw.operationId),
      sdk: raw['x-sdk'],
      recorded: examples[raw.operationId],
    })),
  )
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody!.content['application/json']!
    const event = components.schemas[nameIn(schema.$ref!)]!
    const record = nameIn(event.properties!['data']!.properties!['object']!.$ref!)
    return { type, when: post.summary, record, example }
  })
  return { operations, records: components.schemas, events }
}

const nameIn = (ref: string): string => ref.split('/').at(-1)!

function accessOf(security: Security): Operation['access'] {
  if (security.length === 0) return 'anyone'
  if (security.some((one) => Object.keys(one).length === 0)) return 'optional'
  return security.some((one) => 'apiKey' in one) ? 'key' : 'session'
}

/** Groups the operations by tag, in reading order. */
export function byTag(operations: readonly Operation[]): readonly (readonly [tag: string, operations: readonly Operation[]])[] {
  const groups = Map.groupBy(operations, ({ tag }) => PUT_WITH[tag] ?? tag)
  const known = ORDER.filter((tag) => groups.has(tag))
  return [...known, ...[...groups.keys()].filter((tag) => !ORDER.includes(tag))].map((tag) => [tag, groups.get(tag)!] as const)
}

/** Maps the tag of each small group to the larger group that includes the small group. */
const PUT_WITH: Readonly<Record<string, string>> = { Account: 'Accounts', Words: 'Helpers', 'Listing agent': 'Helpers' }

const ORDER: readonly string[] = [
  'Accounts',
  'Factors',
  'Keys',
  'Sandbox',
  'Inbox',
  'Shops',
  'Listings',
  'Photos',
  'Helpers',
  'Offers',
  'Addresses',
  'Orders',
  'Holds',
  'Purchases',
  'Guests',
  'Payouts',
  'Messages',
  'Reviews',
  'Webhooks',
  'Events',
  'Approvals',
  'Marketplace',
  'Exports',
]
