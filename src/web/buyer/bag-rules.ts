import { MAX_BUNDLE_ITEMS } from '#core/bundle.ts'
import { isIdOf } from '#platform/context/ids.ts'

/** All bags in one browser: for each shop, the ids of the chosen listings. The most recently changed bag comes last. */
export type Bags = readonly { slug: string; ids: readonly string[] }[]

/** Maximum number of shops with a bag, so that the cookie stays small. A bag for one more shop replaces the least recently changed bag. */
export const MAX_BAGS = 3

/** Parses the value of the cookie. Ignores entries that the service never writes. */
export const parseBags = (text: string | null): Bags =>
  (text ?? '')
    .slice(0, MAX_CHARS)
    .split('|')
    .map((entry) => entry.split('~'))
    .map(([slug = '', ...ids]) => ({ slug, ids: [...new Set(ids)] }))
    .filter(({ slug, ids }) => SLUG.test(slug) && ids.length > 0 && ids.length <= MAX_BUNDLE_ITEMS && ids.every(isListingId))
    .slice(0, MAX_BAGS)

const SLUG = /^[a-z0-9-]{1,32}$/
const isListingId = (id: string): boolean => isIdOf('lst', id)

/** Maximum length of a cookie value to parse. The service writes only shorter values: at most 3 bags with 10 ids each. */
const MAX_CHARS = 1_500

export const serializeBags = (bags: Bags): string => bags.map(({ slug, ids }) => [slug, ...ids].join('~')).join('|')

/** Returns the ids in the bag for a shop, in the order in which the buyer added the items. */
export const idsIn = (bags: Bags, slug: string): readonly string[] => bags.find((bag) => bag.slug === slug)?.ids ?? []

/** Replaces the bag for a shop. If the new bag is empty, removes the bag. */
export const withBag = (bags: Bags, slug: string, ids: readonly string[]): Bags => {
  const others = bags.filter((bag) => bag.slug !== slug)
  return ids.length === 0 ? others : [...others.slice(1 - MAX_BAGS), { slug, ids }]
}

export type Added = { kind: 'added'; ids: string[] } | { kind: 'known' } | { kind: 'full' }

/** Adds a listing to the ids in a bag. */
export function addTo(ids: readonly string[], id: string): Added {
  if (ids.includes(id)) return { kind: 'known' }
  return ids.length >= MAX_BUNDLE_ITEMS ? { kind: 'full' } : { kind: 'added', ids: [...ids, id] }
}
