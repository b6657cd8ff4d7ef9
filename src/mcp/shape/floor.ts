/**
 * Fields that contain or reveal the seller's minimum price: the lowest price, the shop's percentage, and the suggested price range (its
 * lower end becomes the minimum price). A model that never sees the minimum price cannot be talked into revealing it (spec: interface,
 * Automated helpers 7). Therefore only the app and the API accept and return these fields. MCP does not, even for the owner's agent.
 */
const FLOOR: ReadonlySet<string> = new Set(['lowest_price', 'lowest_percent', 'band'])
/** Fields that reveal the minimum price only in research. In other records, fields with these names are harmless. */
const OF_RESEARCH: ReadonlySet<string> = new Set(['price_range', 'price_facts', 'summary'])
const SUGGESTS = 'suggested_price'

/** Removes the fields that reveal the minimum price from records and schemas, at every depth. */
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
