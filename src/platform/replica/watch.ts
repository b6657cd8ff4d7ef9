import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { beginning, followFrom, type Follow } from '#platform/events/changes.ts'
import { coalesce } from '#platform/cache/coalesce.ts'
import { createProgress, type Position } from './positions.ts'
import { MANY_SHOWN, primaryPosition, readShown, replicaPosition, type VisibleChange } from './queries.ts'

/** Maximum lag of a usable replica, in ms (spec: completions 12). */
export const MOST_BEHIND_MS = 5_000
const EVERY_MS = 500

export type Watch = {
  /**
   * Resolves with true if reads can use the replica: it is reachable, at most 5 s behind, and contains every change that readers may
   * already have seen. Never rejects.
   */
  mayAnswer(): Promise<boolean>
  /** Stops using the replica until the next check. Call it after a failed read. */
  failed(error: unknown): void
  lagSeconds(): number
  isUsed(): boolean
  stop(): Promise<void>
}

type Log = { info(fields: object, message: string): void; warn(fields: object, message: string): void }

/** Polls both servers twice a second on separate connections. Logs each change of the replica's state once. */
export function watchReplica(primary: Pool, replica: Pool, log: Log): Watch {
  const progress = createProgress()
  const stopping = new AbortController()
  let reachable = false
  let replayed: Position = 0
  let wasUsed: boolean | null = null

  const behindMs = () => performance.now() - progress.caughtUpAtMs()
  const isUsed = () => reachable && behindMs() <= MOST_BEHIND_MS

  const pollReplica = coalesce(async () => {
    const position = await replicaPosition(replica)
    if (position === null) throw new Error('The server of DATABASE_REPLICA_URL is not a replica.')
    replayed = position
    progress.replayed(position)
  })

  function logChange(error: unknown): void {
    if (isUsed() === wasUsed) return
    wasUsed = isUsed()
    if (wasUsed) log.info({ lag_ms: Math.round(behindMs()) }, 'the replica now answers unauthenticated reads')
    else log.warn({ err: error, lag_ms: lagOf(behindMs()) }, 'the replica is unavailable or behind; the primary answers its reads')
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      let fault: unknown
      try {
        const atMs = performance.now()
        progress.sample(atMs, await primaryPosition(primary))
      } catch (error) {
        // while the primary's position is unknown, the measured lag grows until the replica is out of use
        fault = error
      }
      try {
        await pollReplica()
        reachable = true
      } catch (error) {
        fault = error
        reachable = false
        progress.forget()
      }
      logChange(fault)
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  const changed = changesOf(primary)
  return {
    async mayAnswer() {
      if (!isUsed()) return false
      try {
        const needed = await changed()
        if (replayed < needed) await pollReplica()
        return replayed >= needed && isUsed()
      } catch {
        return false
      }
    },
    failed(error) {
      reachable = false
      logChange(error)
    },
    lagSeconds: () => behindMs() / 1_000,
    isUsed,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

const lagOf = (ms: number): number | null => (Number.isFinite(ms) ? Math.round(ms) : null)

function changesOf(primary: Pool): () => Promise<Position> {
  let follow: Follow<VisibleChange> | null = null
  let needed: Position = 0
  let last = { position: 0, many: false }

  async function read(horizon: number | null) {
    const seen = await readShown(primary, horizon)
    last = { position: seen.position, many: seen.changes.length > MANY_SHOWN }
    return seen
  }
  const nameOf = ({ tx, what }: VisibleChange): string => `${tx} ${what}`
  const poll = coalesce(async () => {
    if (follow === null) {
      follow = followFrom(beginning(await read(null)), read, nameOf)
      needed = last.position
      return
    }
    let fresh = false
    const known = await follow.next(() => void (fresh = true))
    if (fresh || !known || last.many) needed = last.position
    if (!known) follow = null
  })
  return async () => {
    await poll()
    return needed
  }
}
