import { SearchMarket } from '#features/market/schema.ts'
import { coerceStrings } from '#lib/http/coerce.ts'
import { validate } from '#lib/http/validate.ts'
import type { Call } from './answer.ts'

/** What the address of a search asks for, `also` where it says nothing. An empty field of a form is one that was not filled in. */
export function searchAsked(c: Call, also: Partial<Record<'limit', string>> = {}): SearchMarket {
  const asked = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))
  return validate(SearchMarket, coerceStrings(SearchMarket, { ...also, ...asked }))
}
