import { statfs } from 'node:fs/promises'
import type { Context, Operator, Core } from '#platform/context/index.ts'
import { migrationsApart, whyNotReady } from '#platform/system/index.ts'
import { readBackupState } from '#platform/backup/state.ts'
import { countDue } from '#developers/webhooks/index.ts'
import { countWaitingEvents } from '#platform/events/index.ts'
import { countOpenJobs } from '#platform/jobs/index.ts'
import * as queries from './queries.ts'

export { effectiveSettings } from './settings.ts'

const DAY_MS = 86_400_000
const LATE_MS = 3_600_000

export type Health = Awaited<ReturnType<typeof readHealth>>

/** Returns the state of the service according to its probes and metrics. */
export async function readHealth(ctx: Context, operator: Operator) {
  const now = ctx.now().getTime()
  const startedAt = performance.now()
  const [reason, database, backlog, jobs, events, deliveries, disk, tasks, migrations, backup] = await Promise.all([
    whyNotReady(ctx),
    queries.readDatabase(ctx.db),
    queries.readBacklog(ctx.db, { since: new Date(now - DAY_MS), lateBefore: new Date(now - LATE_MS) }),
    countOpenJobs(ctx),
    countWaitingEvents(ctx),
    countDue(ctx),
    freeDisk(ctx),
    ctx.hooks.readOperatorTasks(ctx, operator),
    migrationsApart(ctx.db),
    readBackupState(ctx),
  ])
  const answeredMs = Math.round(performance.now() - startedAt)
  return { reason, database, backlog, jobs, events, deliveries, disk, tasks, migrations, backup, answeredMs }
}

async function freeDisk({ config }: Core): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
