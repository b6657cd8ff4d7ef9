/** JSON of the document, as the library made it. */
export type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Schemas as generators read them well: a value that may be null has a type of two, answers are open (clients ignore unknown
 * fields: interface, Versioning 2), and bounds that are those of the type itself are left out.
 */
export function tidySchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidySchemas)
  if (!isObject(value)) return value
  const tidy = Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !saysNothing(key, one))
      .map(([key, one]) => [key, tidySchemas(one)]),
  )
  return precise(nullable(tidy))
}

/** A number without a format is 32 bits wide to Go's generators, too narrow for the cents of a large amount. */
const precise = (schema: Json): Json =>
  [schema['type']].flat().includes('number') && schema['format'] === undefined ? { ...schema, format: 'double' } : schema

const saysNothing = (key: string, value: unknown): boolean =>
  (key === 'additionalProperties' && value === false) ||
  (key === 'minimum' && value === -Number.MAX_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'minLength' && value === 0)

/** `anyOf` of a shape and null: one type of two where the shape is plain; what is said of it stands outside. */
function nullable(schema: Json): Json {
  const shapes = schema['anyOf']
  if (!Array.isArray(shapes) || shapes.length !== 2) return schema
  const [one, other] = shapes as [unknown, unknown]
  if (!isObject(one) || !isObject(other) || other['type'] !== 'null') return schema
  const { anyOf: _, ...outside } = schema
  const { description, ...shape } = one
  const words = description === undefined ? {} : { description }
  if (typeof shape['type'] !== 'string' || shape['properties'] || shape['items']) return { anyOf: [shape, other], ...words, ...outside }
  return {
    ...shape,
    type: [shape['type'], 'null'],
    ...(Array.isArray(shape['enum']) ? { enum: [...(shape['enum'] as unknown[]), null] } : {}),
    ...words,
    ...outside,
  }
}

type Parameter = { name: string; in: string; description?: string }
type Paths = Record<string, Record<string, { parameters?: (Parameter | { $ref: string })[] }>>

/** Parameters that several operations have stand once, under `components`, by names that no schema has: Go's generators make a type of each. */
export function shareParameters(paths: Paths, schemas: readonly string[]): Record<string, Parameter> {
  const types = new Set(schemas.map((name) => name.toLowerCase()))
  const all = Object.values(paths).flatMap((item) => Object.values(item))
  const groups = Map.groupBy(
    all.flatMap(({ parameters = [] }) => parameters as Parameter[]),
    (one) => JSON.stringify(one),
  )
  const names = new Map<string, string>()
  const shared: Record<string, Parameter> = {}
  for (const [text, [parameter, ...others]] of groups) {
    if (others.length < 1) continue
    const name = freeName(parameter!, shared, types)
    names.set(text, name)
    shared[name] = parameter!
  }
  for (const operation of all) {
    if (!operation.parameters) continue
    operation.parameters = operation.parameters.map((one) => {
      const name = names.get(JSON.stringify(one))
      return name === undefined ? one : { $ref: `#/components/parameters/${name}` }
    })
  }
  return shared
}

/** The parameter's own name, an id by what it is of; where another has it, with a number. Never a schema's name. */
function freeName({ name, description = '' }: Parameter, taken: object, types: ReadonlySet<string>): string {
  const of = /^Id of the (\w+)\.$/.exec(description)?.[1]
  const plain = of === undefined ? name : `${of}Id`
  const own = types.has(plain.toLowerCase()) ? `${plain}Parameter` : plain
  let free = own
  for (let number = 2; free in taken; number++) free = `${own}${number}`
  return free
}
