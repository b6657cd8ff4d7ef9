import { quoteName } from '#core/quoted-name.ts'
import { namedTimeText } from '#core/format/time.ts'
import { numberText } from '#core/format/count.ts'
import { isAway } from '#catalog/shops/rules/away.ts'
import { isReserved } from '#catalog/listings/rules/reservation.ts'
import type { Context, Person, Core } from '#platform/context/index.ts'
import { visibleCards, type Card } from '#catalog/browse/index.ts'
import type { CartItem, CartRow } from './queries.ts'
import { reservedFor } from '#commerce/reservations/index.ts'

export type Message = { type: 'warning'; code: 'out_of_stock' | 'item_unavailable' | 'quantity_adjusted'; content: string }

/** Splits a cart into the items that the buyer can buy now, in cart order, and messages about all other items. */
export async function availabilityOf(
  ctx: Context,
  actor: Person,
  { items }: Pick<CartRow, 'items'>,
): Promise<{ available: Card[]; messages: Message[] }> {
  const seen = await visibleCards(
    ctx,
    actor,
    items.map(({ id }) => id),
  )
  const cards = new Map(seen.map((card) => [card.id, card]))
  const available: Card[] = []
  const messages: Message[] = []
  for (const item of items) {
    const card = cards.get(item.id)
    const gone = goneOf(item, card, actor, ctx.now()) ?? (await reservedWarning(ctx, item, card, actor))
    if (card && !gone) available.push(card)
    else if (gone) messages.push(gone)
  }
  return { available, messages }
}

function goneOf({ title }: CartItem, card: Card | undefined, { accountId }: Person, now: Date): Message | null {
  if (!card) return warning('item_unavailable', `${quoteName(title)} is no longer available.`)
  if (card.seller.id === accountId) return warning('item_unavailable', `${quoteName(title)} is the buyer’s own listing.`)
  if (card.status !== 'live') return warning('out_of_stock', `${quoteName(title)} is already sold.`)
  if (!isAway(card.shop.awayUntil, now)) return null
  return warning(
    'item_unavailable',
    `${quoteName(title)} is from a shop that is away until ${namedTimeText('moment', card.shop.awayUntil)}.`,
  )
}

/**
 * Returns the warning about a reserved item. Reads the reservation separately, because a listing card does not contain the id of the other
 * buyer.
 */
async function reservedWarning(ctx: Core, { title }: CartItem, card: Card | undefined, { accountId }: Person): Promise<Message | null> {
  if (!card || !isReserved(card, ctx.now())) return null
  const reserved = await reservedFor(ctx, card.id)
  return reserved && reserved.buyerId !== accountId ? warning('item_unavailable', `“${title}” is reserved for another buyer.`) : null
}

/** Returns a message if a quantity is above 1, because each item exists only once. */
export function adjustedNotes(items: readonly { quantity: number }[]): Message[] {
  const most = Math.max(1, ...items.map(({ quantity }) => quantity))
  return most === 1
    ? []
    : [warning('quantity_adjusted', `Each item exists only once, so the quantity ${numberText(most)} was reduced to 1.`)]
}

/** Builds the message for an id if the buyer can see no listing with this id. */
export const unknownItem = (id: string): Message => warning('item_unavailable', `There is no listing with the id ${id}.`)

const warning = (code: Message['code'], content: string): Message => ({ type: 'warning', code, content })
