import type { Tx } from '#platform/context/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { presentShopEvent } from './present.ts'
import * as queries from './queries.ts'
import type { ShopRow } from './queries.ts'
import { closeOffersBehind } from './index.ts'

/** Locks any shop. Null when there is none. */
export const lockAnyShop = async (tx: Tx, id: string): Promise<ShopRow | null> =>
  (isIdOf('shp', id) ? await queries.lockAnyShop(tx.db, id) : undefined) ?? null

/** Locks an account's shops, by id. */
export const lockShopsOf = (tx: Tx, ownerId: string): Promise<ShopRow[]> => queries.lockShopsOf(tx.db, ownerId)

/** Makes a shop private whatever its owner wants; closes offers, returns deposits. Idempotent. */
export async function suspendShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, tx.now())
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
  await closeOffersBehind(tx, shop, after)
}

/** Restores the owner's visibility. */
export async function restoreShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (!shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, null)
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
}
