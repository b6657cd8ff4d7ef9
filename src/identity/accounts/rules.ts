export const CLOSED_ACCOUNT = 'Closed account'
export const CLOSED_SHOP = 'Closed shop'

export type ClosedPerson = {
  /** Ids of the offers, orders, holds, threads and reviews in which the account is the buyer. */
  bought: ReadonlySet<string>
  /** Current and former slugs of the account's shops, each with a replacement. */
  slugs: ReadonlyMap<string, string>
  /** Names of the account and its shops, each with a replacement. */
  names: readonly (readonly [name: string, now: string])[]
}

/** JSON keys that hold the id of the object's own record, or of the record that contains it. */
const ABOUT = ['id', 'thread', 'order', 'offer', 'hold']
const ROLES = ['buyer', 'owner', 'agent', 'service']

/**
 * Anonymizes a closed account in another account's copy of a record. Removes the buyer's name and postal address, and the shop's name and
 * slug, but not messages. Returns the value unchanged if there is nothing to remove.
 */
export function withoutPerson(value: unknown, person: ClosedPerson, inTheirs = false): unknown {
  if (typeof value === 'string') return value.startsWith('http') ? withoutSlug(value, person) : value
  if (Array.isArray(value)) return value.map((one) => withoutPerson(one, person, inTheirs))
  if (typeof value !== 'object' || value === null) return value
  const record = value as Record<string, unknown>
  const theirs = inTheirs || ABOUT.some((key) => typeof record[key] === 'string' && person.bought.has(record[key]))
  const slug = typeof record['slug'] === 'string' ? person.slugs.get(record['slug']) : undefined
  const retained = slug === undefined ? record : { ...record, slug, name: CLOSED_SHOP, ...('about' in record ? { about: null } : {}) }
  return Object.fromEntries(Object.entries(retained).map(([key, inner]) => [key, field(key, inner, theirs, person)]))
}

function field(key: string, value: unknown, theirs: boolean, person: ClosedPerson): unknown {
  // `summary` is generated text that can contain the names anywhere
  if (key === 'summary' && typeof value === 'string') return person.names.reduce((text, [name, now]) => text.replaceAll(name, now), value)
  if (theirs && key === 'buyer' && typeof value === 'object') return { name: CLOSED_ACCOUNT }
  if (theirs && key === 'from' && !ROLES.includes(String(value))) return CLOSED_ACCOUNT
  if (theirs && key === 'address') return null
  return withoutPerson(value, person, theirs)
}

/** Replaces a shop's slug in our own URLs, where it is either the first label of the host or a path segment. */
function withoutSlug(url: string, { slugs }: ClosedPerson): string {
  return url.replaceAll(/(?<=[/])([a-z0-9-]+)(?=[./?#]|$)/g, (part) => slugs.get(part) ?? part)
}
