import { normalForm } from '#core/normal-form.ts'
import { cleanLine, cleanText, codePointLength } from '#core/text.ts'

export const FIELD_SOURCES = ['you', 'agent', 'import'] as const
export type FieldSource = (typeof FIELD_SOURCES)[number]

/** A single detail line of a listing (spec: interface, listing `fields`). */
export type DetailLine = { key: string; label: string; value: string; source: FieldSource }

export type FieldInput = { label: string; value: string }

export const MAX_FIELDS = 60
export const MAX_FIELD_LABEL = 60
export const MAX_FIELD_VALUE = 500

/** Result of a merge. `index` is the position of the first rejected line, or null if there are too many lines. */
export type MergedFields = { ok: true; fields: DetailLine[] } | { ok: false; index: number | null; message: string }

/**
 * Merges lines into a listing's detail lines (spec: completions 4, `fields`). If the key exists, the label and value of the existing line
 * are replaced; an empty value removes the line. All other lines are appended. The agent cannot change lines that the seller wrote or
 * imported (spec: interface, helper 3). If one line is rejected, nothing is merged.
 */
export function mergeFields(existing: readonly DetailLine[], incoming: readonly FieldInput[], source: FieldSource): MergedFields {
  // A Map retains the order of the lines and accepts any key.
  const lines = new Map(existing.map((line) => [line.key, line]))
  for (const [index, input] of incoming.entries()) {
    const checked = checkField(input)
    if (!checked.ok) return { ok: false, index, message: `fields ${checked.reason}.` }
    const { label, value } = checked
    const key = keyAmong(existing, label)
    const before = lines.get(key)
    if (source === 'agent' && before !== undefined && before.source !== 'agent') continue
    if (value === '') lines.delete(key)
    else lines.set(key, { key, label, value, source })
  }
  if (lines.size > MAX_FIELDS) return { ok: false, index: null, message: `fields must have at most ${MAX_FIELDS} lines.` }
  return { ok: true, fields: [...lines.values()] }
}

/**
 * Returns the key for a label. Looks for a detail line with the usual key for this label. If there is none, looks for the label itself,
 * because helpers choose their own keys.
 */
export function keyAmong(lines: readonly DetailLine[], label: string): string {
  const key = keyOf(label)
  return lines.some((line) => line.key === key) ? key : (lines.find((line) => line.label === label)?.key ?? key)
}

type PublicLine = Pick<DetailLine, 'label' | 'value' | 'source'>

/**
 * Returns the detail lines that buyers see. Omits empty lines and the seller's prompt (spec: interface, helper 4, `Item`). A line from the
 * seller hides a line from research about the same attribute.
 */
export function publicLines<T extends PublicLine>(lines: readonly T[]): T[] {
  const filled = lines.filter((line) => line.value !== '' && !isWords(line))
  const own = new Set(filled.filter(({ source }) => source !== 'agent').map(({ label }) => attributeOf(keyOf(label))))
  const seen = new Set<string>()
  return filled.filter(({ label, source }) => {
    if (source !== 'agent') return true
    const attribute = attributeOf(keyOf(label))
    if (own.has(attribute) || seen.has(attribute)) return false
    seen.add(attribute)
    return true
  })
}

/** Returns true for the detail line in which research stores the seller's prompt. */
export const isWords = ({ label, source }: Pick<DetailLine, 'label' | 'source'>): boolean => source === 'agent' && keyOf(label) === 'item'

/** Returns the attribute that a key refers to. For example, `colour` and `color` refer to the same attribute, as do `maker` and `brand`. */
export const attributeOf = (key: string): string =>
  /(?:^|_)condition(?:_|$)/.test(key) ? 'condition' : (ATTRIBUTE_SYNONYMS.get(key) ?? key)

const ATTRIBUTE_SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    brand: ['brand_name', 'make', 'maker', 'manufacturer', 'marque'],
    color: ['colour', 'colors', 'colours', 'main_color', 'main_colour'],
    size: ['size_label', 'item_size'],
    when_bought: ['bought', 'bought_in', 'purchased', 'date_of_purchase', 'purchase_date', 'year_bought'],
    item: ['item_name', 'what_it_is'],
  }).flatMap(([attribute, keys]) => keys.map((key) => [key, attribute] as const)),
)

type CheckedField = { ok: true; label: string; value: string } | { ok: false; reason: string }

function checkField(input: FieldInput): CheckedField {
  const label = cleanLine(input.label)
  if (!label.ok) return { ok: false, reason: `has a label that ${label.reason}` }
  if (label.text === '') return { ok: false, reason: 'has a line without a label' }
  if (codePointLength(label.text) > MAX_FIELD_LABEL) {
    return { ok: false, reason: `has a label of more than ${MAX_FIELD_LABEL} characters` }
  }
  const value = cleanText(input.value)
  if (!value.ok) return { ok: false, reason: `has a value for “${label.text}” that ${value.reason}` }
  if (codePointLength(value.text) > MAX_FIELD_VALUE) {
    return { ok: false, reason: `has a value for “${label.text}” of more than ${MAX_FIELD_VALUE} characters` }
  }
  return { ok: true, label: label.text, value: value.text }
}

/** Converts a label in any script to snake case: `Shoe size (EU)` becomes `shoe_size_eu`. */
export function keyOf(label: string): string {
  const key = normalForm(label.toLowerCase(), 'NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
  return key || signsOf(label)
}

/** Returns a key for a label that consists only of symbols: `📏` becomes `x_1f4cf`. */
const signsOf = (label: string): string => ['x', ...Array.from(label, (sign) => sign.codePointAt(0)!.toString(16))].join('_')
