/**
 * What a seller's floor is, or can be read from: the lowest price, the shop's percentage, and of research the band, whose lower end
 * becomes the floor, the range that may be the same, and the sentences that name them. A model that never sees it cannot be talked into
 * telling it (interface, Automated helpers 7), so none of it goes in or out by MCP, not even to its owner's own agent: the app and the API
 * have it.
 */
const FLOOR: ReadonlySet<string> = new Set(['lowest_price', 'lowest_percent', 'band'])
/** Of research alone, which suggests a price: other records have summaries and ranges of prices too. */
const OF_RESEARCH: ReadonlySet<string> = new Set(['price_range', 'price_facts', 'summary'])
const SUGGESTS = 'suggested_price'

/** The same without any of it, all the way down. Works for records and for their schemas, which name the same fields. */
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
