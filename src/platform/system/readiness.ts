import type { Context, Core } from '#platform/context/index.ts'
import { reasonOf, watchDisk, type DiskFault } from '#platform/files/disk.ts'
import * as queries from './queries.ts'

const PING_MS = 250
const MAX_EVENT_WAIT_MS = 5 * 60_000

/**
 * Returns the reason why the service is not ready, or null. Checks the search index, the database, the migrations, the dispatch of events,
 * and that files are writable (spec: completions 12, GET /readyz; reliability 5.8).
 */
export async function whyNotReady(ctx: Context): Promise<string | null> {
  if (!ctx.search.hasBeenReady()) return 'search index not complete'
  const slow = new Promise<'slow'>((resolve) => setTimeout(resolve, PING_MS, 'slow').unref())
  try {
    const answer = await Promise.race([queries.ping(ctx.db), slow])
    if (answer === 'slow') return 'database slow'
    if ((await queries.migrationsApart(ctx.db)).pending.length > 0) return 'migrations pending'
    const oldest = await queries.oldestWaitingEventAt(ctx.db)
    if (oldest && ctx.now().getTime() - oldest.getTime() > MAX_EVENT_WAIT_MS) return 'events waiting'
  } catch (error) {
    return isOutOfFiles(error) ? reasonOf('EMFILE') : 'database unavailable'
  }
  const fault = await diskOf(ctx)()
  return fault && reasonOf(fault.code)
}

/** Returns true when the process had no free file descriptor for a connection. In that case, the database is not at fault. */
const isOutOfFiles = (error: unknown): boolean => {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return code === 'EMFILE' || code === 'ENFILE'
}

const disks = new Map<string, () => Promise<DiskFault | null>>()

function diskOf({ config: { dataDir } }: Core): () => Promise<DiskFault | null> {
  const disk = disks.get(dataDir) ?? watchDisk([dataDir])
  disks.set(dataDir, disk)
  return disk
}
