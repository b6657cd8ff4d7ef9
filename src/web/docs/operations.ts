import type { Examples, Recorded } from '#lib/http/openapi/recorded.ts'
import type { Schema } from './schema.ts'

type Media = Record<string, { schema: Schema; example?: unknown }>

export type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema }

/** An operation of the OpenAPI file, with where it stands. */
export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  /** What a line of summary cannot say, who may call, and what a key has to ask for. Markdown. */
  description: string
  tag: string
  /** Several: any of them. */
  scope: string | readonly string[] | undefined
  /** `key`: a key or a session. `session`: a session alone. `optional`: nothing is needed, a key adds to it. */
  access: 'key' | 'session' | 'optional' | 'anyone'
  parameters: readonly Parameter[]
  body: Media
  answers: Record<string, { description: string; content?: Media }>
  /** A call that happened. */
  recorded: Recorded | undefined
}

/** What is sent to a webhook: its type, when, and one that was. */
export type Sent = { type: string; when: string; record: string; example: unknown }

export type Reference = { operations: readonly Operation[]; records: Readonly<Record<string, Schema>>; events: readonly Sent[] }

type Document = {
  paths: Record<string, Record<string, Raw>>
  webhooks: Record<string, { post: Raw }>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

type Raw = {
  operationId: string
  summary: string
  tags: readonly string[]
  description: string
  security: readonly Record<string, readonly string[]>[]
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { content: Media }
  responses: Operation['answers']
}

/** Reads the very document that `/openapi.json` sends: what these pages say cannot be another thing. */
export function readReference(document: unknown, examples: Examples): Reference {
  const { paths, components, webhooks } = document as Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]): Operation => ({
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      summary: raw.summary,
      description: raw.description,
      tag: raw.tags[0] ?? 'Other',
      scope: scopeOf(raw.security),
      access: accessOf(raw.security),
      parameters: (raw.parameters ?? []).map((one) => ('$ref' in one ? components.parameters[one.$ref.split('/').at(-1)!]! : one)),
      body: raw.requestBody?.content ?? {},
      answers: raw.responses,
      recorded: examples[raw.operationId],
    })),
  )
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody!.content['application/json']!
    const event = components.schemas[schema.$ref!.split('/').at(-1)!]!
    const record = event.properties!['data']!.properties!['object']!.$ref!.split('/').at(-1)!
    return { type, when: post.summary, record, example }
  })
  return { operations, records: components.schemas, events }
}

function accessOf(security: Raw['security']): Operation['access'] {
  if (security.length === 0) return 'anyone'
  if (security.some((one) => Object.keys(one).length === 0)) return 'optional'
  return security.some((one) => 'key' in one) ? 'key' : 'session'
}

/** The scopes stand in `security` as the roles of a key: several are those of two sides, any of them will do. */
function scopeOf(security: Raw['security']): Operation['scope'] {
  const scopes = security.flatMap((one) => one['key'] ?? [])
  return scopes.length > 1 ? scopes : scopes[0]
}

/** The groups of the reference, in the order that one meets them. */
export function byTag(operations: readonly Operation[]): readonly (readonly [tag: string, operations: readonly Operation[]])[] {
  const groups = Map.groupBy(operations, ({ tag }) => PUT_WITH[tag] ?? tag)
  const known = ORDER.filter((tag) => groups.has(tag))
  return [...known, ...[...groups.keys()].filter((tag) => !ORDER.includes(tag))].map((tag) => [tag, groups.get(tag)!] as const)
}

/** Small groups that belong to a larger one. */
const PUT_WITH: Readonly<Record<string, string>> = { Account: 'Accounts', Words: 'Helpers', 'Listing agent': 'Helpers' }

const ORDER: readonly string[] = [
  'Accounts',
  'Factors',
  'Keys',
  'Inbox',
  'Shops',
  'Listings',
  'Photos',
  'Helpers',
  'Offers',
  'Orders',
  'Holds',
  'Payouts',
  'Messages',
  'Reviews',
  'Webhooks',
  'Events',
  'Approvals',
  'Marketplace',
  'Exports',
]
