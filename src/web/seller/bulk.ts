import { fieldSentence } from '#web/framework/field-sentence.ts'
import { api, call, dollarsText, tried } from '#web/framework/page/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { ListingStatus } from '#catalog/listings/rules/listing.ts'
import { ApiError } from '#platform/errors/index.ts'

type Verb = {
  label: string
  outcome: string
  from: readonly ListingStatus[]
  work: (ctx: Context, viewer: Person, id: string, percent: number) => Promise<string | void>
}

type Transition =
  | typeof api.publishListing
  | typeof api.unpublishListing
  | typeof api.markListingSold
  | typeof api.relistListing
  | typeof api.deleteListing

const transition =
  (endpoint: Transition): Verb['work'] =>
  async (ctx, viewer, id) => {
    await call(ctx, viewer, endpoint, { params: { id } })
  }
const change =
  (body: Record<string, string>): Verb['work'] =>
  async (ctx, viewer, id) => {
    await call(ctx, viewer, api.changeListing, { params: { id }, body })
  }

/** Bulk actions, each with the tabs that offer it. */
export const BULK: Readonly<Record<string, Verb>> = {
  publish: { label: 'Publish', outcome: 'live', from: ['draft'], work: publish },
  unpublish: { label: 'Unpublish', outcome: 'a draft again', from: ['live'], work: transition(api.unpublishListing) },
  sold: { label: 'Mark as sold', outcome: 'sold', from: ['live'], work: transition(api.markListingSold) },
  relist: { label: 'Relist', outcome: 'live again', from: ['sold'], work: transition(api.relistListing) },
  price: { label: 'Change price', outcome: '', from: ['draft', 'live'], work: changePrice },
  'offers-on': { label: 'Turn on offers', outcome: 'offers on', from: ['draft', 'live'], work: change({ take_offers: 'true' }) },
  'offers-off': { label: 'Turn off offers', outcome: 'offers off', from: ['draft', 'live'], work: change({ take_offers: 'false' }) },
  everyone: {
    label: 'Show to everyone',
    outcome: 'visible to everyone',
    from: ['draft', 'live'],
    work: change({ visibility: 'everyone' }),
  },
  link: { label: 'Show by link only', outcome: 'visible by link only', from: ['draft', 'live'], work: change({ visibility: 'link' }) },
  delete: { label: 'Delete', outcome: 'deleted', from: ['draft', 'live', 'sold'], work: transition(api.deleteListing) },
}

async function publish(ctx: Context, viewer: Person, id: string): Promise<void> {
  const { price, price_basis } = await call(ctx, viewer, api.getListing, { params: { id } })
  if (price_basis === 'default')
    throw new ApiError('conflict', `Its price of ${dollarsText(price!)} is a guess. Open the listing to confirm or change the price.`)
  await call(ctx, viewer, api.publishListing, { params: { id } })
}

async function changePrice(ctx: Context, viewer: Person, id: string, percent: number): Promise<string> {
  const { price } = await call(ctx, viewer, api.getListing, { params: { id } })
  if (price === null) throw new ApiError('conflict', 'It has no price yet.')
  const next = Math.round(Math.round(price * 100) * (1 + percent / 100)) / 100
  await call(ctx, viewer, api.changeListing, { params: { id }, body: { price: String(next) } })
  return `${dollarsText(price)} → ${dollarsText(next)}`
}

export type BulkResult = { id: string; name: string; outcome: string; problem: string | null }

export type BulkInput = { action: string; percent: string; ids: readonly string[] }

/**
 * Runs an action on each listing separately, so that one failure does not block the others. Returns an error text when the action cannot
 * start.
 */
export async function runBulk(ctx: Context, viewer: Person, { action, percent, ids }: BulkInput): Promise<readonly BulkResult[] | string> {
  const verb = Object.hasOwn(BULK, action) ? BULK[action] : undefined
  if (!verb) return 'Choose an action.'
  if (ids.length === 0) return 'Select at least one listing.'
  if (ids.length > MOST) return `Select at most ${MOST} listings.`
  const by = Number(percent)
  if (verb === BULK.price && (percent.trim() === '' || !Number.isFinite(by) || by < -90 || by > 300))
    return 'Enter a percentage from -90 to 300.'
  const results: BulkResult[] = []
  for (const id of ids) results.push(await runOne(ctx, viewer, verb, id, by))
  return results
}

const MOST = 100

async function runOne(ctx: Context, viewer: Person, verb: Verb, id: string, percent: number): Promise<BulkResult> {
  let name = 'A listing'
  const one = { id, outcome: verb.outcome }
  try {
    const result = await tried(async () => {
      name = (await call(ctx, viewer, api.getListing, { params: { id } })).name
      return verb.work(ctx, viewer, id, percent)
    })
    if ('problem' in result) return { ...one, name, problem: result.problem.message }
    return { ...one, name, outcome: result.done ?? verb.outcome, problem: null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { ...one, name, problem: fieldSentence(error) }
    throw error
  }
}
