import { inTransaction, type Context } from '#platform/context/index.ts'
import { ShippingError } from '#platform/errors/shipping.ts'
import { batchResult, forEachDue, type BatchResult } from '#platform/jobs/periodic.ts'
import { failLabel, recordLabel } from './buy.ts'
import { providerNamed } from './provider.ts'
import * as queries from './queries.ts'
import type { LabelRow } from './queries.ts'
import { recordVoid } from './void.ts'

const AT_ONCE = 20
/** Time after which no label request can still be waiting for a response. Also the minimum time between two polls about the same label. */
const ANSWER_WITHIN_MS = 10 * 60_000

/** Settles label purchases whose responses were lost, and voids the unused labels of ended orders. */
export async function reconcileLabels(ctx: Context, stopped: AbortSignal): Promise<BatchResult> {
  const before = new Date(ctx.now().getTime() - ANSWER_WITHIN_MS)
  const unanswered = await queries.unanswered(ctx.db, before, AT_ONCE)
  const unused = await queries.labelsToVoid(ctx.db, before, AT_ONCE)
  const onError = (error: unknown, { id }: LabelRow) =>
    ctx.log.warn({ err: error, label: id }, 'a shipping label failed and will be retried')
  const settled = await forEachDue(unanswered, stopped, (label) => settle(ctx, label), onError)
  const voided = await forEachDue(unused, stopped, (label) => voidUnused(ctx, label), onError)
  return batchResult([...unanswered, ...unused], { limit: AT_ONCE, done: settled + voided })
}

async function settle(ctx: Context, found: LabelRow): Promise<void> {
  const label = await queries.claimRetry(ctx.db, found, ctx.now())
  if (!label) return
  const bought = await providerNamed(ctx, label.provider).find(label.shipment_ref)
  await inTransaction(ctx, async (tx) => void (bought ? await recordLabel(tx, { label, bought }) : await failLabel(tx, label)))
}

async function voidUnused(ctx: Context, found: LabelRow): Promise<void> {
  const label = await queries.claimRetry(ctx.db, found, ctx.now())
  if (!label) return
  try {
    await providerNamed(ctx, label.provider).void(label.shipment_ref)
  } catch (error) {
    if (!(error instanceof ShippingError) || error.reason !== 'refused') throw error
    await queries.updateLabel(ctx.db, label.id, { void_refused_at: ctx.now() })
    return
  }
  await inTransaction(ctx, (tx) => recordVoid(tx, label))
}
