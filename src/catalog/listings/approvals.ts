import { TEXT_NAMES } from '#catalog/listings/rules/texts.ts'
import type { Context, Person } from '#platform/context/index.ts'
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

/** Words and pictures of what is not a draft are read by buyers, so that a change of them is a publication. Errors: 404. */
export async function approvalsToEdit(ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  return (await readListing(ctx, actor, id)).status === 'draft' ? [] : [PUBLISH]
}

/** A draft is a proposal that nobody sees; what is put live brings its words and its price into sight, and research may set one. */
export const approvalsToCreate = ({ publish, research }: CreateListing): ApprovalRequirement[] => [
  ...(publish ? [PUBLISH] : []),
  ...(publish || research ? [PRICE] : []),
]

/** Whatever its price was as a draft, it is now in sight. */
export const approvalsToPublish = (): ApprovalRequirement[] => [PUBLISH, PRICE]

/** By what is sent, and by what would end with it. Errors: 404. */
export async function approvalsToChange(ctx: Context, actor: Person, id: string, change: ChangeListing): Promise<ApprovalRequirement[]> {
  const inSight = SHOWN.some((name) => change[name] !== undefined) ? await approvalsToEdit(ctx, actor, id) : []
  return [
    ...(setsPrice(change) ? [priceAsk(change)] : []),
    ...(change.take_offers === true ? [{ action: 'shops.floor' } as const] : []),
    ...inSight,
    ...(change.take_offers === false ? await approvalsToDelete(ctx, actor, id) : []),
  ]
}

/** Research fills in a price and a floor where there is none, and details. Errors: 404. */
export const approvalsToResearch = async (ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> => [
  PRICE,
  ...(await approvalsToEdit(ctx, actor, id)),
]

/** What leaves the market ends what hangs on it. Errors: 404. */
export async function approvalsToDelete(ctx: Context, actor: Person, id: string): Promise<ApprovalRequirement[]> {
  return approvalsToDelist(ctx, { listingId: (await readListing(ctx, actor, id)).id })
}

const SHOWN = [...TEXT_NAMES, 'fields', 'visibility'] as const satisfies readonly (keyof ChangeListing)[]

type Prices = Pick<ChangeListing, 'price' | 'lowest_price' | 'shipping'>

const setsPrice = ({ price, lowest_price, shipping }: Prices): boolean =>
  price !== undefined || lowest_price !== undefined || shipping !== undefined
const amountOf = ({ price }: Prices) => (typeof price === 'number' ? { amountCents: price } : {})
const priceAsk = (prices: Prices): ApprovalRequirement => ({ ...PRICE, ...amountOf(prices) })

/**
 * What a held request would do, in words for its owner (completions 3, `ask_first`). The floor is never among
 * them. A request that could not run anyway is refused at once, as if it had not been held.
 */
export async function describeOperation(ctx: Context, actor: Person, id: string, operation: ListingOperation): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, operation, row)
  const { name, price } = called(row)
  if (operation === 'delete') return `Delete the listing${price} ${name} and its photos, for ever.`
  if (operation === 'unpublish') return `Take the listing${price} ${name} off the market: ${ENDS}`
  if (operation === 'mark_sold') return `Mark the listing${price} ${name} as sold elsewhere: ${ENDS}`
  return `${operation === 'relist' ? 'Put up again' : 'Put live'} the listing${price} ${name} in the shop ${row.shop_slug}.`
}

/** Errors: 404, 409 when it is sold. */
export async function describeChange(ctx: Context, actor: Person, id: string, change: ChangeListing): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, 'edit', row)
  const parts = [
    ...(change.price === undefined ? [] : [`the price from ${dollars(row.price_cents)} to ${dollars(change.price)}`]),
    ...(change.lowest_price === undefined ? [] : ['the lowest price']),
    ...Object.keys(change)
      .filter((name) => name !== 'price' && name !== 'lowest_price')
      .map((name) => `the ${name.replaceAll('_', ' ')}`),
  ]
  return `Change ${parts.join(', ')} of the listing ${called(row).name}.`
}

export function describeCreation(input: CreateListing): string {
  const title = input.title ? quoteName(input.title) : 'without a title'
  return `Make the listing for ${dollars(input.price ?? null)} ${title}${input.publish ? ' and put it live' : ' as a draft'}.`
}

/** What is asked about the words or pictures of one listing. Errors: 404, 409 when it is sold. */
export async function describeEdit(ctx: Context, actor: Person, id: string, what: string): Promise<string> {
  const row = await readListing(ctx, actor, id)
  await allow(ctx, 'edit', row)
  return `${what} the listing ${called(row).name} in the shop ${row.shop_slug}.`
}

const ENDS = 'its standing offers close, and a deposit on it goes back.'

const called = (row: ListingRow) => ({
  name: quoteName(listingName(row)),
  price: row.price_cents === null ? '' : ` for ${dollars(row.price_cents)}`,
})

const dollars = (cents: number | null): string => (cents === null ? 'no price' : priceText(cents))
