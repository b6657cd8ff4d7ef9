import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { auditInUse } from '#platform/db/audit.ts'
import { withAdvisoryLock } from '#platform/db/advisory-lock.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'

type Parts = {
  connection: ClientConfig
  /** Hours between audits (`AUDIT_EVERY_HOURS`). With 0, audits are disabled. */
  everyHours: number
  firstMs?: number
  log: Log
  metrics: Metrics
}

const FIRST_MS = 60_000
const AGAIN_MS = 60_000
const QUERY_TIMEOUT_MS = 600_000
const SHOWN = 5

/**
 * Runs bin/audit.sql periodically and reports faulty rows in `/metrics` and the log. An advisory lock ensures that only one process runs
 * audits. When that process ends, another one takes over.
 */
export function scheduleAudits({ connection, everyHours, firstMs = FIRST_MS, log, metrics }: Parts): { stop(): Promise<void> } {
  if (everyHours === 0) return { stop: async () => {} }
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  let faults: number | null = null
  let auditedAt = performance.now()
  metrics.gauge('audit_faults', 'Rows that violated a data rule in the last audit; no value before the first one', () => faults)
  metrics.gauge('audit_age_seconds', 'Time since this process last audited the data, or since its start if another process audits it', () =>
    Math.round((performance.now() - auditedAt) / 1_000),
  )
  const auditOnce = async () => {
    const found = await auditInUse(connection, QUERY_TIMEOUT_MS, signal)
    for (const { invariant, rows } of found)
      log.error({ rule: invariant, rows: rows.length, first: rows.slice(0, SHOWN) }, 'the audit found rows that violate a data rule')
    faults = found.reduce((sum, { rows }) => sum + rows.length, 0)
    auditedAt = performance.now()
    log.info({ faults }, 'the data audit passed')
  }
  const auditForever = async () => {
    while (!signal.aborted) {
      await auditOnce()
      await rest(everyHours * 3_600_000)
    }
  }
  const run = async () => {
    await rest(firstMs)
    while (!signal.aborted) {
      await withAdvisoryLock(connection, 'audit', auditForever).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, 'an audit failed and will be retried')
      })
      await rest(AGAIN_MS)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      // the process may exit during an audit, which only reads
      await Promise.race([running, sleep(1_000)])
    },
  }
}
