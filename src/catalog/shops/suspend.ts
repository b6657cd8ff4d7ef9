import type { Tx } from '#platform/context/index.ts'
import { isIdOf } from '#platform/context/ids.ts'
import { record } from '#platform/events/index.ts'
import { presentShopEvent } from './present.ts'
import * as queries from './queries.ts'
import type { ShopRow } from './queries.ts'
import { closeOffersBehind } from './index.ts'

/** A shop of anybody's, locked; null where there is none. */
export const lockAnyShop = async (tx: Tx, id: string): Promise<ShopRow | null> =>
  (isIdOf('shp', id) ? await queries.lockAnyShop(tx.db, id) : undefined) ?? null

/** All of an account's shops, locked in one order. */
export const lockShopsOf = (tx: Tx, ownerId: string): Promise<ShopRow[]> => queries.lockShopsOf(tx.db, ownerId)

/** The shop is private from now on, whatever its owner wants: its offers close, deposits go back. Again changes nothing. */
export async function suspendShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, tx.now())
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
  await closeOffersBehind(tx, shop, after)
}

/** It shows again as its owner wants. */
export async function restoreShop(tx: Tx, shop: ShopRow): Promise<void> {
  if (!shop.suspended_at) return
  const after = await queries.setSuspended(tx.db, shop.id, null)
  await record(tx, { accountId: shop.owner_id, type: 'shop.changed', object: presentShopEvent(after) })
}
