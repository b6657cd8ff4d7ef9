import type { Tx } from '#platform/context/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { presentShopEvent } from './present.ts'
import * as queries from './queries.ts'
import type { ShopRow } from './queries.ts'
import { closeOffersBehind } from './index.ts'

/** Locks a shop, regardless of its account. Returns null if no shop has this id. */
export const lockAnyShop = async (tx: Tx, id: string): Promise<ShopRow | null> =>
  (await ifIdOf('shp', id, () => queries.lockAnyShop(tx.db, id))) ?? null

/** Locks all shops of an account, sorted by id. */
export const lockShopsOf = (tx: Tx, ownerId: string): Promise<ShopRow[]> => queries.lockShopsOf(tx.db, ownerId)

/** Makes a shop private, even if its owner made it public, closes its offers and refunds its deposits. Idempotent. */
export async function suspendShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, tx.now())
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
  await closeOffersBehind(tx, shop, after)
}

/** Ends a suspension. The shop then has the visibility that its owner chose. Idempotent. */
export async function restoreShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (!shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, null)
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
}
