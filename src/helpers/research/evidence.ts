import type { Comparable } from '#platform/comparables/index.ts'
import type { Context } from '#platform/context/index.ts'
import { isNamed, plain, searchedBy, type Identification } from '#helpers/research/rules/pricing/identification.ts'
import { priceText } from '#core/format/money.ts'
import type { Evidence } from '#helpers/research/rules/pricing/index.ts'
import type { StoredComparable } from './queries.ts'
import type { Steps } from './steps.ts'

export type { StoredComparable } from './queries.ts'

const TIMEOUT_MS = 20_000
const LIMIT = 50
const MAX_QUERY = 100

/**
 * Gathers comparable prices. Searches live listings and the catalog in parallel; the matching catalog product supplies offers of used items
 * (spec: interface, helper 2).
 */
export async function gatherEvidence(
  ctx: Context,
  steps: Steps,
  { item, signal }: { item: Identification; signal: AbortSignal },
): Promise<Evidence<StoredComparable>> {
  const query = plain(searchedBy(item), MAX_QUERY)
  const nameless = !isNamed(item)
  const all = await Promise.allSettled([
    nameless ? nothing(ctx, steps) : listings(ctx, steps, query, signal),
    catalog(ctx, steps, nameless ? null : query, signal),
  ])
  for (const one of all) if (one.status === 'rejected') throw one.reason
  const [{ value: live }, { value: match }] = all as [PromiseFulfilledResult<StoredComparable[]>, PromiseFulfilledResult<CatalogPrices>]
  return { listings: live, ...match }
}

type CatalogPrices = { newCents: number | null; offers: StoredComparable[] }

async function listings(ctx: Context, steps: Steps, query: string, signal: AbortSignal): Promise<StoredComparable[]> {
  const { comparables } = ctx.providers
  if (!comparables) return []
  return steps.attempt<StoredComparable[]>('listings', [], async () => {
    const found = (await comparables.search({ query, limit: LIMIT }, within(signal))).flatMap(storedComparable)
    return { value: found, note: `${found.length} found` }
  })
}

async function nothing(ctx: Context, steps: Steps): Promise<StoredComparable[]> {
  if (ctx.providers.comparables) await steps.skip('listings', 'nothingToFind')
  return []
}

async function catalog(ctx: Context, steps: Steps, query: string | null, signal: AbortSignal): Promise<CatalogPrices> {
  const { catalog: provider } = ctx.providers
  if (!provider || query === null) {
    const why = provider ? 'nothingToFind' : 'noCatalog'
    await steps.skip('catalog', why)
    await steps.skip('resale', why)
    return { newCents: null, offers: [] }
  }
  const newCents = await steps.attempt<number | null>('catalog', null, async () => {
    const match = await provider.match({ query }, within(signal))
    const cents = match === null ? null : newPriceOf(match)
    return { value: cents, note: cents === null ? 'No match' : `New for ${priceText(cents)}` }
  })
  const offers = await steps.attempt<StoredComparable[]>('resale', [], async () => {
    const found = (await provider.used({ query }, within(signal))).flatMap(storedComparable)
    return { value: found, note: `${found.length} found` }
  })
  return { newCents, offers }
}

/** Returns an abort signal that also aborts when a provider request times out. */
export const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])

export const newPriceOf = ({ newCents }: { newCents: number }): number | null =>
  Number.isSafeInteger(newCents) && newCents > 0 ? newCents : null

const MAX_TITLE = 200

/** Cleans a comparable from an untrusted provider: only plain text, a price in whole cents and a web URL remain. */
export function storedComparable(row: Comparable): StoredComparable[] {
  if (!Number.isSafeInteger(row.cents) || row.cents <= 0) return []
  return [
    {
      title: plain(row.title, MAX_TITLE),
      cents: row.cents,
      shippingCents: Number.isSafeInteger(row.shippingCents) ? row.shippingCents : null,
      condition: row.condition === null ? null : plain(row.condition, 60) || null,
      sold: row.sold,
      url: webAddress(row.url) ?? '',
      image: row.image === null ? null : webAddress(row.image),
      source: plain(row.source, 40),
    },
  ]
}

function webAddress(raw: string): string | null {
  const url = URL.parse(raw)
  return url && ['https:', 'http:'].includes(url.protocol) && url.href.length <= 2000 ? url.href : null
}
