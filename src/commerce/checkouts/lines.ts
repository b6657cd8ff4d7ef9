import type { Context, Core, Person } from '#platform/context/index.ts'
import { quoteBundle, splitCents, type BundleQuote } from '#core/bundle.ts'
import { quoteName } from '#core/quoted-name.ts'
import { visibleCards, type Card } from '#catalog/browse/index.ts'
import { bundleSettingsOf } from '#commerce/purchases/index.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import type { CheckoutItem, CheckoutRow } from './queries.ts'

/** A line of a checkout, with the current state of its listing. */
export type Line = CheckoutItem & {
  /** The listing, or null if the buyer can no longer see it. */
  card: Card | null
  reservation: { buyerId: string; by: 'order' | 'hold' } | null
}

/** Returns the items in a checkout, in the order of its lines. */
export const itemsOf = ({ items, listing_id: id, title, item_cents: cents }: CheckoutRow): CheckoutItem[] => items ?? [{ id, title, cents }]

/** Reads the listings of the items in a checkout. */
export async function linesOf(ctx: Context, actor: Person, items: readonly CheckoutItem[]): Promise<Line[]> {
  const ids = [...new Set(items.map(({ id }) => id))]
  const [cards, reservations] = await Promise.all([visibleCards(ctx, actor, ids), Promise.all(ids.map((id) => reservedFor(ctx, id)))])
  return items.map((item) => ({
    ...item,
    card: cards.find(({ id }) => id === item.id) ?? null,
    reservation: reservations[ids.indexOf(item.id)] ?? null,
  }))
}

/** A problem with one line. The platform can solve it by changing the lines. */
export type LineProblem = { index: number; code: string; content: string }

/** Returns the first problem with each line in a bundle. A bundle without problems can become a purchase. */
export function problemsOfLines(lines: readonly Line[], { accountId }: Person): LineProblem[] {
  // the first item that is for sale determines the shop
  const shopId = lines.find((line) => goneProblem(line, accountId) === null)?.card?.shop.id
  return lines.flatMap((line, index) => {
    const isRepeated = lines.findIndex(({ id }) => id === line.id) < index
    const found = goneProblem(line, accountId) ?? misfit(line, shopId, isRepeated) ?? reservedProblem(line, accountId)
    return found ? [{ index, code: found[0], content: found[1] }] : []
  })
}

type Problem = readonly [code: string, content: string] | null

function goneProblem({ title, card }: Line, accountId: string): Problem {
  if (!card) return ['item_unavailable', `${quoteName(title)} no longer exists. Remove it.`]
  if (card.seller.id === accountId) return ['item_unavailable', `${quoteName(title)} is the buyer’s own listing. Remove it.`]
  return card.status === 'live' ? null : ['out_of_stock', `${quoteName(title)} is already sold. Remove it.`]
}

function misfit({ title, card }: Line, shopId: string | undefined, isRepeated: boolean): Problem {
  const name = quoteName(title)
  if (isRepeated) return ['duplicate_item', `This line repeats ${name}. Each item exists only once. Remove the line.`]
  if (card!.shop.id !== shopId)
    return ['other_shop', `${name} is in another shop. Buy it in another checkout, because all items of a checkout must be from one shop.`]
  if (card!.shipping.kind === 'sent') return null
  return [
    'ships_separately',
    card!.shipping.kind === 'ask'
      ? `${name} has no shipping price yet. Buy it in another checkout, because all items of a checkout ship in one parcel.`
      : `${name} is for pickup only. Buy it in another checkout, because all items of a checkout ship in one parcel.`,
  ]
}

function reservedProblem({ title, reservation }: Line, accountId: string): Problem {
  if (!reservation) return null
  const name = quoteName(title)
  if (reservation.buyerId !== accountId)
    return ['item_unavailable', `${name} is reserved for another buyer. Remove it, or try again later: that buyer may not pay in time.`]
  return [
    'item_unavailable',
    reservation.by === 'hold'
      ? `The buyer has paid a deposit for ${name}. Buy it in another checkout, so that the deposit counts toward its price.`
      : `The buyer already has an order for ${name}. Remove it.`,
  ]
}

/** Computes the current price of a bundle, as for a purchase (spec: completions 13.4). The lines must have no problems. */
export async function quoteLines(ctx: Core, lines: readonly Line[]): Promise<BundleQuote> {
  const cards = lines.map(({ card }) => card!)
  const items = cards.map(({ id, priceCents, shipping }) => ({
    id,
    priceCents: priceCents!,
    shippingCents: shipping.kind === 'sent' ? shipping.cents : 0,
  }))
  return quoteBundle(items, await bundleSettingsOf(ctx, cards[0]!.shop.id))
}

/** Returns each line's share of the discount, in the order of the lines. */
export function discountParts(row: CheckoutRow): number[] {
  const weights = itemsOf(row).map(({ id, cents: weight }) => ({ id, weight }))
  return splitCents(row.discount_cents ?? 0, weights)
}
