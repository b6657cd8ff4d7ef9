/** OpenAPI document that the zod-openapi library generates, as JSON. */
export type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Adapts schemas to client generators. A nullable value becomes one schema with two types, and responses allow unknown fields (spec:
 * interface, Versioning 2). Removes bounds that only repeat the type.
 */
export function tidySchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidySchemas)
  if (!isObject(value)) return value
  const tidy = Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !isRedundant(key, one))
      .map(([key, one]) => [key, tidySchemas(one)]),
  )
  return precise(nullable(tidy))
}

/** Adds a format to numbers. Without a format, Go generators use 32 bits, which is too small for large amounts. */
const precise = (schema: Json): Json =>
  [schema['type']].flat().includes('number') && schema['format'] === undefined ? { ...schema, format: 'double' } : schema

const isRedundant = (key: string, value: unknown): boolean =>
  (key === 'additionalProperties' && value === false) ||
  (key === 'minimum' && value === -Number.MAX_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'minLength' && value === 0)

/** Replaces an `anyOf` of a plain schema and null with one schema that has two types. Moves the description to the outer schema. */
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

/**
 * Moves repeated parameters to `components`. Each parameter gets a name that no schema has, because Go generators create one type per name.
 */
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

/**
 * Returns an unused name for a parameter: the parameter's name or, for an id, the record's name with `Id`. Appends a number when the name
 * is taken.
 */
function freeName({ name, description = '' }: Parameter, taken: object, types: ReadonlySet<string>): string {
  const of = /^Id of the (\w+)\.$/.exec(description)?.[1]
  const plain = of === undefined ? name : `${of}Id`
  const own = types.has(plain.toLowerCase()) ? `${plain}Parameter` : plain
  let free = own
  for (let number = 2; free in taken; number++) free = `${own}${number}`
  return free
}
