/**
 * Returns true if two settings are equal. A setting is a single value, a time, an object, or a list of these. The comparison ignores the
 * order of an object's keys.
 */
export const isSameSetting = (one: unknown, other: unknown): boolean =>
  one === other ||
  (one instanceof Date && other instanceof Date && one.getTime() === other.getTime()) ||
  (isComposite(one) && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)))

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Date)

function sorted(value: unknown): unknown {
  if (!isComposite(value)) return value
  if (Array.isArray(value)) return value.map(sorted)
  const fields = new Map<string, unknown>(Object.entries(value).filter(([, part]) => part !== undefined))
  return [...fields.keys()].toSorted().map((key) => [key, fields.get(key)])
}
