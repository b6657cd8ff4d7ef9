/** An entry in the command palette: name, path and group. */
export type Destination = { name: string; path: string; of: string }

const destinationsOf = (of: string, destinations: Readonly<Record<string, string>>): Destination[] =>
  Object.entries(destinations).map(([path, name]) => ({ name, path, of }))

/** Palette entries for pages that are not in the navigation rail. The palette reads the rail's entries from the page. */
export const MORE_DESTINATIONS: readonly Destination[] = [
  ...destinationsOf('Actions', {
    '/app/listings/new': 'List an item',
    '/app/open-shop': 'Open a different shop',
    '/app/developers/keys': 'Create a key',
  }),
  ...destinationsOf('Developers', {
    '/app/developers/approvals': 'Approvals',
    '/app/developers/webhook': 'Webhook',
    '/app/developers/logs': 'Requests',
    '/docs': 'Documentation',
  }),
  ...destinationsOf('You', {
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

/** Returns the entries that contain every typed word. Entries with names that start with the first word come first. */
export function matching(destinations: readonly Destination[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = ({ name }: Destination): number => (words[0] !== undefined && name.toLowerCase().startsWith(words[0]) ? 0 : 1)
  return destinations
    .filter(({ name, of }) => words.every((word) => `${name} ${of}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(a) - begins(b))
}
