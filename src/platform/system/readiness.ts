import type { Context } from '#platform/context.ts'
import { watchDisk } from '#platform/disk.ts'
import * as queries from './queries.ts'

const PING_MS = 250
const MAX_EVENT_WAIT_MS = 5 * 60_000

/**
 * Null when every kind of answer can be right, else why not: the database answers and has the schema of this release, events are
 * handed out, the search index stands, and files can be written (completions 12, GET /readyz; reliability 5.8).
 */
export async function whyNotReady(ctx: Context): Promise<string | null> {
  if (!ctx.search.hasStood()) return 'search index not whole'
  const slow = new Promise<'slow'>((resolve) => setTimeout(resolve, PING_MS, 'slow').unref())
  try {
    const answer = await Promise.race([queries.ping(ctx.db), slow])
    if (answer === 'slow') return 'database slow'
    if ((await queries.migrationsApart(ctx.db)).pending.length > 0) return 'migrations pending'
    const oldest = await queries.oldestWaitingEventAt(ctx.db)
    if (oldest && ctx.now().getTime() - oldest.getTime() > MAX_EVENT_WAIT_MS) return 'events waiting'
  } catch {
    return 'database away'
  }
  return (await diskOf(ctx)()) === null ? null : 'disk full'
}

const disks = new Map<string, () => Promise<string | null>>()

/** One look for all who ask, of each data folder. */
function diskOf({ config: { dataDir } }: Context): () => Promise<string | null> {
  const disk = disks.get(dataDir) ?? watchDisk([dataDir])
  disks.set(dataDir, disk)
  return disk
}
