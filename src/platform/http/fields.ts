import { z } from 'zod'
import { centsFromDollars, dollarsFromCents, MAX_PRICE_CENTS } from '#core/money.ts'
import { cleanLine, cleanText, codePointLength, type CleanText } from '#core/text.ts'

/**
 * Types of input fields. Each field validates itself with a message that names the accepted values, and describes itself for OpenAPI.
 * coerce.ts first converts the strings from forms and queries.
 */

/**
 * Creates a text field. After trimming, the text has `min` to `max` Unicode code points and no control characters (spec: completions 2,
 * Text).
 */
export const text = (min: number, max: number) => cleaned(cleanText, min, max)

/** Creates a single-line text field for titles, names and labels (spec: completions 13.10). */
export const line = (min: number, max: number) => cleaned(cleanLine, min, max)

function cleaned(cleanBy: (raw: string) => CleanText, min: number, max: number) {
  return z
    .string()
    .transform((raw, issues) => {
      const clean = cleanBy(raw)
      if (!clean.ok) {
        issues.addIssue({ code: 'custom', message: clean.reason })
        return z.NEVER
      }
      const length = codePointLength(clean.text)
      if (length < min || length > max) {
        issues.addIssue({ code: 'custom', message: lengthMessage(min, max) })
        return z.NEVER
      }
      return clean.text
    })
    .meta({ minLength: min, maxLength: max })
}

const lengthMessage = (min: number, max: number): string =>
  min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`

const TRUE = ['1', 'true', 'yes', 'on']
const FALSE = ['0', 'false', 'no', 'off']

const FLAG = z
  .union([z.boolean(), z.enum([...TRUE, ...FALSE])], { error: `must be true or false (or ${[...FALSE, ...TRUE].join(', ')})` })
  .transform((value) => value === true || TRUE.includes(String(value)))
  .meta({ id: 'Flag', description: 'True or false. Forms and queries send one of 1, true, yes, on, 0, false, no, off.' })

/** Creates a boolean field, which also accepts eight strings, such as `true`, `on` and `0` (spec: interface, Conventions 3). */
export const bool = () => FLAG

/** Creates a field for an amount in dollars, with at most two decimals. The parsed value and the limits are in cents. */
export function money({ min = 0, max = MAX_PRICE_CENTS }: { min?: number; max?: number } = {}) {
  const range = `must be a number of dollars from ${dollarsFromCents(min)} to ${dollarsFromCents(max)}`
  return z
    .number({ error: range })
    .transform((dollars, issues) => {
      const cents = centsFromDollars(dollars)
      if (cents === null) issues.addIssue({ code: 'custom', message: 'must be in dollars with at most two decimals' })
      else if (cents < min || cents > max) issues.addIssue({ code: 'custom', message: range })
      return cents ?? z.NEVER
    })
    .meta({ minimum: dollarsFromCents(min), maximum: dollarsFromCents(max) })
}

/** Creates a field for a whole number between two limits (inclusive). */
export function integer(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z.number({ error: message }).int(message).min(min, message).max(max, message)
}

/** Creates a field that accepts one of a few strings, which its error message lists. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` })
}

/** Creates a list field with at most `most` items. Every list in a request needs an upper limit. */
export const listUpTo = <T extends z.ZodType>(most: number, item: T) => z.array(item).max(most, `must have at most ${most} items`)

/** Creates the fields `limit` and `offset` (spec: interface, Conventions 7). */
export const paging = (defaultLimit = 25, maxLimit = 100) => ({
  limit: integer(1, maxLimit).default(defaultLimit).describe('Maximum number of records to return.'),
  offset: integer(0, 100_000).default(0).describe('Number of records to skip.'),
})

/** Describes a timestamp in responses, in UTC with milliseconds. */
export const timestamp = (description?: string) => z.string().meta({ format: 'date-time', ...(description ? { description } : {}) })

const EARLIEST = '2000-01-01'

/** Creates a field for a time with a time zone. The parsed value is a `Date`. */
export function time() {
  const message = `must be a time with a time zone, ${EARLIEST} or later, such as 2027-01-31T09:00:00Z`
  return z.iso
    .datetime({ offset: true, error: message })
    .refine((text) => text >= EARLIEST, message)
    .transform((text) => new Date(text))
}

/** Creates the `updated_after` field for clients that poll: a time with a time zone (spec: completions 12). */
export function updatedAfter() {
  return time().optional().describe('Only records changed after this time. Use the `updated_at` of the last record you have seen.')
}

/** Creates a field for a UTC day (YYYY-MM-DD). Rejects days before `EARLIEST`, because the database cannot read the first years. */
export function day() {
  const message = `must be a day, ${EARLIEST} or later, such as 2027-01-31`
  return z.iso.date({ error: message }).refine((text) => text >= EARLIEST, message)
}

/**
 * Creates a field for a timestamp with a time zone. Parsing returns it as a string. The earliest permitted date is the same as for `day`.
 */
export function instant() {
  const message = `must be a timestamp, ${EARLIEST} or later, such as 2027-01-31T12:00:00.000Z`
  return z.iso.datetime({ offset: true, error: message }).refine((text) => text >= EARLIEST, message)
}

/** Creates the schema for a `raw` body, with a header that identifies the sender. */
export const rawBody = <const H extends string>(header: H) =>
  z.object({
    bytes: z.instanceof(Uint8Array),
    headers: z.object({ [header]: z.string().optional() } as Record<H, z.ZodOptional<z.ZodString>>),
  })

const listed = new Map<z.ZodType, z.ZodType>()

/**
 * Returns the schema of a list response, named after the record, such as `OfferList` (spec: interface, Conventions 7). Creates each schema
 * only once.
 */
export function listOf<T extends z.ZodType>(item: T) {
  const shape = z.object({
    object: z.literal('list').describe('Type of record.'),
    data: z.array(item).describe('Records on this page.'),
    total: z.int().meta({ description: 'Total number of records.', minimum: 0 }),
    has_more: z.boolean().describe('True if more records follow.'),
  })
  const name = item.meta()?.id
  if (name === undefined) return shape
  const made = (listed.get(item) as typeof shape | undefined) ?? shape.meta({ id: `${name}List` })
  listed.set(item, made)
  return made
}

/** Builds the list response for one page of rows. `present` converts each row. */
export const pageOf = <R, T>(
  { rows, total }: { rows: readonly R[]; total: number },
  { offset }: { offset: number },
  present: (row: R) => T,
) =>
  list(
    rows.map((row) => present(row)),
    total,
    offset,
  )

/** Builds a list response. `offset`: position of the first item of `data` in the whole list. */
export const list = <T>(data: T[], total = data.length, offset = 0) => ({
  object: 'list' as const,
  data,
  total,
  has_more: offset + data.length < total,
})
