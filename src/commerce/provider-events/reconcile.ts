import type { EventSubject } from '#platform/payments/index.ts'
import { inTransaction, type Context } from '#platform/context/index.ts'
import { forEachDue, batchResult, type BatchResult } from '#platform/jobs/periodic.ts'
import * as queries from './queries.ts'
import { applyNews } from './index.ts'
import { disputeRefOf } from './part-refs.ts'

const RECONCILE_EVERY_MS = 6 * 3600_000
const AT_ONCE = 20

/**
 * Polls open chargebacks, and payout accounts that stopped working, a few times a day, in case an event was missed (spec: completions 7).
 */
export async function reconcileCases(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const { payments } = ctx
  if (!payments) return 'done'
  const before = new Date(ctx.now().getTime() - RECONCILE_EVERY_MS)
  const cases = await queries.casesToReconcile(ctx.db, payments.name, before, AT_ONCE)
  const reconcile = async ({ id, kind, ref }: Case) => {
    const about: EventSubject =
      kind === 'chargeback' ? { kind: 'dispute', ref: disputeRefOf(ref), account: null } : { kind: 'account', ref, account: ref }
    const news = await payments.fetchNews(about)
    if (news) await inTransaction(ctx, (tx) => applyNews(tx, news, true))
    await queries.touchCase(ctx.db, id, ctx.now())
  }
  const failed = async (error: unknown, { id }: Case) => {
    ctx.log.warn({ err: error, case: id }, 'checking a payment exception failed and will be retried')
    await queries.touchCase(ctx.db, id, ctx.now())
  }
  return batchResult(cases, { limit: AT_ONCE, done: await forEachDue(cases, stopped, reconcile, failed) })
}

type Case = Awaited<ReturnType<typeof queries.casesToReconcile>>[number]
