import { SearchMarket } from '#catalog/browse/index.ts'
import { dollarsFromCents } from '#core/money.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { pairsToObject } from '#platform/http/pairs.ts'
import { validate } from '#platform/http/validate.ts'
import type { Call } from '#web/framework/answer.ts'
import type { SearchParts } from '#web/framework/routes.ts'

/** Parses a search from the URL. `also` contains the default values. Empty fields count as missing. */
export function parseSearch(c: Call, also: Partial<Record<'limit', string>> = {}): SearchMarket {
  const pairs = Object.entries(c.req.queries()).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  return validate(SearchMarket, coerceStrings(SearchMarket, { ...also, ...pairsToObject(pairs.filter(([, value]) => value !== '')) }))
}

/** Converts a parsed search to URL parameters. Omits the offset. */
export function partsOf({ min_price, max_price, ...query }: SearchMarket): SearchParts {
  const { q, category, price, offers, brand, size, condition, color, sort, limit } = query
  return {
    ...{ q, category, price, offers, brand, size, condition, color, sort, limit },
    min_price: min_price === undefined ? undefined : dollarsFromCents(min_price),
    max_price: max_price === undefined ? undefined : dollarsFromCents(max_price),
  }
}
