import { z } from 'zod'

/**
 * Converts strings from forms and queries to the types in the schema (spec: completions 2, Form bodies): digits to numbers, an empty
 * nullable field to null, and a single value of a list field to a list. A value that cannot be converted stays unchanged and fails
 * validation.
 */
export function coerceStrings(schema: z.ZodType, raw: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return raw
  const shape = schema.shape as Record<string, z.ZodType>
  const result: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(raw)) {
    const field = shape[name]
    result[name] = field ? coerceValue(field, value) : value
  }
  return result
}

/** Returns true if the schema has a list field with this name. */
export const isListField = (schema: z.ZodType | undefined, name: string): boolean =>
  schema instanceof z.ZodObject && name in schema.shape && unwrap(schema.shape[name] as z.ZodType).base instanceof z.ZodArray

function coerceValue(field: z.ZodType, value: unknown): unknown {
  const { base, nullable } = unwrap(field)
  if (value === '' && nullable) return null
  if (base instanceof z.ZodArray) return Array.isArray(value) ? value : [value]
  if (base instanceof z.ZodNumber && typeof value === 'string' && NUMBER.test(value)) return Number(value)
  return value
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

function unwrap(field: z.ZodType): { base: z.ZodType; nullable: boolean } {
  let base: unknown = field
  let nullable = false
  for (;;) {
    if (base instanceof z.ZodNullable) nullable = true
    if (base instanceof z.ZodOptional || base instanceof z.ZodNullable || base instanceof z.ZodDefault) base = base.unwrap()
    else if (base instanceof z.ZodPipe) base = base.in
    else return { base: base as z.ZodType, nullable }
  }
}
