import type { Person, Core } from '#platform/context/index.ts'
import type { Party } from '#core/party.ts'
import { ordersOfPurchases } from '#commerce/orders/access.ts'
import { readPurchase } from './access.ts'
import { presentPurchase } from './present.ts'
import * as queries from './queries.ts'
import type { PurchaseRow } from './queries.ts'
import type { ListPurchases } from './schema.ts'

export type { PurchaseRow } from './queries.ts'

/** Returns a shop's bundle discounts, and its rule for the shipping price of a bundle. */
export const bundleSettingsOf = (ctx: Core, shopId: string) => queries.bundleSettings(ctx.db, shopId)

/** Lists the purchases in which the actor is the buyer or the seller, newest first. */
export const listPurchases = (ctx: Core, actor: Person, { role, status, limit, offset }: ListPurchases) =>
  queries.pageOfPurchases(ctx.db, { accountId: actor.accountId, role, status, now: ctx.now() }, { limit, offset })

/** Reads the orders of several purchases. Returns a function that adds the orders to a purchase. */
export async function presentPurchases(
  ctx: Core,
  rows: readonly PurchaseRow[],
): Promise<(row: PurchaseRow) => ReturnType<typeof presentPurchase>> {
  const orders = Map.groupBy(
    await ordersOfPurchases(
      ctx,
      rows.map(({ id }) => id),
    ),
    (order) => order.purchase_id,
  )
  return (row) => presentPurchase(ctx, row, orders.get(row.id) ?? [])
}

/** Returns a purchase for its buyer or seller. Errors: 404. */
export async function readPresentedPurchase(ctx: Core, actor: Person, id: string): Promise<ReturnType<typeof presentPurchase>> {
  const { row } = await readPurchase(ctx, actor, id)
  return (await presentPurchases(ctx, [row]))(row)
}

/** Returns a purchase and the viewer's role in it. Errors: 404. */
export async function readPurchaseAs(
  ctx: Core,
  actor: Person,
  id: string,
): Promise<{ purchase: ReturnType<typeof presentPurchase>; party: Party }> {
  const { row, party } = await readPurchase(ctx, actor, id)
  return { purchase: (await presentPurchases(ctx, [row]))(row), party }
}
