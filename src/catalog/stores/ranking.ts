import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Core } from '#platform/context/index.ts'
import { BUSY_WEIGHTS } from '#catalog/browse/rules/market.ts'
import { isLive, type Tenant } from '#core/tenant.ts'
import { cachedRow, type RowsOf } from '#catalog/browse/cache/rows.ts'
import { SHOPS } from '#catalog/browse/cache/subjects.ts'
import * as queries from './queries.ts'

const WEEK_MS = 7 * 86_400_000
/** Number of stores in the cached ranking. For pages beyond it, each request computes the ranking. */
const RANKED = 5_000
/** Lifetime of a ranking in ms. A ranking takes long to compute, because it counts a week's activity in all stores. */
const RANK_MS = 5_000
/**
 * Time in ms for which requests wait for a new ranking before they use the previous one. A ranking that takes longer to compute is valid
 * for `VALID_TIMES` times its computation time.
 */
const PATIENCE_MS = 100
const VALID_TIMES = 20
/** If the ranking is overdue by more than this time (in ms), requests wait for the new ranking. */
const OVERDUE_MS = 60_000
/** Lifetime, in ms, of a response that uses the previous ranking. */
const RECHECK_MS = 1_000

export type RankedPage = { ids: string[]; total: number; untilMs: number }

type Ranking = { ids: string[]; isWhole: boolean; total: number; untilMs: number }
const RANKINGS: RowsOf<Ranking> = { kind: 'ranking', subjects: () => [SHOPS], untilMs: ({ untilMs }) => untilMs }

/**
 * Returns the ids of a tenant's open public stores, busiest first (spec: completions 5). The order may be a few seconds old, or up to two
 * minutes in a market with millions of listings. Stores that open, close or pause appear or disappear immediately.
 */
export async function rankedPage(ctx: Context, tenant: Tenant, page: { limit: number; offset: number }): Promise<RankedPage> {
  const { ids, isWhole, total, untilMs } = await cachedRow(ctx, RANKINGS, tenant, () => rankingOf(ctx, tenant))
  const { limit, offset } = page
  if (isWhole || offset + limit <= ids.length) return { ids: ids.slice(offset, offset + limit), total, untilMs }
  return { ids: await busiest(ctx, tenant, page), total, untilMs }
}

const busiest = (ctx: Core, tenant: Tenant, page: { limit: number; offset: number }): Promise<string[]> =>
  queries.busiestIds(ctx.reads, { tenant, since: new Date(ctx.now().getTime() - WEEK_MS), weights: BUSY_WEIGHTS, ...page })

async function rankingOf(ctx: Core, tenant: Tenant): Promise<Ranking> {
  const make = () => busiest(ctx, tenant, { limit: RANKED, offset: 0 })
  const { ids, isNew } = isLive(tenant) ? await orderOf(ctx, make) : { ids: await make(), isNew: true }
  const isWhole = ids.length < RANKED
  const [listed, total] = await Promise.all([
    queries.listedIn(ctx.reads, { tenant, ids, others: isWhole }),
    queries.countListed(ctx.reads, tenant),
  ])
  return { ids: listed, isWhole, total, untilMs: ctx.now().getTime() + (isNew ? RANK_MS : RECHECK_MS) }
}

/** A ranking. `triedAtMs` is the time of the last attempt to compute a ranking, even if the attempt failed. */
type Order = { ids: string[]; triedAtMs: number; tookMs: number }

type Orders = { last: Order | null; making: Promise<Order> | null }
const orders = new WeakMap<Context['reads'], Orders>()

/**
 * Returns the order of the stores. Computes only one ranking at a time, because this takes a second with a million listings. Meanwhile,
 * requests use the previous ranking.
 */
async function orderOf(ctx: Core, make: () => Promise<string[]>): Promise<{ ids: string[]; isNew: boolean }> {
  const { now, reads } = ctx
  const known = orders.get(reads) ?? { last: null, making: null }
  orders.set(reads, known)
  const { last } = known
  const dueForMs = last ? now().getTime() - last.triedAtMs - validMs(last) : Infinity
  if (last && dueForMs < 0) return { ids: last.ids, isNew: false }
  const making = (known.making ??= makeNext(ctx, known, make))
  const order = await (last === null || dueForMs > OVERDUE_MS ? making : Promise.race([making, sleep(PATIENCE_MS, last)]))
  return { ids: order.ids, isNew: order !== last }
}

/** Computes the next ranking. If that fails, the previous ranking remains valid for the lifetime of the next one. */
async function makeNext({ log, now }: Core, known: Orders, make: () => Promise<string[]>): Promise<Order> {
  const beganAt = performance.now()
  const orderWith = (ids: string[]): Order => (known.last = { ids, triedAtMs: now().getTime(), tookMs: performance.now() - beganAt })
  try {
    return orderWith(await make())
  } catch (error) {
    if (known.last === null) throw error
    log.warn({ err: error }, 'ranking the stores failed; the previous order remains')
    return orderWith(known.last.ids)
  } finally {
    known.making = null
  }
}

const validMs = ({ tookMs }: Order): number => (tookMs < PATIENCE_MS ? 0 : Math.max(RANK_MS, VALID_TIMES * tookMs))
