/**
 * The seller's floor, or what reveals it: the lowest price, the shop's percentage, research's band, whose lower end becomes the floor. A
 * model that never sees it cannot be talked into telling it (interface, Automated helpers 7). So MCP neither takes nor returns it, even for
 * the owner's agent; app and API do.
 */
const FLOOR: ReadonlySet<string> = new Set(['lowest_price', 'lowest_percent', 'band'])
/** Fields that reveal it in research only; other records have such fields too. */
const OF_RESEARCH: ReadonlySet<string> = new Set(['price_range', 'price_facts', 'summary'])
const SUGGESTS = 'suggested_price'

/** Removes these fields at every depth, from records and from schemas. */
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
