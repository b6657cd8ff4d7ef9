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
    const steps = distance(plain, plainOf(name), least - 1)
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

/**
 * Returns the edit distance between two names. A swap of two letters counts as one edit. Returns `most + 1` if the distance exceeds `most`.
 */
function distance(one: string, other: string, most: number): number {
  if (most < 0 || Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let steps = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
    }
    if (Math.min(...row) > most) return most + 1
    ;[before, last] = [last, row]
  }
  return Math.min(last[other.length]!, most + 1)
}
