import type { Person, Core } from '#platform/context/index.ts'
import { decideOrder, ORDER_OPERATIONS, type OrderOperation } from '#commerce/orders/rules/order.ts'
import type { Party } from '#core/party.ts'
import { factsOf, isLeftToPurchase, readOrder } from './access.ts'
import { presentOrder } from './present.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './queries.ts'
import type { ListOrders } from './schema.ts'

export { presentProblem, presentReturn } from './present.ts'
export type { OrderRow } from './queries.ts'
export { OfferReturn, orderAddress, orderMoney, OrderProblem, OrderReturn, OrderStep } from './schema.ts'

/** Lists the orders in which the actor is the buyer or the seller, newest first. */
export const listOrders = (ctx: Core, actor: Person, { role, status, updated_after: updatedAfter, limit, offset }: ListOrders) =>
  queries.pageOfOrders(ctx.db, { accountId: actor.accountId, role, status, updatedAfter, now: ctx.now() }, { limit, offset })

/** Reads the timelines of several orders. Returns a function that looks up the timeline of an order. */
export async function stepsOf(ctx: Core, rows: readonly OrderRow[]): Promise<(row: OrderRow) => queries.OrderStep[]> {
  const steps = Map.groupBy(
    await queries.stepsOf(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  )
  return ({ id }) => steps.get(id) ?? []
}

/** Returns an order as its buyer or seller sees it. Errors: 404 for all other accounts. */
export async function readPresentedOrder(ctx: Core, actor: Person, id: string): Promise<ReturnType<typeof presentOrder>> {
  const { row, party } = await readOrder(ctx, actor, id)
  return forActor(actor, await showOrder(ctx, row, party))
}

/**
 * Hides the pickup code from a guest. The storefront that started the checkout also has the guest's payment link. It may belong to the
 * seller, who must get the code only from the buyer.
 */
export const forActor = <O extends object>(actor: Person, order: O): O =>
  actor.guest && 'pickup_code' in order ? { ...order, pickup_code: null } : order

/** Operations that are not available to guests, because they release held money to the seller. */
const RELEASES: readonly OrderOperation[] = ['deliver', 'hand_over', 'confirm', 'take_part', 'refuse_part', 'answer']

/** Returns orders as the buyer sees them. Does not check access; the caller must. */
export async function showToBuyer(ctx: Core, rows: readonly OrderRow[]): Promise<ReturnType<typeof presentOrder>[]> {
  const steps = await stepsOf(ctx, rows)
  return rows.map((row) => presentOrder(ctx, row, steps(row), 'buyer'))
}

async function showOrder(ctx: Core, row: OrderRow, party: Party): Promise<ReturnType<typeof presentOrder>> {
  return presentOrder(ctx, row, await queries.stepsOf(ctx.db, [row.id]), party)
}

/** Returns the actor's role in an order. Errors: 404 for accounts that are neither the buyer nor the seller. */
export const partyInOrder = async (ctx: Core, actor: Person, id: string): Promise<Party> => (await readOrder(ctx, actor, id)).party

/** Returns an order, the viewer's role in it, and the operations that are available to the viewer. */
export async function readOrderWithParty(
  ctx: Core,
  actor: Person,
  id: string,
): Promise<{ order: ReturnType<typeof presentOrder>; party: Party; may: ReadonlySet<OrderOperation> }> {
  const { row, party } = await readOrder(ctx, actor, id)
  const may = ORDER_OPERATIONS.filter(
    (operation) => decideOrder(operation, party, factsOf(row), ctx.now()).kind === 'move' && !isLeftToPurchase(operation, row),
  )
  const allowed = actor.guest ? may.filter((operation) => !RELEASES.includes(operation)) : may
  return { order: forActor(actor, await showOrder(ctx, row, party)), party, may: new Set(allowed) }
}
