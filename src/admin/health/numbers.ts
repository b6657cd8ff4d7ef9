import type { Context } from '#platform/context/index.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
const LATE_MS = 3_600_000
/** Lifetime of the cached counts in milliseconds, so that all gauges in one scrape share a single query. */
const CACHE_MS = 5_000

/** Registers market gauges for `/metrics`. Only one process registers them, because every process would report the same values. */
export function watchMarket(ctx: Context): void {
  let last: { at: number; numbers: Promise<queries.MarketNumbers> } | null = null
  const read = () => {
    if (last === null || performance.now() - last.at > CACHE_MS) {
      const now = ctx.now().getTime()
      const numbers = queries.readMarketNumbers(ctx.db, { since: new Date(now - DAY_MS), lateBefore: new Date(now - LATE_MS) })
      last = { at: performance.now(), numbers }
    }
    return last.numbers
  }
  const { gauge, gaugeBy } = ctx.metrics
  gaugeBy('market_orders', 'Unfinished orders, by status', 'status', async () => (await read()).orders)
  gauge('market_money_held_dollars', 'Buyers’ money held for orders and deposits', async () => (await read()).held_cents / 100)
  gaugeBy('market_offers', 'Offers waiting for an answer, by status', 'status', async () => (await read()).offers)
  gauge('market_payouts_late', 'Payouts more than an hour late', async () => (await read()).payouts_late)
  gaugeBy('market_mails', 'Waiting emails, and emails that failed in the last 24 hours', 'state', async () => (await read()).mails)
  gaugeBy(
    'market_webhook_deliveries',
    'Waiting deliveries, and deliveries abandoned in the last 24 hours',
    'state',
    async () => (await read()).deliveries,
  )
}
