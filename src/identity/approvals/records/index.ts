import type { Person, Tx } from '#platform/context/index.ts'
import { lockedListingVersions, lockedVersion, type RecordKind } from './queries.ts'

/** Versions of the records that a request affects. The keys have the form `kind id`. For a missing record, the version is null. */
export type Versions = Readonly<Record<string, string | null>>

type About = {
  method: string
  path: string
  params: Readonly<Record<string, unknown>>
  body: unknown
  /** Ids of further listings that the request affects, as determined by its endpoint. */
  listings?: readonly string[] | undefined
}

/**
 * Locks the records of a request until the transaction ends and returns their versions (spec: completions 12). The path and the fields
 * `listing`, `listings`, `shop`, `hold` and `address` in the body determine the records, so new endpoints do not have to declare them.
 */
export async function lockVersions(tx: Tx, { accountId }: Person, about: About): Promise<Versions> {
  const versions: Record<string, string | null> = {}
  for (const { kind, id } of recordsOf(about))
    versions[`${kind} ${id}`.trim()] = kind === 'sku' || isKnowable(id) ? await lockedVersion(tx.db, kind, { id, accountId }) : null
  const selected = about.listings?.filter(isKnowable) ?? []
  if (selected.length === 0) return versions
  const locked = await lockedListingVersions(tx.db, selected, accountId)
  for (const id of selected) versions[`listing ${id}`] = locked.get(id) ?? null
  return versions
}

export const sameVersions = (one: Versions, other: Versions): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? null) === (other[name] ?? null))
}

type Reference = { kind: RecordKind; id: string }

const BY_SKU = '/listings/by-sku/{sku}'

const OF_ALL_LISTINGS = ['visibility', 'paused', 'lowest_percent', 'haggle', 'take_offers', 'ask_hold']

/** Returns true if a request affects all listings in a shop, because it deletes the shop or changes how the shop shows or sells them. */
const isWhole = ({ method, path, body }: About): boolean =>
  path === '/shops/{slug}' && (method === 'DELETE' || OF_ALL_LISTINGS.some((name) => (body as Record<string, unknown>)[name] !== undefined))

/** Sorts records in lock order: first shops, then listings, then the remaining records. */
export function recordsOf(about: About): Reference[] {
  const { path, params, body } = about
  const named = (body ?? {}) as {
    listing?: unknown
    shop?: unknown
    hold?: unknown
    address?: unknown
    csv?: unknown
    listings?: unknown
    orders?: unknown
  }
  const id = Object.values(params)[0]
  const kind = BY_PATH.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1]
  const all: Reference[] = []
  if (typeof named.shop === 'string') all.push({ kind: 'shop', id: named.shop.trim().toLowerCase() })
  else if (path === '/listings' || path === BY_SKU) all.push({ kind: 'shop', id: '' })
  if (typeof named.listing === 'string') all.push({ kind: 'listing', id: named.listing })
  if (path === '/purchases') all.push(...listingsOf(named.listings))
  if (path === '/labels')
    all.push(
      ...[named.orders ?? []]
        .flat()
        .map(String)
        .toSorted()
        .map((order) => ({ kind: 'order' as const, id: order })),
    )
  if (path === '/listings/import') all.push(...listingsIn(named.csv))
  if (typeof named.hold === 'string') all.push({ kind: 'hold', id: named.hold })
  if (kind === 'webhook') all.push({ kind, id: '' })
  else if (isWhole(about)) all.push({ kind: 'whole shop', id: String(id).trim().toLowerCase() })
  else if (path === BY_SKU) all.push({ kind: 'sku', id: String(id) })
  else if (kind && typeof id === 'string') all.push({ kind, id: kind === 'shop' ? id.trim().toLowerCase() : id })
  if (path === '/listings/{id}/questions/{questionId}') all.push({ kind: 'question', id: String(params['questionId']) })
  if (typeof named.address === 'string') all.push({ kind: 'address', id: named.address })
  if (path === '/checkout-sessions/{id}/cancel') all.push({ kind: 'order of checkout', id: String(id) })
  return all
}

/** Returns the listings in a new purchase, sorted by id so that they are always locked in the same order. */
const listingsOf = (ids: unknown): Reference[] =>
  ids === undefined ? [] : [...new Set([ids].flat().map(String))].toSorted().map((id) => ({ kind: 'listing' as const, id }))

/** Returns the listings that an uploaded CSV table changes. They are sorted by id, so that they are always locked in the same order. */
const listingsIn = (csv: unknown): Reference[] =>
  typeof csv === 'string'
    ? [...new Set(csv.match(/\blst_[0-9a-z]{1,40}\b/g))].toSorted().map((id) => ({ kind: 'listing' as const, id }))
    : []

const BY_PATH: readonly (readonly [start: string, kind: RecordKind])[] = [
  ['/shops', 'shop'],
  ['/listings', 'listing'],
  ['/market/listings', 'listing'],
  ['/offers', 'offer'],
  ['/invitations', 'invitation'],
  ['/orders', 'order'],
  ['/holds', 'hold'],
  ['/purchases', 'purchase'],
  ['/threads', 'thread'],
  ['/reviews', 'review'],
  ['/webhooks', 'webhook'],
  ['/checkout-sessions', 'checkout'],
]

// ids with unusual characters are not sent to the database, which cannot store NUL
const isKnowable = (id: string): boolean => /^[\w-]{0,64}$/.test(id)
