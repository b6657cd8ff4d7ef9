import { PUBLIC_TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
import type { Context, Person, Core } from '#platform/context/index.ts'
import type { ListingOperation } from '#catalog/listings/rules/listing.ts'
import { priceText } from '#core/format/money.ts'
import { quoteName } from '#core/quoted-name.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { allow, readListing } from './access.ts'
import { approvalsToDelist } from '#catalog/delisting/index.ts'
import { listingName } from './present.ts'
import type { ListingRow } from './queries.ts'
import type { ChangeListing, CreateListing } from './schema.ts'

const PUBLISH: ApprovalRequirement = { action: 'listings.publish' }
const PRICE: ApprovalRequirement = { action: 'listings.price' }

/**
 * Returns the approvals that an edit requires. An edit to the text or photos of a published listing requires the same approval as
 * publishing, because buyers see the result. Errors: 404.
 */
export async function approvalsToEdit(ctx: Core, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  return (await readListing(ctx, actor, id)).status === 'draft' ? [] : [PUBLISH]
}

/**
 * Returns the approvals that a new listing requires. A draft needs none. Publishing needs approval because it shows the text, and research
 * needs approval because it may set a price.
 */
export const approvalsToCreate = ({ publish, research }: Pick<CreateListing, 'publish' | 'research'>): ApprovalRequirement[] => [
  ...(publish ? [PUBLISH] : []),
  ...(publish || research ? [PRICE] : []),
]

/**
 * Returns the approvals that publishing requires. They include the approval for price changes, because publishing also makes the price
 * public.
 */
export const approvalsToPublish = (): ApprovalRequirement[] => [PUBLISH, PRICE]

/**
 * Returns the approvals that a change requires. They depend on the fields in the request, and on the open deals that the change would end.
 * Errors: 404.
 */
export async function approvalsToChange(ctx: Core, actor: Person, id: string, change: ChangeListing): Promise<ApprovalRequirement[]> {
  const inSight = SHOWN.some((name) => change[name] !== undefined) ? await approvalsToEdit(ctx, actor, id) : []
  return [
    ...(setsPrice(change) ? [priceApproval(change)] : []),
    ...(change.take_offers === true ? [{ action: 'shops.floor' } as const] : []),
    ...inSight,
    ...(change.take_offers === false ? await approvalsToDelete(ctx, actor, id) : []),
  ]
}

/** Returns the approvals that research requires, because it adds details and fills in a missing price and minimum price. Errors: 404. */
export const approvalsToResearch = async (ctx: Core, actor: Person, id: string): Promise<ApprovalRequirement[]> => [
  PRICE,
  ...(await approvalsToEdit(ctx, actor, id)),
]

/** Returns the approvals that a deletion requires, because it closes offers and refunds deposits. Errors: 404. */
export async function approvalsToDelete(ctx: Core, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  return approvalsToDelist(ctx, [(await readListing(ctx, actor, id)).id])
}

const SHOWN = [...PUBLIC_TEXT_NAMES, 'fields', 'visibility'] as const satisfies readonly (keyof ChangeListing)[]

type Prices = Pick<ChangeListing, 'price' | 'lowest_price' | 'shipping'>

const setsPrice = ({ price, lowest_price, shipping }: Prices): boolean =>
  price !== undefined || lowest_price !== undefined || shipping !== undefined
const amountOf = ({ price }: Prices) => (typeof price === 'number' ? { amountCents: price } : {})
const priceApproval = (prices: Prices): ApprovalRequirement => ({ ...PRICE, ...amountOf(prices) })

/**
 * Describes a pending request for its owner, without the minimum price (spec: completions 3, `ask_first`). Immediately rejects a request
 * that the listing's state does not permit.
 */
export async function describeOperation(ctx: Context, actor: Person, id: string, operation: ListingOperation): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, operation, row)
  const { name, price } = called(row)
  if (operation === 'delete') return `Permanently delete the${price} listing ${name} and its photos.`
  if (operation === 'unpublish') return `Unpublish the${price} listing ${name}. ${ENDS}`
  if (operation === 'mark_sold') return `Mark the${price} listing ${name} as sold elsewhere. ${ENDS}`
  return `${operation === 'relist' ? 'Relist' : 'Publish'} the${price} listing ${name} in the shop ${row.shop_slug}.`
}

/** Describes a change to a listing for the owner who must approve it. Errors: 404, 409 if the listing is sold. */
export async function describeChange(ctx: Context, actor: Person, id: string, change: ChangeListing): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, 'edit', row)
  const parts = [
    ...(change.price === undefined ? [] : [`the price from ${dollars(row.price_cents)} to ${dollars(change.price)}`]),
    ...(change.lowest_price === undefined ? [] : ['the lowest price']),
    ...Object.keys(change)
      .filter((name) => name !== 'price' && name !== 'lowest_price')
      .map((name) => `the ${name === 'sku' ? 'SKU' : name.replaceAll('_', ' ')}`),
  ]
  return `Change ${parts.join(' and ')} of the listing ${called(row).name}.`
}

export function describeCreation(input: Pick<CreateListing, 'price' | 'title' | 'publish'>): string {
  const price = typeof input.price === 'number' ? `for ${dollars(input.price)}` : 'without a price'
  const title = input.title ? `: ${quoteName(input.title)}` : ', without a title'
  return `${input.publish ? 'Create and publish a listing' : 'Create a draft'} ${price}${title}.`
}

/** Describes a change to the text or photos for the owner who must approve it. Errors: 404, 409 if the listing is sold. */
export async function describeEdit(ctx: Context, actor: Person, id: string, what: string): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, 'edit', row)
  return `${what} the listing ${called(row).name} in the shop ${row.shop_slug}.`
}

const ENDS = 'Open offers are closed, and any deposit on the listing is refunded.'

const called = (row: ListingRow) => ({
  name: quoteName(listingName(row)),
  price: row.price_cents === null ? '' : ` ${dollars(row.price_cents)}`,
})

const dollars = (cents: number | null): string => (cents === null ? 'no price' : priceText(cents))
