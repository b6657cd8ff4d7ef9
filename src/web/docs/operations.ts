import type { Schema } from './schema.ts'

type Media = Record<string, { schema: Schema }>

/** An operation of the OpenAPI file, with where it stands. */
export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  tag: string
  /** Several: any of them. */
  scope: string | readonly string[] | undefined
  /** `key`: a key or a session. `session`: a session alone. `optional`: nothing is needed, a key adds to it. */
  access: 'key' | 'session' | 'optional' | 'anyone'
  parameters: readonly { in: string; name: string; required?: boolean; schema: Schema }[]
  body: Media
  answers: Record<string, { content?: Media }>
}

export type Reference = { operations: readonly Operation[]; records: Readonly<Record<string, Schema>> }

type Raw = {
  operationId: string
  summary: string
  tags: readonly string[]
  security: readonly Record<string, unknown>[]
  'x-scope'?: string | readonly string[]
  parameters?: Operation['parameters']
  requestBody?: { content: Media }
  responses: Operation['answers']
}

/** Reads the very document that `/openapi.json` sends: what these pages say cannot be another thing. */
export function readReference(document: unknown): Reference {
  const { paths, components } = document as { paths: Record<string, Record<string, Raw>>; components: { schemas: Record<string, Schema> } }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, raw]): Operation => ({
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      summary: raw.summary,
      tag: raw.tags[0] ?? 'Other',
      scope: raw['x-scope'],
      access: accessOf(raw.security),
      parameters: raw.parameters ?? [],
      body: raw.requestBody?.content ?? {},
      answers: raw.responses,
    })),
  )
  return { operations, records: components.schemas }
}

function accessOf(security: Raw['security']): Operation['access'] {
  if (security.length === 0) return 'anyone'
  if (security.some((one) => Object.keys(one).length === 0)) return 'optional'
  return security.some((one) => 'key' in one) ? 'key' : 'session'
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
