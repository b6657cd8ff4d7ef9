import type { Person, Tx, Core } from '#platform/context/index.ts'
import { visibleCards } from '#catalog/browse/index.ts'
import { requireActiveCredential } from '#identity/credentials/index.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import * as queries from './queries.ts'
import type { CartItem, CartRow } from './queries.ts'
import type { CreateCart } from './schema.ts'
import { adjustedNotes, availabilityOf, unknownItem, type Message } from './availability.ts'

export type { CartRow } from './queries.ts'
export { presentCart } from './show.ts'
export { adjustedNotes, availabilityOf } from './availability.ts'

/** Lifetime of a cart in ms. Each update extends it by the full time. A cart reserves nothing. */
const OPEN_MS = 30 * 24 * 3600_000
const MOST_CARTS = 100

type Written = { row: CartRow; notes: Message[] }

/**
 * Creates a cart for the key's account. Errors: 409 if none of the items can be bought, or if the account already has the maximum number of
 * carts.
 */
export async function beginCart(tx: Tx, actor: Person, input: CreateCart): Promise<Written> {
  await requireActiveCredential(tx, actor)
  const now = tx.now()
  const { put, notes } = await putOf(tx, actor, input)
  const row = { id: tx.newId('crt'), account_id: actor.accountId, key_id: actor.credential, checkout_id: null, created_at: now, ...put }
  const { available, messages } = await availabilityOf(tx, actor, row)
  if (available.length === 0) throw nothingLeft([...messages, ...notes])
  if (!(await queries.insertCart(tx.db, row, MOST_CARTS)))
    throw new ApiError('conflict', `This account has ${MOST_CARTS} carts, the maximum. Cancel one first.`, { code: 'quota' })
  return { row, notes }
}

/** Replaces the content of a cart. Errors: 404. */
export async function changeCart(tx: Tx, actor: Person, id: string, input: CreateCart): Promise<Written> {
  const row = await lockCart(tx, actor, id)
  const { put, notes } = await putOf(tx, actor, input)
  await queries.putCart(tx.db, id, put)
  return { row: { ...row, ...put }, notes }
}

/** Deletes a cart and returns its last state. A checkout that was created from the cart remains open. Errors: 404. */
export async function endCart(tx: Tx, actor: Person, id: string): Promise<CartRow> {
  const row = await lockCart(tx, actor, id)
  await queries.deleteCart(tx.db, id)
  return row
}

/** Returns a cart that was created with the same key. Errors: 404. */
export async function readCart(ctx: Core, actor: Person, id: string): Promise<CartRow> {
  const row = await ifIdOf('crt', id, () => queries.findCart(ctx.db, by(ctx, actor, id)))
  if (!row) throw notFound('cart')
  return row
}

/** Locks and returns a cart that was created with the same key. Errors: 404. */
export async function lockCart(tx: Tx, actor: Person, id: string): Promise<CartRow> {
  const row = await ifIdOf('crt', id, () => queries.lockCart(tx.db, by(tx, actor, id)))
  if (!row) throw notFound('cart')
  return row
}

/** Records which open checkout was created from a cart. */
export const setCheckout = (tx: Tx, id: string, checkoutId: string): Promise<void> => queries.setCheckout(tx.db, id, checkoutId)

/** Builds the error for a cart in which no item is available. Its message is about the first item. */
export function nothingLeft([first]: readonly Message[]): ApiError {
  const { content = 'This cart is empty. Add an item first.', code = 'item_unavailable' } = first ?? {}
  return new ApiError('conflict', content, { more: { outcome: code } })
}

const by = (ctx: Core, { accountId, credential }: Person, id: string) => ({ id, accountId, keyId: credential, now: ctx.now() })

/**
 * Converts a request to the content of a cart, which contains each item once. Omits items that the buyer cannot see, and adds a message
 * about each of them. A sold item remains in the cart until an update removes it.
 */
async function putOf(tx: Tx, actor: Person, { line_items, buyer }: CreateCart): Promise<{ put: queries.Put; notes: Message[] }> {
  const now = tx.now()
  const ids = [...new Set(line_items.map(({ item }) => item.id))]
  const titles = new Map((await visibleCards(tx, actor, ids)).map(({ id, title }) => [id, title]))
  const items = ids.flatMap((id): CartItem[] => {
    const title = titles.get(id)
    // a listing that the buyer can see has a title
    return title === undefined ? [] : [{ id, title: title! }]
  })
  const notes = [...ids.filter((id) => !titles.has(id)).map(unknownItem), ...adjustedNotes(line_items)]
  return { put: { items, buyer: buyer ?? null, expires_at: new Date(now.getTime() + OPEN_MS), updated_at: now }, notes }
}
