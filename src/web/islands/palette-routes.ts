/** An entry of the command palette: name, path and group. */
export type Place = { name: string; path: string; of: string }

const placesOf = (of: string, places: Readonly<Record<string, string>>): Place[] =>
  Object.entries(places).map(([path, name]) => ({ name, path, of }))

/** Entries in addition to the navigation rail, which the palette reads from the page. */
export const MORE_PLACES: readonly Place[] = [
  ...placesOf('Do', {
    '/app/listings/new': 'List an item',
    '/app/open-shop': 'Open another shop',
    '/app/developers/keys': 'Create a key',
  }),
  ...placesOf('Developers', {
    '/app/developers/approvals': 'Approvals',
    '/app/developers/webhook': 'Webhook',
    '/app/developers/logs': 'Requests',
    '/docs': 'Documentation',
  }),
  ...placesOf('You', {
    '/you': 'Overview',
    '/you/likes': 'Likes',
    '/you/following': 'Following',
    '/you/offers': 'Offers as a buyer',
    '/you/messages': 'Messages as a buyer',
    '/you/orders': 'Orders as a buyer',
    '/you/searches': 'Saved searches',
    '/you/settings': 'Settings',
  }),
]

/** Returns the entries that contain every typed word. Prefix matches come first. */
export function matching(places: readonly Place[], typed: string): Place[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = ({ name }: Place): number => (words[0] !== undefined && name.toLowerCase().startsWith(words[0]) ? 0 : 1)
  return places
    .filter(({ name, of }) => words.every((word) => `${name} ${of}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(a) - begins(b))
}
