import type { Context, Person, Core } from '#platform/context/index.ts'
import { shippingCentsOf } from '#core/shipping.ts'
import { presentCard, type Card } from '#catalog/browse/index.ts'
import type { CartRow } from './queries.ts'
import { availabilityOf, type Message } from './availability.ts'

/** Returns a cart in the format of the protocol, at current prices, without the envelope that `src/ucp` adds. */
export async function presentCart(ctx: Context, actor: Person, row: CartRow, notes: readonly Message[] = []) {
  const { available, messages } = await availabilityOf(ctx, actor, row)
  const all = [...messages, ...notes]
  const [first] = available
  return {
    id: row.id,
    currency: 'USD',
    line_items: available.map((card) => lineOf(ctx, card)),
    ...(row.buyer && { buyer: row.buyer }),
    totals: totalsOf(available),
    ...(all.length === 0 ? {} : { messages: all }),
    links: [
      { type: 'terms_of_service', url: `${ctx.config.publicUrl}/terms` },
      { type: 'privacy_policy', url: `${ctx.config.publicUrl}/privacy` },
    ],
    // each item is bought on its own page, so the link leads to the first item
    continue_url: first ? first.url! : `${ctx.config.publicUrl}/`,
    expires_at: row.expires_at.toISOString(),
  }
}

function lineOf(ctx: Core, card: Card) {
  const { id, title, priceCents: cents } = card
  const { photo } = presentCard(ctx, card)
  return {
    // an item is in a cart only once, so the id of its line can be derived from the item's id
    id: id.replace('lst_', 'li_'),
    item: { id, title: title!, price: cents!, ...(photo && { image_url: photo }) },
    quantity: 1,
    totals: [
      { type: 'subtotal', amount: cents! },
      { type: 'total', amount: cents! },
    ],
  }
}

/** Computes the totals. They include fixed shipping prices, but not shipping that is agreed by message. */
function totalsOf(cards: readonly Card[]) {
  const items = cards.reduce((sum, { priceCents }) => sum + priceCents!, 0)
  const named = cards.map((card) => shippingCentsOf(card.shipping)).filter((cents) => cents !== null)
  const shipping = named.reduce((sum, cents) => sum + cents, 0)
  return [
    { type: 'subtotal', amount: items },
    ...(named.length === 0 ? [] : [{ type: 'fulfillment', display_text: 'Shipping', amount: shipping }]),
    { type: 'total', display_text: 'Estimated total', amount: items + shipping },
  ]
}
