import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '#platform/context/index.ts'
import type { Health } from './index.ts'
import { presentHealth } from './present.ts'

const AT = new Date('2030-01-01T00:00:00Z')
const CTX = { config: { version: '1.2.3', mode: 'public', database: { url: null }, mail: { kind: 'smtp' }, payments: { kind: 'stripe' }, backup: { everyHours: 6 } }, providers: {} } as unknown as Context // prettier-ignore
const BACKLOG = { jobs_failed: 2, deliveries_waiting: 3, deliveries_failed: 4, webhooks_off: 5, mails_waiting: 6, mails_failed: 7, money_due: 8, money_late: 9 } // prettier-ignore
const HEALTH = {
  reason: null,
  database: { version: '18', bytes: 10, oldest_job_at: AT },
  backlog: BACKLOG,
  jobs: 11,
  events: 12,
  deliveries: 13,
  disk: { freeBytes: 14, totalBytes: 15 },
  answeredMs: 16,
  tasks: ['report', 'appeal', 'appeal', 'order', 'order', 'order', 'money_case', 'chargeback'].map((record) => ({ record })),
  migrations: { missing: [], unknown: [] },
  backup: { state: 'fresh', newestAt: AT },
} as unknown as Health

test('the health shows the numbers of every part, and counts the operator’s tasks by record', () => {
  assert.deepEqual(presentHealth(CTX, HEALTH), {
    object: 'health',
    ready: true,
    reason: null,
    version: '1.2.3',
    migrations: HEALTH.migrations,
    mode: 'public',
    database: { kind: 'embedded', version: '18', bytes: 10, answered_ms: 16 },
    queue: { jobs: 11, oldest_at: AT.toISOString(), failed: 2, events: 12 },
    webhooks: { due: 13, waiting: 3, failed_24h: 4, switched_off: 5 },
    mail: { kind: 'smtp', waiting: 6, failed_24h: 7 },
    money: { provider: 'stripe', due: 8, late: 9 },
    providers: { model: false, embeddings: false, comparables: false, catalog: false, browser: false },
    disk: { free_bytes: 14, total_bytes: 15 },
    backup: { state: 'fresh', newest_at: AT.toISOString(), every_hours: 6 },
    waiting: { reports: 1, appeals: 2, disputes: 3, money: 1 },
  })
})

test('the health says which providers are set, whether the database is separate, and why the service is not ready', () => {
  const config = { ...CTX.config, database: { ...CTX.config.database, url: 'postgres://db' } }
  const ready = { model: 1, embedder: 1, comparables: 1, catalog: 1, browser: 1 }
  const unready = { ...HEALTH, reason: 'The disk is full.', database: { ...HEALTH.database, oldest_job_at: null }, disk: null } as Health
  const shown = presentHealth({ ...CTX, config, providers: ready } as unknown as Context, { ...unready, backup: { ...unready.backup, newestAt: null } }) // prettier-ignore
  assert.deepEqual([shown.ready, shown.reason, shown.database.kind], [false, 'The disk is full.', 'server'])
  assert.deepEqual(Object.values(shown.providers), [true, true, true, true, true])
  assert.deepEqual([shown.queue.oldest_at, shown.backup.newest_at, shown.disk], [null, null, null])
})
