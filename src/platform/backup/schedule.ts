import { setTimeout as sleep } from 'node:timers/promises'
import { withAdvisoryLock } from '#platform/db/advisory-lock.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { timeOf } from './manifest.ts'
import type { BackupTarget } from './target.ts'
import { takeAndPrune, type Source } from './create.ts'

type Parts = {
  target: () => Promise<BackupTarget>
  source: Source
  everyHours: number
  keep: number
  log: Log
  metrics: Metrics
  now(): Date
}

const POLL_MS = 60_000
const HELD = 'backup'

/**
 * Makes a backup if the newest backup at the target is older than `everyHours`. All state is stored at the target, so any process can take
 * over after a restart. A failed backup is logged, counted in `backup_failures`, and retried after a minute.
 */
export function scheduleBackups(parts: Parts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let newest: Date | null = null
  let failures = 0
  const age = () => (newest === null ? Number.POSITIVE_INFINITY : (parts.now().getTime() - newest.getTime()) / 1_000)
  parts.metrics.gauge('backup_age_seconds', 'Age of the newest complete backup; infinite if there is none', age)
  parts.metrics.gauge('backup_failures', 'Backups that failed since the service started', () => failures)
  let opened: BackupTarget | null = null
  const runIfDue = async () => {
    const target = (opened ??= await parts.target())
    newest = await newestOf(target)
    if (age() < parts.everyHours * 3_600 || signal.aborted) return
    newest = (await withAdvisoryLock(parts.source.connection, HELD, () => takeIfDue(target, parts))) ?? newest
  }
  const run = async () => {
    while (!signal.aborted) {
      await runIfDue().catch((error: unknown) => {
        failures++
        parts.log.error({ err: error }, 'a backup failed and will be retried')
      })
      await sleep(POLL_MS, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      // an interrupted backup stays invisible, and the next startup makes a new backup
      await Promise.race([running, sleep(1_000)])
    },
  }
}

async function newestOf(target: BackupTarget): Promise<Date | null> {
  const name = (await target.backups()).at(-1)
  return name === undefined ? null : timeOf(name)
}

/**
 * Makes a backup if one is due. Checks the age of the newest backup again under the lock, because another process may have made one
 * meanwhile.
 */
async function takeIfDue(target: BackupTarget, { source, everyHours, keep, log, now }: Parts): Promise<Date | null> {
  const last = await newestOf(target)
  if (last !== null && now().getTime() - last.getTime() < everyHours * 3_600_000) return last
  const { name, manifest, dropped } = await takeAndPrune(target, source, { now: now(), keep })
  log.info({ backup: name, dropped, missing: manifest.files?.missing ?? 0 }, 'a backup was made')
  return timeOf(name)
}
