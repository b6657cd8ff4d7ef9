import type { Person, Core } from '#platform/context/index.ts'
import { quoteName, quoteText } from '#core/quoted-name.ts'
import { approvalsToDelist } from '#catalog/delisting/index.ts'
import type { ApprovalRequirement } from '#platform/http/endpoint.ts'
import { raisesTier, type BundleTier } from '#core/bundle.ts'
import { isSameSetting } from './rules/setting.ts'
import type { ShopRow } from './queries.ts'
import type { ChangeShop } from './schema.ts'
import { readShop } from './index.ts'

/* Approvals for changes to a shop (spec: completions 3 and 12). No approval is needed for a setting whose value stays the same. */

const PUBLISH: ApprovalRequirement = { action: 'listings.publish' }

/** Returns the approvals that a change to a shop's settings requires. Errors: 404. */
export async function approvalsToChangeShop(ctx: Core, actor: Person, slug: string, change: ChangeShop): Promise<ApprovalRequirement[]> {
  const shop = await readShop(ctx, actor, slug)
  const leaves = (change.paused === true && !shop.paused) || (change.visibility === 'private' && shop.visibility !== 'private')
  return [
    ...(sellsForLess(shop, change) ? [{ action: 'shops.floor' } as const] : []),
    ...(showsMore(shop, change) ? [PUBLISH] : []),
    // this setting permits the helper to send messages to buyers
    ...(change.answer_questions === true && !shop.answer_questions ? [{ action: 'messages.send' } as const] : []),
    ...(leaves ? await approvalsToDelist(ctx, { shopId: shop.id }) : []),
  ]
}

/**
 * Returns the approvals that the deletion of a shop requires. It also deletes the shop's listings, closes their offers and refunds their
 * deposits. Errors: 404.
 */
export const approvalsToDeleteShop = async (ctx: Core, actor: Person, slug: string): Promise<ApprovalRequirement[]> => [
  { action: 'shops.delete' },
  ...(await approvalsToDelist(ctx, { shopId: (await readShop(ctx, actor, slug)).id })),
]

/**
 * Returns the approvals that a new picture requires, because it appears immediately and the previous picture cannot be restored. Errors:
 * 404.
 */
export async function approvalsToSetPicture(ctx: Core, actor: Person, slug: string): Promise<ApprovalRequirement[]> {
  const { picture, visibility } = await readShop(ctx, actor, slug)
  return [...(picture === null ? [] : [{ action: 'shops.delete' } as const]), ...(visibility === 'private' ? [] : [PUBLISH])]
}

/** Describes a change to a shop's settings for the owner who must approve it. Errors: 404. */
export async function describeShopChange(ctx: Core, actor: Person, slug: string, change: ChangeShop): Promise<string> {
  const shop = await readShop(ctx, actor, slug)
  const parts = changedNames(shop, change).map((name) => {
    if (name === 'ship_from') return 'the address that its parcels are sent from'
    const [before, after] = [shop[name], change[name]]
    // the percentage would reveal something about the minimum price
    return name === 'lowest_percent'
      ? 'its highest discount in negotiations'
      : `its ${name.replaceAll('_', ' ')} from ${describeValue(before)} to ${describeValue(after)}`
  })
  return `Change the shop ${quoteName(shop.name)} (${shop.slug}): ${parts.join(', ')}.`
}

/** Describes a new picture, or the removal of the picture if the URL is null, for the owner who must approve it. Errors: 404. */
export async function describePicture(ctx: Core, actor: Person, slug: string, url: string | null): Promise<string> {
  const { name } = await readShop(ctx, actor, slug)
  return url === null
    ? `Remove the picture of the shop ${quoteName(name)}.`
    : `Set the picture of the shop ${quoteName(name)} to ${quoteText(url)}.`
}

/** Returns true if the change lowers a price that the shop accepts (spec: completions 12, `shops.floor`). */
const sellsForLess = (shop: ShopRow, { lowest_percent, haggle, ask_hold, bundle_tiers, bundle_shipping }: ChangeShop): boolean =>
  (lowest_percent !== undefined && lowest_percent > shop.lowest_percent) ||
  (haggle === true && !shop.haggle) ||
  (ask_hold === false && shop.ask_hold) ||
  (bundle_tiers !== undefined && raisesTier(shop.bundle_tiers, bundle_tiers)) ||
  (bundle_shipping === 'highest' && shop.bundle_shipping === 'sum')

/** Returns true if the change makes the shop visible to more people, or changes wording that they see. */
function showsMore(shop: ShopRow, change: ChangeShop): boolean {
  const open = (visibility: ChangeShop['visibility']) => ['private', 'link', 'public'].indexOf(visibility ?? shop.visibility)
  if (open(change.visibility) > open(shop.visibility) || (change.paused === false && shop.paused)) return true
  return shop.visibility !== 'private' && changedNames(shop, change).some((name) => PUBLIC_FIELDS.includes(name))
}

const PUBLIC_FIELDS: readonly string[] = ['name', 'slug', 'category', 'about', 'location', 'away_until', 'ships_to']

const changedNames = (shop: ShopRow, change: ChangeShop): (keyof ChangeShop)[] =>
  (Object.keys(change) as (keyof ChangeShop)[]).filter((name) => change[name] !== undefined && !isSameSetting(change[name], shop[name]))

const describeValue = (value: Exclude<ChangeShop[keyof ChangeShop], { line1: string } | undefined> | undefined): string => {
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((part) => (typeof part === 'string' ? part : describeTier(part))).join(', ')
  return value === null || value === undefined
    ? 'nothing'
    : typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : quoteText(value instanceof Date ? value.toISOString() : String(value), 300)
}

const describeTier = ({ from, percent }: BundleTier): string => `${percent} % off from ${from} items`
