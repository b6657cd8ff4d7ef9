/**
 * Fields that are the seller's floor or reveal it: the lowest price, the shop's percentage, and the band of research. The band's lower end becomes the floor. A model that never sees the floor cannot be talked into revealing it (interface, Automated helpers 7). So MCP neither
 * accepts nor returns it, even for the owner's agent; the app and the API do.
 */
const FLOOR: ReadonlySet<string> = new Set(['lowest_price', 'lowest_percent', 'band'])
/** Fields that reveal it only in research records. Other records have harmless summaries and price ranges. */
const OF_RESEARCH: ReadonlySet<string> = new Set(['price_range', 'price_facts', 'summary'])
const SUGGESTS = 'suggested_price'

/** Removes these fields at every depth. Works for records and for their schemas, which use the same names. */
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
