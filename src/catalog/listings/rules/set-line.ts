import { mergeFields, type DetailLine, type FieldSource } from './fields.ts'

export type LineSet = { ok: true; fields: DetailLine[] } | { ok: false; message: string }

/**
 * Replaces the line that has exactly this key, or appends a new line (spec: interface, helper 6, `set_field`). Rejects an empty value,
 * because it would remove the line.
 */
export function setLine(
  existing: readonly DetailLine[],
  line: { key: string; label: string; value: string },
  source: FieldSource,
): LineSet {
  if (line.value.trim() === '') return { ok: false, message: 'value must not be empty.' }
  const known = existing.some(({ key }) => key === line.key)
  const merged = mergeFields(known ? [] : existing, [line], source)
  if (!merged.ok) return { ok: false, message: merged.message }
  if (!known) return merged
  const { label, value } = merged.fields[0]!
  return { ok: true, fields: existing.map((one) => (one.key === line.key ? { key: one.key, label, value, source } : one)) }
}
