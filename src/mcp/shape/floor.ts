/**
 * What a seller's floor is, or can be read from: the lowest price, the shop's percentage, and the band of research, whose lower end
 * becomes the floor. A model that never sees it cannot be talked into telling it (interface, Automated helpers 7), so none of it
 * goes in or out by MCP, not even to its owner's own agent: the app and the API have it.
 */
const FLOOR: ReadonlySet<string> = new Set(['lowest_price', 'lowest_percent', 'band'])

/** The same without any of it, all the way down. Works for records and for their schemas, which name the same fields. */
export function withoutFloor<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((one) => !isFloor(one)).map(withoutFloor) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isFloor(name))
      .map(([name, one]) => [name, withoutFloor(one)]),
  ) as T
}

/** As a field, and as a name in a schema's `required`. */
const isFloor = (name: unknown): boolean => typeof name === 'string' && FLOOR.has(name)
