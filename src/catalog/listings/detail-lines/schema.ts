import { z } from 'zod'
import type { FieldInput } from '#catalog/listings/rules/fields.ts'

const LINES = {
  id: 'DetailLines',
  description:
    'Detail lines: a map of label to value, or a list of `{label, value}`. They are merged with the existing lines; an empty value removes a line.',
  oneOf: [
    { type: 'object', additionalProperties: { type: 'string' }, description: 'Map of label to value.' },
    {
      type: 'array',
      items: {
        type: 'object',
        required: ['label', 'value'],
        properties: {
          label: { type: 'string', description: 'Label of the detail line.' },
          value: { type: 'string', description: 'Value of the detail line. An empty value removes the line.' },
        },
      },
    },
  ],
} as const

/**
 * Schema of `fields`: a map from labels to values, or a list of `{label, value}` (spec: interface, POST /listings). Uses a custom parser,
 * because zod records would drop the valid label `__proto__`.
 */
export const detailLines = () => DETAIL_LINES

const DETAIL_LINES = z
  .unknown()
  .transform((raw, issues): FieldInput[] => {
    const lines = readLines(raw)
    if (typeof lines !== 'string') return lines
    issues.addIssue({ code: 'custom', message: lines })
    return z.NEVER
  })
  .meta({ ...LINES })

/** Returns the detail lines, or an error message that continues after the field's name. */
function readLines(raw: unknown): FieldInput[] | string {
  if (typeof raw !== 'object' || raw === null) return 'must be a map of label to value, or a list of {label, value}'
  const pairs = Array.isArray(raw) ? raw.map((item) => [labelOf(item), valueOf(item)]) : Object.entries(raw)
  const lines: FieldInput[] = []
  for (const [index, [label, value]] of pairs.entries()) {
    if (typeof label !== 'string') return `must have a text label in each line; line ${index + 1} has none`
    if (typeof value !== 'string') return `must have a text value in each line; “${label}” has none`
    lines.push({ label, value })
  }
  return lines
}

const labelOf = (item: unknown): unknown => (item as { label?: unknown } | null)?.label
const valueOf = (item: unknown): unknown => (item as { value?: unknown } | null)?.value
