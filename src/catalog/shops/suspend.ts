import type { Tx } from '#platform/context/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { presentShopEvent } from './present.ts'
import * as queries from './queries.ts'
import type { ShopRow } from './queries.ts'
import { closeOffersBehind } from './index.ts'

/** Locks a shop in any account. Returns null when no shop has this id. */
export const lockAnyShop = async (tx: Tx, id: string): Promise<ShopRow | null> =>
  (isIdOf('shp', id) ? await queries.lockAnyShop(tx.db, id) : undefined) ?? null

/** Locks all shops of an account, in the order of their ids. */
export const lockShopsOf = (tx: Tx, ownerId: string): Promise<ShopRow[]> => queries.lockShopsOf(tx.db, ownerId)

/** Makes a shop private, even if its owner made it public, closes the shop's offers and returns the deposits. Idempotent. */
export async function suspendShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, tx.now())
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
  await closeOffersBehind(tx, shop, after)
}

/** Ends a suspension, so that the owner's choice of visibility applies again. Idempotent. */
export async function restoreShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (!shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, null)
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
}
