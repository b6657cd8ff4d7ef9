/** Returns true for equal settings. A setting is a single value, or a list of objects with the same keys in the same order. */
export const isSameSetting = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one.map(entries)) === JSON.stringify(other.map(entries)))

const entries = (value: object): unknown => Object.entries(value).sort()
