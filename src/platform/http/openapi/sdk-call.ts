import type { Endpoint } from '#platform/http/endpoint.ts'

/** SDK names for operations whose derived name would read badly. */
const NAMES: Readonly<Record<string, string>> = {
  getPublicListing: 'getListing',
  suggestSearch: 'suggest',
  replyToReview: 'reply',
  checkShopping: 'check',
  listOwnMeasures: 'list',
}

/**
 * Returns an operation's name in the SDK: the first path segment and the action, such as `listings.publish`. Returns null if the operation
 * requires a browser session.
 */
export function sdkCallOf({ id, path, access }: Pick<Endpoint, 'id' | 'path' | 'access'>): string | null {
  if (!FOR_PROGRAMS.includes(access.who) && id !== 'createAccount') return null
  const group = camel(path.split('/')[1]!)
  return `${group}.${NAMES[id] ?? nameIn(group, id)}`
}

const FOR_PROGRAMS: readonly string[] = ['person', 'optional', 'tester']

/** Removes the group's name from an operation id: `publishListing` in `listings` becomes `publish`. */
function nameIn(group: string, id: string): string {
  const plural = group[0]!.toUpperCase() + group.slice(1)
  const singular = plural.replace(/(ch|sh)es$/, '$1').replace(/s$/, '')
  const rest = id.replace(new RegExp(`(?:${plural}|${singular})(?![a-z])`), '')
  return rest === '' ? id : rest
}

const camel = (word: string): string => word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
