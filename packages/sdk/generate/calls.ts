/** Parts of the OpenAPI file that the generator reads. */
export type Contract = {
  paths: Record<string, Record<string, Operation>>
  webhooks?: unknown
  components: {
    headers?: unknown
    responses?: unknown
    schemas: Record<string, { properties?: Record<string, { items?: { $ref?: string } }> }>
  }
}
export type Operation = {
  operationId: string
  /** SDK name of the operation, such as `listings.publish`. Operations that programs cannot call have no SDK name. */
  'x-sdk'?: string
  summary?: string
  description?: string
  tags?: readonly string[]
  security?: readonly Record<string, unknown>[]
  parameters?: readonly { in?: string; required?: boolean; $ref?: string }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content; headers?: unknown; $ref?: string }>
}
export type Content = Record<string, { schema?: { $ref?: string; required?: readonly string[] } }>

/** One SDK call: `resale.listings.publish(id, input, options)`. */
export type Call = {
  id: string
  /** Name of the resource, such as `listings`. */
  group: string
  /** Name of the method, such as `publish`. */
  name: string
  method: string
  path: string
  /** Arguments before the input: the path parameters. */
  pathParams: readonly string[]
  /** Type of the input argument, or null when the call has no input. `form`: the input is always sent as a form with files. */
  input: { type: string; required: boolean; form: boolean } | null
  /** Type of the result. For a list, `item` is the type of one record; otherwise it is null. */
  answer: string
  item: string | null
  summary: string
}

/** Lists the calls that a key or an anonymous user may make. It omits calls that need a browser session. */
export function callsOf(contract: Contract): Call[] {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isForPrograms(operation))
      .map(([method, operation]) => callOf(contract, method.toUpperCase(), path, operation)),
  )
}

export const isForPrograms = (operation: Operation): boolean => operation['x-sdk'] !== undefined

function callOf(contract: Contract, method: string, path: string, operation: Operation): Call {
  const id = operation.operationId
  const [group = '', name = ''] = operation['x-sdk']!.split('.')
  const answer = answerOf(contract, method, operation)
  return {
    id,
    group,
    name,
    method,
    path,
    pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    input: inputOf(contract, method, operation),
    ...answer,
    summary: operation.summary ?? '',
  }
}

function inputOf(contract: Contract, method: string, { operationId: id, parameters = [], requestBody }: Operation): Call['input'] {
  if (method === 'GET') {
    const query = parameters.some((one) => locationOf(contract, one) === 'query')
    return query ? { type: `Query<'${id}'>`, required: false, form: false } : null
  }
  if (!requestBody) return null
  const { content } = requestBody
  const media = ['multipart/form-data', 'application/json'].find((one) => one in content)!
  const type = nameOf(content[media]!.schema) ?? `Body<'${id}', '${media}'>`
  return { type, required: isNeeded(contract, content[media]!), form: !('application/json' in content) }
}

const locationOf = (contract: Contract, one: { in?: string; $ref?: string }): string | undefined =>
  one.$ref === undefined ? one.in : (at(contract, one.$ref) as { in?: string }).in

/** Returns the name under which `contract.ts` exports a schema, or undefined when the schema is not a reference. */
const nameOf = (schema?: { $ref?: string }): string | undefined => /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? '')?.[1]

function isNeeded(contract: Contract, { schema = {} }: Content[string]): boolean {
  const { required = [] } = schema.$ref === undefined ? schema : (at(contract, schema.$ref) as typeof schema)
  return required.length > 0
}

function answerOf(contract: Contract, method: string, { operationId: id, responses }: Operation): Pick<Call, 'answer' | 'item'> {
  const good = Object.entries(responses).filter(([status, { $ref }]) => status < '300' && $ref === undefined)
  const { content = {} } = good.at(-1)![1]
  if (!('application/json' in content)) {
    return { answer: Object.keys(content).every((type) => type.startsWith('text/')) ? 'string' : 'Blob', item: null }
  }
  const types = good.map(([status, { content: body }]) => nameOf(body?.['application/json']?.schema) ?? `Answer<'${id}', ${status}>`)
  const answer = [...new Set(types)].join(' | ')
  const ref = content['application/json'].schema?.$ref
  const { properties = {} } = ref === undefined ? {} : (at(contract, ref) as Contract['components']['schemas'][string])
  const isList = method === 'GET' && 'data' in properties && 'has_more' in properties
  return { answer, item: isList ? (nameOf(properties['data']!.items) ?? `${answer}['data'][number]`) : null }
}

/** Resolves a JSON reference of the contract. */
export function at(contract: Contract, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], contract)
}

/** Returns the text of `src/resources.ts`. */
export function resourcesText(calls: readonly Call[], { components: { schemas } }: Contract): string {
  const groups = Object.entries(Object.groupBy(calls, ({ group }) => group))
  const body = groups.map(([group, members = []]) => `  ${group}: {\n${members.map(signature).join('\n')}\n  }`)
  const text = body.join('\n')
  const names = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b(?!['(])`).test(text.replaceAll(/\/\*\*.*?\*\//g, '')))
  return `import type { operations, ${names.join(', ')} } from './contract.ts'
import type { CallOptions, Pages } from './types.ts'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>
type Body<Id extends keyof operations, Media extends string> =
  NonNullable<operations[Id] extends { requestBody?: infer Sent } ? Sent : never> extends { content: infer Content }
    ? Content[Media & keyof Content]
    : never
/** Response of a call. The type excludes pending approvals, because a call that needs an approval throws. */
type Answer<Id extends keyof operations, Status extends number> =
  Exclude<Json<operations[Id]['responses'][Status & keyof operations[Id]['responses']]>, Approval>

/** Calls that a key may make, by the first segment of their path. */
export type Resources = {
${text}
}
`
}

/** Method names that are reserved words. They are quoted, because lint rules would mistake an unquoted name for syntax. */
const RESERVED = ['import']

function signature({ id, name, method, path, pathParams, input, answer, item, summary }: Call): string {
  const given = [
    ...pathParams.map((param) => `${param}: string`),
    ...(input ? [`input${input.required ? '' : '?'}: ${input.type}`] : []),
    'options?: CallOptions',
  ]
  const result = item === null ? `Promise<${answer}>` : `Pages<${answer}, ${item}>`
  return `    /** ${summary.replaceAll('*/', '* /')}. \`${method} /v1${path}\` (${id}) */\n    ${RESERVED.includes(name) ? `'${name}'` : name}(${given.join(', ')}): ${result}`
}

/**
 * Returns the text of `src/routes.ts`. After the path, `*` marks a call with an input, and `%` marks an input that is always sent as a form
 * with files.
 */
export function routesText(calls: readonly Call[]): string {
  const groups = Object.entries(Object.groupBy(calls, ({ group }) => group))
  const row = ({ name, method, path, input }: Call) => `    ${name}: '${method} ${path}${input ? (input.form ? ' %' : ' *') : ''}',`
  return `/** Method and path of each call. \`*\` marks a call with an input, and \`%\` an input that is always a form with files. */
export const ROUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${groups.map(([group, members = []]) => `  ${group}: {\n${members.map(row).join('\n')}\n  },`).join('\n')}
}
`
}
