import { adjustAmount, byGravity, kindOf, type BulkChange, type BulkKind } from './rules.ts'
import type { ListingRow } from '#catalog/listings/queries.ts'
import { approvalsToDelist } from '#catalog/delisting/index.ts'
import type { AskFirst } from '#core/scopes.ts'
import { counted } from '#core/format/count.ts'
import { priceText } from '#core/format/money.ts'
import type { Core } from '#platform/context/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'

const PUBLISH: ApprovalRequirement = { action: 'listings.publish' }
const PRICE: ApprovalRequirement = { action: 'listings.price' }
const FLOOR: ApprovalRequirement = { action: 'shops.floor' }

/** Returns all approvals that a bulk change to these listings requires, most serious first (spec: completions 13.8 and 13.11). */
export async function approvalsToApply(ctx: Core, change: BulkChange, rows: readonly ListingRow[]): Promise<ApprovalRequirement[]> {
  const delist = () =>
    approvalsToDelist(
      ctx,
      rows.map(({ id }) => id),
    )
  const inSight = rows.some(({ status }) => status !== 'draft') ? [PUBLISH] : []
  switch (kindOf(change)) {
    case 'price':
      return [{ ...PRICE, amountCents: highestAfter(change, rows) }]
    case 'lowest_price':
    case 'shipping':
      return [PRICE]
    case 'publish':
      return [PUBLISH, PRICE]
    case 'visibility':
      return inSight
    case 'take_offers':
      return byGravity(change.take_offers ? [FLOOR] : await delist())
    case 'unpublish':
      return byGravity(await delist())
    default:
      return byGravity([{ action: 'listings.delete' }, ...(await delist())])
  }
}

/** Returns the highest price after the change. It must not exceed the spend limit of the key that approves the change. */
function highestAfter({ price }: BulkChange, rows: readonly ListingRow[]): number {
  const amounts = rows.map((row) => adjustAmount('price', row.price_cents, price!))
  return Math.max(0, ...amounts.map((amount) => (amount.ok ? (amount.cents ?? 0) : 0)))
}

/** The inverse of each kind of change. An undo requires the same approvals as this inverse. */
const INVERSE: Readonly<Record<Exclude<BulkKind, 'delete'>, (change: BulkChange) => BulkChange>> = {
  price: () => ({ lowest_price: { add: 0 } }),
  lowest_price: () => ({ lowest_price: { add: 0 } }),
  shipping: () => ({ shipping: null }),
  publish: () => ({ unpublish: true }),
  unpublish: () => ({ publish: true }),
  visibility: ({ visibility }) => ({ visibility }),
  take_offers: ({ take_offers }) => ({ take_offers: !take_offers }),
}

/** Returns the approvals that an undo requires. Returns none for a deletion, because it cannot be undone. */
export async function approvalsToUndo(ctx: Core, change: BulkChange, rows: readonly ListingRow[]): Promise<ApprovalRequirement[]> {
  const kind = kindOf(change)
  return kind === 'delete' ? [] : approvalsToApply(ctx, INVERSE[kind](change), rows)
}

/** Returns the `ask_first` actions that are not covered by the `required` approvals. */
export const forbiddenBeyond = (askFirst: readonly AskFirst[], required: readonly ApprovalRequirement[]): AskFirst[] =>
  askFirst.filter((action) => !required.some((one) => one.action === action))

/** Describes a bulk change, without the minimum price, for the owner who must approve it. */
export function describeChange(change: BulkChange, total: number): string {
  const listings = counted(total, 'listing')
  const { price, shipping, visibility } = change
  switch (kindOf(change)) {
    case 'price':
      return `Change the price of ${listings}: ${adjustmentText(price!)}.`
    case 'lowest_price':
      return `Change the lowest price of ${listings}.`
    case 'shipping':
      return `Set the shipping of ${listings} to ${shipping === null ? '“Ask about shipping”' : priceText(shipping!)}.`
    case 'publish':
      return `Publish ${listings}.`
    case 'unpublish':
      return `Unpublish ${listings}. ${ENDS}`
    case 'visibility':
      return visibility === 'link' ? `Show ${listings} by link only.` : `Show ${listings} to everyone.`
    case 'take_offers':
      return change.take_offers ? `Turn on offers for ${listings}.` : `Turn off offers for ${listings}. ${ENDS}`
    default:
      return `Permanently delete ${listings} and their photos. ${ENDS}`
  }
}

const ENDS = 'Open offers are closed, and any deposit is refunded.'

const ROUNDED = { none: '', '1': ', rounded to whole dollars', '5': ', rounded to 5 dollars', '.99': ', rounded to .99' } as const

function adjustmentText({ percent, add, set, round = 'none' }: NonNullable<BulkChange['price']>): string {
  const signed = (value: number, text: string) => `${value < 0 ? '−' : '+'}${text}`
  const amount =
    percent !== undefined
      ? signed(percent, `${Math.abs(percent)} %`)
      : add !== undefined
        ? signed(add, priceText(Math.abs(add)))
        : set === null
          ? 'no price'
          : priceText(set ?? 0)
  return `${amount}${ROUNDED[round]}`
}
