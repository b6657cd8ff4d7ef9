import { setTimeout as sleep } from 'node:timers/promises'
import type { Bulk, BulkChange, BulkPreview, BulkValues, Listing } from '@resale/sdk'
import { confirmed } from './confirm.ts'
import { EXIT, Failure } from './failures.ts'
import type { Adjustment } from './numbers.ts'
import { dollars } from './output.ts'
import type { SignedIn } from './run.ts'

/** Options of a bulk change: a filter, exactly one change, and options for running it. */
export type BulkEdit = {
  find?: string
  shop?: string
  status?: Listing['status']
  minPrice?: number
  maxPrice?: number
  price?: Adjustment
  lowestPrice?: Adjustment
  round?: NonNullable<BulkChange['price']>['round']
  shipping?: number | null
  visibility?: Listing['visibility']
  offers?: 'on' | 'off'
  publish?: true
  unpublish?: true
  delete?: true
  yes?: boolean
  dryRun?: boolean
}

/** Returns the change that the options describe, or null if they describe none. Throws if they describe several. */
export function changeOf(options: BulkEdit): BulkChange | null {
  const { price, lowestPrice, round, shipping, visibility, offers, publish, unpublish } = options
  const rounded = round === undefined ? {} : { round }
  const changes: BulkChange[] = []
  if (price) changes.push({ price: { ...price, ...rounded } })
  if (lowestPrice) changes.push({ lowest_price: { ...lowestPrice, ...rounded } })
  if (shipping !== undefined) changes.push({ shipping })
  if (visibility) changes.push({ visibility })
  if (offers) changes.push({ take_offers: offers === 'on' })
  if (publish) changes.push({ publish })
  if (unpublish) changes.push({ unpublish })
  if (options.delete) changes.push({ delete: true })
  if (changes.length > 1) throw new Failure('Use only one change at a time.', EXIT.usage)
  return changes[0] ?? null
}

/** Shows a preview of a bulk change, asks for confirmation, starts the change, and waits until it has finished. */
export async function changeMany(run: SignedIn, change: BulkChange, options: BulkEdit): Promise<void> {
  const { resale, out } = run
  const body = { where: whereOf(options), change }
  const preview = (await resale.listings.bulk({ ...body, preview: true })) as BulkPreview
  const count = counted(preview.rows.length)
  if (options.dryRun || !out.json) showPreview(run, preview)
  if (options.dryRun) return out.note(`Nothing was changed: this was a dry run. ${count} would change.`)
  if (preview.rows.length === 0) throw new Failure('None of these listings allows this change.', EXIT.refused)
  const undo = change.delete ? 'You cannot undo this.' : 'You can undo this for 24 hours.'
  await confirmed(`${change.delete ? 'Delete' : 'Change'} ${count}? ${undo}`, options.yes)
  const ended = await finished(run, (await resale.listings.bulk({ ...body, token: preview.token })) as Bulk)
  showResult(run, ended)
  if (ended.undo_until && ended.done > 0) out.note(`To undo it within 24 hours: resale listings edit --undo ${ended.id}`)
}

/** Undoes a bulk change and waits until the undo has finished. */
export async function undo(run: SignedIn, id: string): Promise<void> {
  showResult(run, await finished(run, await run.resale.listings.undoBulk(id)))
}

/** Returns the filter that selects the listings for a bulk change. */
export const whereOf = ({ find, shop, status, minPrice, maxPrice }: BulkEdit) => ({
  ...(find === undefined ? {} : { q: find }),
  ...(shop === undefined ? {} : { shop }),
  ...(status === undefined ? {} : { status }),
  ...(minPrice === undefined ? {} : { min_price: minPrice }),
  ...(maxPrice === undefined ? {} : { max_price: maxPrice }),
})

function showPreview({ out }: SignedIn, { rows, refused }: BulkPreview): void {
  const shown = [
    ...rows.map(({ id, name, before, after }) => ({ id, name, before: valuesOf(before, after), after: valuesOf(after, before) })),
    ...refused.map(({ id, message }) => ({ id, error: message })),
  ]
  type Row = { id: string; name?: string; before?: object; after?: object | null; error?: string }
  out.table(shown as Row[], {
    id: ({ id }) => id,
    item: ({ name }) => name,
    before: ({ before }) => textOf(before),
    after: ({ after }) => (after === null ? 'deleted' : textOf(after)),
    error: ({ error }) => error,
  })
}

/**
 * Returns the fields of `values` that differ from `other`, the listing's other state. For a listing that will be deleted, returns only the
 * status.
 */
function valuesOf(values: BulkValues | null, other: BulkValues | null): Partial<BulkValues> | null {
  if (!values) return null
  if (!other) return { status: values.status }
  const { price_basis: _, ...shown } = values
  return Object.fromEntries(Object.entries(shown).filter(([name, value]) => other[name as keyof BulkValues] !== value))
}

const textOf = (values: object | null | undefined): string =>
  Object.entries(values ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'number' ? dollars(value) : String(value ?? 'none')}`)
    .join(', ')

async function finished({ resale, out }: SignedIn, started: Bulk): Promise<Bulk> {
  let bulk = started
  while (bulk.status === 'queued' || bulk.status === 'running') {
    out.progress(bulk.done + bulk.refused.length, bulk.total, bulk.id)
    await sleep(POLL_MS)
    bulk = await resale.listings.getBulk(bulk.id)
  }
  out.endProgress()
  return bulk
}

const POLL_MS = 500

function showResult({ out }: SignedIn, bulk: Bulk): void {
  const { id, status, done, total, refused } = bulk
  const verb = status === 'undone' ? 'restored' : 'changed'
  out.record(bulk, () => [`${id}: ${done} of ${counted(total)} ${verb}.`, ...refused.map((one) => `${one.id}: ${one.message}`)])
}

const counted = (count: number): string => `${count} ${count === 1 ? 'listing' : 'listings'}`
