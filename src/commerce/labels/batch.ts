import { inTransaction, type Context, type Person } from '#platform/context/index.ts'
import { ApiError, conflict } from '#platform/errors/index.ts'
import { buyAtProvider, recordLabel } from './buy.ts'
import { presentLabel } from './present.ts'
import * as queries from './queries.ts'
import { listRates } from './rates.ts'
import { cheapest } from './rules.ts'
import { readSale } from './access.ts'

const AT_ONCE = 5

/** Buys the cheapest label for each of the given orders that has none. Returns one result per order, in the given order. */
export async function buyLabels(ctx: Context, actor: Person, orders: readonly string[]) {
  // the versions of the orders that the owner approved are checked only once, because the purchase of a label changes its order
  const { guard: _, ...unguarded } = ctx
  await inTransaction(ctx, async () => {})
  const results: Awaited<ReturnType<typeof resultOf>>[] = []
  for (let from = 0; from < orders.length; from += AT_ONCE)
    results.push(...(await Promise.all(orders.slice(from, from + AT_ONCE).map((id) => resultOf(unguarded, actor, id)))))
  return results
}

async function resultOf(ctx: Context, actor: Person, order: string) {
  const base = { object: 'label_result' as const, order }
  try {
    return { ...base, ok: true, label: presentLabel(ctx, await buyCheapest(ctx, actor, order)), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...base, ok: false, label: null, error: { type: error.type, message: error.message, param: error.param ?? null } }
  }
}

async function buyCheapest(ctx: Context, actor: Person, orderId: string): Promise<queries.LabelRow> {
  await readSale(ctx, actor, orderId)
  const active = await queries.activeLabel(ctx.db, orderId)
  const rate = active ? null : cheapest(await listRates(ctx, actor, orderId, {}))
  if (rate === undefined) throw conflict('No carrier offers a label for this parcel.')
  const purchase = await buyAtProvider(ctx, actor, orderId, rate?.id ?? '')
  return inTransaction(ctx, async (tx) => (await recordLabel(tx, purchase)).label)
}
