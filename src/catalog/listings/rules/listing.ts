import { ruleFor, type Rule } from '#core/state-machine.ts'
import { clipAtWord, oneLine } from '#core/text.ts'
import { EDITOR_STEPS } from './editor-steps.ts'

export const LISTING_STATUSES = ['draft', 'live', 'sold'] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

/** Sort orders for the owner's listings (spec: completions 13.11, Bulk). */
export const LISTING_SORTS = ['changed', 'newest', 'price-asc', 'price-desc'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]

export const LISTING_VISIBILITIES = ['everyone', 'link'] as const
export type ListingVisibility = (typeof LISTING_VISIBILITIES)[number]

/** Visibility to other accounts: `hidden` while the operator hides the listing, otherwise the owner's choice. */
export type EffectiveVisibility = ListingVisibility | 'hidden'

/** Operations on a listing. `sell` is a sale through this service, and `edit` is a change to the text or the prices. */
export const LISTING_OPERATIONS = ['publish', 'unpublish', 'mark_sold', 'sell', 'relist', 'edit', 'delete'] as const
export type ListingOperation = (typeof LISTING_OPERATIONS)[number]

export type ListingActor = 'owner' | 'sale'

/** One transition. If `from` equals `to`, the state does not change. */
export type ListingRule = Rule<ListingStatus, ListingOperation, ListingActor> & {
  needs?: 'title and price'
  blockedBy?: 'unfinished order'
}

const NEEDS = { needs: 'title and price' } as const
const BLOCKED = { blockedBy: 'unfinished order' } as const

/** All transitions except deletion; see `REMOVABLE` (spec: interface, Listing status; completions 4). */
export const LISTING_RULES: readonly ListingRule[] = [
  { from: 'draft', operation: 'publish', by: 'owner', to: 'live', ...NEEDS },
  { from: 'draft', operation: 'unpublish', by: 'owner', to: 'draft' },
  { from: 'draft', operation: 'relist', by: 'owner', to: 'live', ...NEEDS, ...BLOCKED },
  { from: 'draft', operation: 'edit', by: 'owner', to: 'draft' },
  { from: 'live', operation: 'publish', by: 'owner', to: 'live' },
  { from: 'live', operation: 'unpublish', by: 'owner', to: 'draft', ...BLOCKED },
  { from: 'live', operation: 'mark_sold', by: 'owner', to: 'sold', ...BLOCKED },
  { from: 'live', operation: 'sell', by: 'sale', to: 'sold' },
  { from: 'live', operation: 'relist', by: 'owner', to: 'live' },
  { from: 'live', operation: 'edit', by: 'owner', to: 'live' },
  { from: 'sold', operation: 'mark_sold', by: 'owner', to: 'sold' },
  { from: 'sold', operation: 'relist', by: 'owner', to: 'live', ...NEEDS, ...BLOCKED },
]

/** States in which a listing can be deleted, provided that it was never sold and has no unfinished order. */
export const REMOVABLE: readonly ListingStatus[] = ['draft', 'live']

const STAYS_ON_RECORD = 'A listing that was ever sold cannot be deleted.'

const LISTING_REFUSALS: Readonly<Record<ListingStatus, Readonly<Partial<Record<ListingOperation, string>>>>> = {
  draft: { mark_sold: 'A draft cannot be marked as sold. Publish it first.', sell: 'This listing is not for sale.' },
  live: {},
  sold: {
    publish: 'A sold listing cannot be published. Relist it instead.',
    unpublish: 'A sold listing cannot be unpublished. Relist it first.',
    sell: 'This listing is already sold.',
    edit: 'A sold listing cannot be changed. Relist it first.',
    delete: STAYS_ON_RECORD,
  },
}

/**
 * Facts about a listing that decide whether an operation is allowed. `hasUnfinishedOrder` is true while an order is neither completed nor
 * reversed.
 */
export type ListingFacts = {
  status: ListingStatus
  title: string | null
  priceCents: number | null
  everSold: boolean
  hasUnfinishedOrder: boolean
}

/**
 * A refused operation. `message` is the complete error message. The status is 400, with `param`, for a missing title or price, and 409 for
 * any other reason (spec: completions 2 and 4).
 */
export type ListingDecision =
  | { kind: 'move'; to: ListingStatus }
  | { kind: 'stay' }
  | { kind: 'remove' }
  | { kind: 'refuse'; reason: 'needs_title' | 'needs_price'; param: 'title' | 'price'; message: string }
  | { kind: 'refuse'; reason: 'wrong_state' | 'ever_sold' | 'order_unfinished'; message: string }

/** Decides whether an operation is allowed. Checks the state first, then open orders, then the title and the price. */
export function decideListing(operation: ListingOperation, listing: ListingFacts): ListingDecision {
  if (operation === 'delete' && REMOVABLE.includes(listing.status)) return decideRemoval(listing)
  const rule = ruleFor(LISTING_RULES, listing.status, operation, operation === 'sell' ? 'sale' : 'owner')
  if (!rule) return refusal(operation, listing.status)
  if (rule.to === listing.status) return { kind: 'stay' }
  if (rule.blockedBy && listing.hasUnfinishedOrder) return ORDER_UNFINISHED
  if (rule.needs && listing.title === null) return NEEDS_TITLE
  if (rule.needs && listing.priceCents === null) return NEEDS_PRICE
  return { kind: 'move', to: rule.to }
}

const refusal = (operation: ListingOperation, status: ListingStatus): ListingDecision => ({
  kind: 'refuse',
  reason: operation === 'delete' ? 'ever_sold' : 'wrong_state',
  message: LISTING_REFUSALS[status][operation]!,
})

function decideRemoval(listing: ListingFacts): ListingDecision {
  if (listing.everSold) return { kind: 'refuse', reason: 'ever_sold', message: STAYS_ON_RECORD }
  if (listing.hasUnfinishedOrder) return ORDER_UNFINISHED
  return { kind: 'remove' }
}

const ORDER_UNFINISHED: ListingDecision = {
  kind: 'refuse',
  reason: 'order_unfinished',
  message: 'An order for this listing is not finished. Try again when the order is finished.',
}
const NEEDS_TITLE: ListingDecision = {
  kind: 'refuse',
  reason: 'needs_title',
  param: 'title',
  message: 'title is required before a listing can go live.',
}
const NEEDS_PRICE: ListingDecision = {
  kind: 'refuse',
  reason: 'needs_price',
  param: 'price',
  message: 'price is required before a listing can go live.',
}

/**
 * Returns the values of the columns after a transition. Each publication sets a new publication date. `everSold`, once true, stays true.
 */
export function afterTransition(listing: Pick<ListingDates, 'publishedAt' | 'everSold'>, to: ListingStatus, now: Date): ListingDates {
  const { publishedAt, everSold } = listing
  if (to === 'draft') return { status: to, publishedAt: null, soldAt: null, everSold }
  if (to === 'live') return { status: to, publishedAt: now, soldAt: null, everSold }
  return { status: to, publishedAt, soldAt: now, everSold: true }
}

export type ListingDates = { status: ListingStatus; publishedAt: Date | null; soldAt: Date | null; everSold: boolean }

export const LISTING_STEPS = [...EDITOR_STEPS, 'done'] as const
export type ListingStep = (typeof LISTING_STEPS)[number]

/** Returns the seller's next step (spec: completions 4, `step`). `hasOwnPhoto` is true if at least one photo is not from the web. */
export function stepOf(listing: Pick<ListingFacts, 'status' | 'title' | 'priceCents'> & { hasOwnPhoto: boolean }): ListingStep {
  if (listing.status !== 'draft') return 'done'
  if (!listing.hasOwnPhoto) return 'photos'
  if (listing.title === null) return 'details'
  return listing.priceCents === null ? 'price' : 'publish'
}

/** Returns an item's short name (spec: completions 4, `name`). `identified` is the name from research. */
export function nameOf({ title, identified, prompt }: { title: string | null; identified: string | null; prompt: string | null }): string {
  return title || identified || clipAtWord(oneLine(prompt ?? ''), 60) || 'New listing'
}
