/** The subset of JSON Schema used in the OpenAPI document. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  const?: string | number | boolean | null
  enum?: readonly unknown[]
  format?: string
  default?: unknown
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

export type Field = { name: string; type: string; required: boolean; description: string | undefined }

type Components = Readonly<Record<string, Schema>>

/** Returns the name of the record that a schema refers to, or undefined if there is no such record. */
export const recordOf = (schema: Schema | undefined): string | undefined => schema?.$ref?.split('/').pop()

export function resolved(schema: Schema, records: Components): Schema {
  const name = recordOf(schema)
  return name === undefined ? schema : (records[name] ?? {})
}

/** Returns an object's fields, including nested ones such as `counter.amount` and `data[].id`. */
export function fieldsOf(schema: Schema, records: Components, before = '', depth = 0): Field[] {
  const object = resolved(schema, records)
  return Object.entries(object.properties ?? {}).flatMap(([key, value]) => {
    const name = `${before}${key}`
    const description = value.description ?? resolved(value, records).description
    const own: Field = { name, type: typeText(value, records), required: object.required?.includes(key) ?? false, description }
    const part = insideOf(value, records)
    return part && depth < 4 ? [own, ...fieldsOf(part.schema, records, `${name}${part.list ? '[]' : ''}.`, depth + 1)] : [own]
  })
}

function insideOf(value: Schema, records: Components): { schema: Schema; list: boolean } | null {
  const one = mainOf(resolved(value, records), records)
  if (one.properties) return { schema: one, list: false }
  const item = one.items && mainOf(resolved(one.items, records), records)
  return item?.properties ? { schema: item, list: true } : null
}

/** Returns the main variant of a union: the object if the union has one, otherwise the first variant that is not null. */
export function mainOf(schema: Schema, records: Components): Schema {
  const shapes = (schema.anyOf ?? schema.oneOf)?.map((one) => resolved(one, records))
  if (!shapes) return schema
  return shapes.find(({ properties }) => properties) ?? shapes.find(({ type }) => type !== 'null') ?? schema
}

/** Describes a type: `string or null, 1 to 80 characters`. */
export function typeText(given: Schema, records: Components): string {
  const schema = resolved(given, records)
  const shapes = schema.anyOf ?? schema.oneOf
  if (shapes) {
    const kinds = shapes.map((one) => resolved(one, records))
    if (kinds.some(({ type }) => type === 'boolean')) return withDefault('boolean', schema)
    const some = [...new Set(kinds.filter(({ type }) => type !== 'null').map((one) => typeText(one, records)))].join(', or ')
    return withDefault(kinds.some(({ type }) => type === 'null') ? orNull(some) : some, schema)
  }
  return withDefault(plainType(schema, records), schema)
}

const withDefault = (text: string, { default: value }: Schema): string =>
  value === undefined ? text : `${text}; default ${(Array.isArray(value) ? value : [value]).map((one) => `\`${String(one)}\``).join(', ')}`

/** Adds null to the description of a type: `string or null, 1 to 80 characters`. */
const orNull = (text: string): string => text.replace(/^([^,]+)/, '$1 or null')

function plainType(schema: Schema, records: Components): string {
  if (Array.isArray(schema.type)) {
    const [first = 'anything', ...more] = schema.type.filter((one: string) => one !== 'null') as string[]
    const text = more.length > 0 ? [first, ...more].join(' or ') : plainType({ ...schema, type: first }, records)
    return schema.type.includes('null') ? orNull(text) : text
  }
  if (schema.const !== undefined) return `always \`${String(schema.const)}\``
  if (schema.enum) return `one of ${schema.enum.map((one) => `\`${String(one)}\``).join(' ')}`
  if (schema.format === 'date-time') return 'timestamp'
  if (schema.type === 'array') {
    const { minItems: least, maxItems: most } = schema
    const size = most === undefined ? '' : `, ${least ?? 0} to ${most}`
    const item = schema.items ? mainOf(resolved(schema.items, records), records) : undefined
    return `list of ${item?.properties ? 'objects' : item ? typeText(item, records).replace(/^(string|integer|number)\b/, '$1s') : 'anything'}${size}`
  }
  if (schema.type === 'string') return `string${range(schema.minLength, schema.maxLength, ' characters')}`
  if (schema.type === 'integer' || schema.type === 'number') return `${schema.type}${range(schema.minimum, within(schema.maximum))}`
  return (schema.type as string | undefined) ?? (schema.properties ? 'object' : 'anything')
}

/** Describes a maximum. Returns undefined if the maximum equals the natural limit of the type. */
const within = (most: number | undefined): number | undefined => (most === Number.MAX_SAFE_INTEGER ? undefined : most)

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const low = least === -Number.MAX_SAFE_INTEGER ? undefined : least
  if (most === undefined) return low === undefined || low === 0 ? '' : `, at least ${low}${unit}`
  return low === undefined || (low === 0 && unit !== '') ? `, at most ${most}${unit}` : `, ${low} to ${most}${unit}`
}
