import { NOON, VALUES } from './example-values.ts'
import { mainOf, recordOf, resolved, type Schema } from './schema.ts'

type Components = Readonly<Record<string, Schema>>

/**
 * An answer as it may look, made from its schema: each value by the name of its field, said once for all records. So
 * every example fits the contract and all of them speak of the same jumper.
 */
export function exampleOf(schema: Schema, records: Components, name = '', path: readonly string[] = []): unknown {
  const record = recordOf(schema) ?? (schema.anyOf ?? schema.oneOf)?.map(recordOf).find((one) => one !== undefined)
  const here = record ? [...path.filter((part) => part !== record), record] : path
  if (record && path.includes(record)) return null
  const whole = resolved(schema, records)
  const one = mainOf(whole, records)
  const said = valueFor(name, here)
  if (said === null && mayBeNull(whole, records)) return null
  if (one.const !== undefined) return one.const
  if (one.enum) return one.enum.includes(said) ? said : one.enum[0]
  if (said !== undefined && said !== null && !one.properties && Array.isArray(said) === 'items' in one) return said
  if (one.properties) {
    return Object.fromEntries(
      Object.entries(one.properties)
        .filter(([key]) => !(LEFT_OUT[record ?? ''] ?? []).includes(key))
        .map(([key, value]) => [key, exampleOf(value, records, key, [...here, name])]),
    )
  }
  // an event holds any record: here the offer that it tells of
  if (name === 'object' && here.includes('Event')) return exampleOf({ $ref: '#/components/schemas/Offer' }, records)
  if (one.items) return [exampleOf(one.items, records, name, here)]
  if (one.format === 'date-time') return NOON
  if (one.type === 'boolean') return false
  if (one.type === 'integer' || one.type === 'number') return 1
  return [one.type].flat().includes('string') ? 'text' : {}
}

const mayBeNull = (schema: Schema, records: Components): boolean =>
  [schema.type].flat().includes('null') ||
  ((schema.anyOf ?? schema.oneOf)?.some((one) => mayBeNull(resolved(one, records), records)) ?? false)

/** By `Record.field`, then by `part.field`, then by the field alone. */
function valueFor(name: string, path: readonly string[]): unknown {
  for (const part of path.toReversed()) {
    const value = part ? VALUES[`${part}.${name}`] : undefined
    if (value !== undefined) return value
  }
  return VALUES[name]
}

/** Fields that only some answers have. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  Webhook: ['secret'],
  Error: [],
  Order: ['client_secret'],
  Hold: ['client_secret'],
}
