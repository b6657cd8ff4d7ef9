import { editDistance } from '#core/text.ts'

const MAX_CHARS = 64
const MAX_KNOWN = 100

const SAME: Readonly<Record<string, string>> = {
  query: 'q',
  search: 'q',
  keyword: 'q',
  keywords: 'q',
  term: 'q',
  page_size: 'limit',
  per_page: 'limit',
  count: 'limit',
  skip: 'offset',
  item: 'listing',
  product: 'listing',
  store: 'shop',
  message: 'text',
  comment: 'body',
  tracking_number: 'number',
  tracking: 'number',
  state: 'status',
  order_by: 'sort',
  name: 'title',
  summary: 'one_liner',
  subtitle: 'one_liner',
  images: 'photo_urls',
  photos: 'photo_urls',
  floor: 'lowest_price',
  min_price: 'lowest_price',
}

/**
 * Returns the known name that the client probably meant, or null. Ignores known names after the first 100. Always returns null for a name
 * with more than 64 characters.
 */
export function suggest(unknown: string, known: readonly string[]): string | null {
  if (unknown.length > MAX_CHARS) return null
  const names = known.slice(0, MAX_KNOWN)
  const plain = plainOf(unknown)
  const same = names.find((name) => plainOf(name) === plain) ?? names.find((name) => name === SAME[snakeOf(unknown)])
  if (same !== undefined) return same
  const withoutId = plain.replace(/ids?$/, '')
  const part = names.find((name) => plainOf(name) === withoutId)
  if (part !== undefined) return part
  const most = plain.length <= 3 ? 1 : plain.length <= 7 ? 2 : 3
  let best: string | null = null
  let least = most + 1
  for (const name of names) {
    const steps = editDistance(plain, plainOf(name), least - 1)
    // suggests a name only if the number of edits is less than half of the unknown name's length
    if (steps < least && steps * 2 < plain.length) [best, least] = [name, steps]
  }
  return best
}

const plainOf = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]|\[\]$/g, '')
const snakeOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_')
