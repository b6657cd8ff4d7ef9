/** Returns true for equal settings. A setting is a single value or a list of objects, whose keys may be in any order. */
export const isSameSetting = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one.map(sorted)) === JSON.stringify(other.map(sorted)))

const sorted = (value: object): unknown => Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
