/**
 * Fields that contain or reveal the seller's price floor: the lowest price, the shop's percentage, and the suggested price range, whose
 * lower end becomes the floor. A model that never sees the floor cannot be persuaded to reveal it (spec: interface, Automated helpers 7).
 * Therefore only the app and the API accept and return these fields, and MCP does not, even for the owner's agent.
 */
const FLOOR: ReadonlySet<string> = new Set(['lowest_price', 'lowest_percent', 'band'])
/** Fields that reveal the price floor only in research. Other records have harmless fields with the same names. */
const OF_RESEARCH: ReadonlySet<string> = new Set(['price_range', 'price_facts', 'summary'])
const SUGGESTS = 'suggested_price'

/** Removes the price floor's fields from records and schemas, at every depth. */
export function withoutFloor<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const isResearch = Array.isArray(value) ? value.includes(SUGGESTS) : SUGGESTS in value
  const isFloor = (name: unknown): boolean => typeof name === 'string' && (FLOOR.has(name) || (isResearch && OF_RESEARCH.has(name)))
  if (Array.isArray(value)) return value.filter((one) => !isFloor(one)).map(withoutFloor) as T
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isFloor(name))
      .map(([name, one]) => [name, withoutFloor(one)]),
  ) as T
}
