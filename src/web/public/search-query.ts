import { SearchMarket } from '#catalog/browse/index.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { validate } from '#platform/http/validate.ts'
import type { Call } from '#web/framework/answer.ts'

/** Parses a search from the URL. `also` has default values. Empty fields count as missing. */
export function parseSearch(c: Call, also: Partial<Record<'limit', string>> = {}): SearchMarket {
  const query = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))
  return validate(SearchMarket, coerceStrings(SearchMarket, { ...also, ...query }))
}
