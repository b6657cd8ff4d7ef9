import { setTimeout as sleep } from 'node:timers/promises'
import { beginning, followFrom, mayBeIn, type Cursor } from '#platform/events/changes.ts'
import type { Context } from '#platform/context/index.ts'
import type { SearchServer } from '#platform/opensearch/index.ts'
import { clockOf, marketPage, readChanges, type Change } from '#catalog/browse/search/queries.ts'
import { entryOf } from './entry.ts'
import { aliasOf, createIndex, noteFollowed, openIndex, activeIndex, swapIndex } from './indexes.ts'
import { updateIndex, write, type Target } from './write.ts'

const FOLLOW_EVERY_MS = 500
const AGAIN_AFTER_MS = 2_000
/** Interval between saves of the cursor. A process that takes over repeats the changes since the saved cursor. */
const NOTE_EVERY_MS = 60_000
const PAGE = 1_000

type Deps = Pick<Context, 'db' | 'log'>

/** Runs `work` under an exclusive lock. Returns null if a different process holds the lock. */
export type Hold = (work: () => Promise<void>) => Promise<unknown>

/** Starts the indexer. It updates the search server whenever no other process does. */
export function startIndexer(ctx: Deps, server: SearchServer, prefix: string, hold: Hold): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const { goesWell, goesWrong } = feedLog(ctx.log)
  const running = (async () => {
    while (!signal.aborted) {
      await hold(() => feed(ctx, server, prefix, signal, goesWell)).catch((error: unknown) => {
        if (!signal.aborted) goesWrong(error)
      })
      await rest(AGAIN_AFTER_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Logs the first error in an outage, and later the recovery. */
export function feedLog(log: Pick<Context['log'], 'info' | 'warn'>) {
  let wrong: string | null = null
  return {
    goesWell() {
      if (wrong !== null) log.info('indexing on the search server works again')
      wrong = null
    },
    goesWrong(error: unknown) {
      const message = String(error)
      if (message !== wrong) log.warn({ err: error }, 'indexing on the search server failed; it will be retried')
      wrong = message
    },
  }
}

/**
 * Resumes updates of the existing index, or builds a new index if there is none, and keeps the index current. Returns when aborted, or when
 * the database has deleted changes that the index still lacks.
 */
async function feed(ctx: Deps, server: SearchServer, prefix: string, stopped: AbortSignal, goesWell: () => void): Promise<void> {
  const alias = aliasOf(prefix)
  const active = await activeIndex(server, alias)
  const now = await readChanges(ctx.db, null)
  const followed = active?.followed
  const following = followed && mayBeIn(now, followed) ? followingOf(ctx, server, { name: alias, isAlias: true }, followed) : null
  const going = following && (await following.follow()) ? following : await build(ctx, server, alias, stopped)
  if (going === null) return
  goesWell()
  await followChanges(going, stopped)
}

type Following = { follow(): Promise<boolean>; followed(): Cursor; note(): Promise<unknown> }

function followingOf({ db }: Deps, server: SearchServer, index: Target, start: Cursor): Following {
  const changes = followFrom(
    start,
    (horizon) => readChanges(db, horizon),
    ({ tx, listingId }: Change) => `${tx} ${listingId}`,
  )
  return {
    follow: () => changes.next((fresh) => updateIndex(db, server, index, [...new Set(fresh.map(({ listingId }) => listingId))])),
    followed: changes.cursor,
    note: () => noteFollowed(server, index.name, changes.cursor()),
  }
}

/** Applies changes until the signal aborts or the index must be rebuilt. */
async function followChanges({ follow, note }: Following, stopped: AbortSignal): Promise<void> {
  let notedAt = -Infinity
  while (!stopped.aborted) {
    if (!(await follow())) return
    if (performance.now() - notedAt > NOTE_EVERY_MS) {
      await note()
      notedAt = performance.now()
    }
    await sleep(FOLLOW_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
  }
  await note()
}

/** Builds a new index. The old index serves searches until the swap. Returns null if aborted. */
async function build(ctx: Deps, server: SearchServer, alias: string, stopped: AbortSignal): Promise<Following | null> {
  const beganAt = performance.now()
  const start = beginning(await readChanges(ctx.db, null))
  const name = `${alias}-${Math.round(start.atSeconds * 1_000)}`
  await createIndex(server, name)
  const index = { name, isAlias: false }
  const following = followingOf(ctx, server, index, start)
  for (let afterId: string | null = ''; afterId !== null;) {
    const version = await clockOf(ctx.db)
    const page: Awaited<ReturnType<typeof marketPage>> = await marketPage(ctx.db, null, afterId, PAGE)
    if (page.length > 0)
      await write(
        server,
        index,
        version,
        page.map(({ document }) => ({ id: document.id, entry: entryOf(document) })),
      )
    afterId = page.length < PAGE ? null : page.at(-1)!.document.id
    // applies changes after each page, so that even during a long build, no change is deleted before it is applied
    if (stopped.aborted || !(await following.follow())) return null
  }
  await openIndex(server, name)
  await following.note()
  await swapIndex(server, alias, name, stopped)
  ctx.log.info({ index: name, ms: Math.round(performance.now() - beganAt) }, 'the index on the search server is ready')
  return followingOf(ctx, server, { name: alias, isAlias: true }, following.followed())
}
