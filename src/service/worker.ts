import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce, type Task, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Context, Core } from '#platform/context/index.ts'
import { accountWorker } from '#identity/accounts/jobs.ts'
import { approvalWorker } from '#identity/approvals/jobs.ts'
import { exportWorker } from '#identity/exports/jobs.ts'
import { sandboxWorker } from '#identity/test-mode/jobs.ts'
import { sessionWorker } from '#identity/sessions/jobs.ts'
import { intentWorker } from '#identity/sign-in-intents/jobs.ts'
import { factorWorker } from '#identity/mfa/jobs.ts'
import { mailedLinkWorker } from '#identity/email-links/jobs.ts'
import { mailTokenWorker } from '#messaging/email-tokens/jobs.ts'
import { marketWorker } from '#catalog/browse/jobs.ts'
import { photoWorker } from '#catalog/photos/jobs.ts'
import { photoImportWorker } from '#catalog/photo-imports/jobs.ts'
import { systemWorker } from '#platform/system/jobs.ts'
import { bulkWorker } from '#catalog/listings/bulk/jobs.ts'
import { viewWorker } from '#catalog/views/jobs.ts'
import { offerWorker } from '#commerce/offers/jobs.ts'
import { negotiatorWorker } from '#helpers/negotiator/jobs.ts'
import { orderWorker } from '#commerce/orders/jobs.ts'
import { guestWorker } from '#commerce/guests/jobs.ts'
import { labelWorker } from '#commerce/labels/jobs.ts'
import { purchaseWorker } from '#commerce/purchases/jobs.ts'
import { checkoutWorker } from '#commerce/checkouts/jobs.ts'
import { holdWorker } from '#commerce/holds/jobs.ts'
import { paymentWorker } from '#commerce/sale/jobs.ts'
import { customerWorker } from '#commerce/payments/customers/jobs.ts'
import { payoutWorker } from '#commerce/payouts/jobs.ts'
import { providerEventWorker } from '#commerce/provider-events/jobs.ts'
import { webhookWorker } from '#developers/webhooks/jobs.ts'
import { researchWorker } from '#helpers/research/jobs.ts'
import { shopAgentWorker } from '#helpers/shop-agent/jobs.ts'
import { noticeWorker } from '#messaging/notifications/jobs.ts'
import { pushWorker } from '#messaging/push/jobs.ts'
import { saleWorker } from '#catalog/sales/jobs.ts'
import { priceDropWorker } from '#catalog/listings/price-drop/jobs.ts'
import { listingWorker } from '#catalog/listings/jobs.ts'
import { likeAlertWorker } from '#catalog/like-alerts/jobs.ts'
import { searchWorker } from '#catalog/saved-searches/jobs.ts'
import { findEvents, markDispatched } from '#platform/events/index.ts'
import { countOpenJobs, freeDeadJobs, type Loop, type RunningLoop, type WorkerParts } from '#platform/jobs/index.ts'
import { superviseRunner, REPORTS, type JobRunner } from '#platform/jobs/runner.ts'
import { createClockGuard } from '#platform/jobs/clock-guard.ts'
import { startPulse } from '#platform/jobs/pulse.ts'
import { runPeriodicJob, runPeriodicJobs, type PeriodicJob } from '#platform/jobs/periodic.ts'
import { traced } from '#platform/telemetry/tracing.ts'
import { inTransaction } from '#platform/context/index.ts'

const PARTS: readonly WorkerParts[] = [
  systemWorker,
  accountWorker,
  sessionWorker,
  intentWorker,
  sandboxWorker,
  factorWorker,
  mailTokenWorker,
  mailedLinkWorker,
  approvalWorker,
  exportWorker,
  photoWorker,
  photoImportWorker,
  bulkWorker,
  listingWorker,
  priceDropWorker,
  saleWorker,
  viewWorker,
  marketWorker,
  offerWorker,
  checkoutWorker,
  negotiatorWorker,
  // payments come before deadlines, so that a payment made on time is recorded before its deadline is processed; payouts come last
  paymentWorker,
  providerEventWorker,
  holdWorker,
  orderWorker,
  purchaseWorker,
  labelWorker,
  guestWorker,
  payoutWorker,
  customerWorker,
  webhookWorker,
  noticeWorker,
  pushWorker,
  researchWorker,
  shopAgentWorker,
  searchWorker,
  likeAlertWorker,
]

export type Worker = {
  /** Runs all work that is due according to the service's clock, and waits for it to finish (`POST /v1/test/clock`). */
  runDue(): Promise<void>
  stop(): Promise<void>
}

const CONCURRENCY = 4
/** Maximum number of concurrent jobs that call a model, in addition to `CONCURRENCY` other jobs. */
const MODEL_CONCURRENCY = 4
/**
 * Fallback poll interval of the queue. Normally, the database notifies the queue about new jobs, and the process's shared timer
 * (`startPulse`) wakes the queue for postponed jobs and retries.
 */
const POLL_MS = 60_000
const AT_ONCE = 100
const DUE_MS = 10_000

/**
 * Starts the job queues, periodic jobs and loops. `ctx.db` must use the job pool. `alone`: true if no other process uses this database. All
 * locked jobs then belong to dead processes.
 */
export async function startWorker(ctx: Context, pool: Pool, { alone = false }: { alone?: boolean } = {}): Promise<Worker> {
  await freeDeadJobs(ctx, { alone })
  const running: RunningLoop[] = []
  const runners: JobRunner[] = []
  const pulse = startPulse(ctx, () => runners.forEach((runner) => runner.nudge()))
  for (const loop of loops()) running.push(await loop.start(ctx, { alone, pulse }))
  const queues = queuesOf(ctx, (accountId) => {
    for (const loop of running) loop.wake(accountId)
  })
  for (const queue of queues)
    runners.push(
      await superviseRunner(
        { pgPool: pool, ...queue, noHandleSignals: true, pollInterval: POLL_MS, logger: quiet(ctx) },
        () => freeDeadJobs(ctx, { alone, names: Object.keys(queue.taskList) }),
        (error) => ctx.log.warn({ err: error }, 'the jobs stopped and will restart'),
      ),
    )
  const guard = createClockGuard(ctx)
  ctx.metrics.gauge('clock_skew_seconds', 'Difference between the clocks of the worker and the database', guard.skewSeconds)
  const periodic = runPeriodicJobs(ctx, periodicJobs(), pulse, guard)
  return {
    runDue: () => runDue(ctx, pool),
    async stop() {
      await periodic.stop()
      await Promise.all(runners.map((runner) => runner.stop()))
      await Promise.all(running.map((loop) => loop.stop()))
      await pulse.stop()
    },
  }
}

/** Runs the periodic jobs, then the queue, then the loops. Repeats this until nothing is due. */
export async function runDue(ctx: Context, pool: Pool): Promise<void> {
  const queues = queuesOf(ctx)
  const deadline = performance.now() + DUE_MS
  const stopped = AbortSignal.timeout(DUE_MS)
  while (performance.now() < deadline) {
    let isMore = false
    for (const job of periodicJobs()) isMore = (await runPeriodicJob(ctx, job, stopped)) === 'more' || isMore
    await Promise.all(queues.map((queue) => runOnce({ pgPool: pool, ...queue, noHandleSignals: true, logger: quiet(ctx), ...REPORTS })))
    for (const loop of loops()) await loop.runDue(ctx)
    if (isMore) continue
    if ((await countOpenJobs(ctx)) === 0) return
    await sleep(20)
  }
}

type Queue = { taskList: TaskList; concurrency: number }

/**
 * Returns all jobs in two queues with separate concurrency limits, because a job that calls a model may have to wait a long time for the
 * model's provider.
 */
function queuesOf(ctx: Context, handedOut: (accountId: string) => void = () => {}): Queue[] {
  const jobs = PARTS.flatMap((part) => part.jobs ?? [])
  const tasks = (forModels: boolean): TaskList =>
    Object.fromEntries(
      jobs
        .filter(({ callsModel }) => (callsModel === true) === forModels)
        .map((job) => [job.name, async (payload) => traced({ name: `job ${job.name}`, kind: 'job' }, () => job.run(ctx, payload))]),
    )
  const dispatch_event: Task = async (payload) => {
    for (const accountId of await dispatch(ctx, (payload as { id: string }).id)) handedOut(accountId)
  }
  return [
    { taskList: { dispatch_event, ...tasks(false) }, concurrency: CONCURRENCY },
    { taskList: tasks(true), concurrency: MODEL_CONCURRENCY },
  ]
}

const loops = (): Loop[] => PARTS.flatMap((part) => part.loops ?? [])

const periodicJobs = (): PeriodicJob[] => PARTS.flatMap((part) => part.periodicJobs ?? [])

/**
 * Dispatches an event and other waiting events in one transaction that also marks them as done. If that transaction fails, dispatches only
 * the given event. Returns the ids of the accounts that the events belong to.
 */
async function dispatch(ctx: Context, id: string): Promise<Set<string>> {
  try {
    return await handOut(ctx, id, AT_ONCE)
  } catch (error) {
    ctx.log.warn({ err: error, event: id }, 'events could not be published in a batch')
    return handOut(ctx, id, 1)
  }
}

function handOut(ctx: Context, id: string, most: number): Promise<Set<string>> {
  return inTransaction(ctx, async (tx) => {
    const events = await findEvents(tx, id, most)
    if (events.length === 0) return new Set()
    for (const part of PARTS) {
      await part.onEvents?.(tx, events)
      if (part.onEvent) for (const event of events) await part.onEvent(tx, event)
    }
    await markDispatched(tx, events)
    return new Set(events.map(({ accountId }) => accountId))
  })
}

const quiet = (ctx: Core): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') ctx.log.error(message)
    else ctx.log.debug(message)
  })
