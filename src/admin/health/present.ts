import type { Context } from '#platform/context/index.ts'
import type { TaskRecord } from '#core/tasks.ts'
import type { Health } from './index.ts'

export const presentHealth = ({ config, providers }: Context, health: Health) => {
  const { reason, database, backlog, jobs, events, deliveries, disk, answeredMs, tasks, migrations, backup } = health
  const waiting = (record: TaskRecord) => tasks.filter((task) => task.record === record).length
  return {
    object: 'health' as const,
    ready: reason === null,
    reason,
    version: config.version,
    migrations,
    mode: config.mode,
    database: {
      kind: config.database.url === null ? ('embedded' as const) : ('server' as const),
      version: database.version,
      bytes: database.bytes,
      answered_ms: answeredMs,
    },
    queue: { jobs, oldest_at: database.oldest_job_at?.toISOString() ?? null, failed: backlog.jobs_failed, events },
    webhooks: {
      due: deliveries,
      waiting: backlog.deliveries_waiting,
      failed_24h: backlog.deliveries_failed,
      switched_off: backlog.webhooks_off,
    },
    mail: { kind: config.mail.kind, waiting: backlog.mails_waiting, failed_24h: backlog.mails_failed },
    money: { provider: config.payments.kind, due: backlog.money_due, late: backlog.money_late },
    providers: {
      model: providers.model !== undefined,
      embeddings: providers.embedder !== undefined,
      comparables: providers.comparables !== undefined,
      catalog: providers.catalog !== undefined,
      browser: providers.browser !== undefined,
    },
    disk: disk && { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    backup: { state: backup.state, newest_at: backup.newestAt?.toISOString() ?? null, every_hours: config.backup.everyHours },
    // counts only tasks for the operator: the bank decides a chargeback, not the operator
    waiting: { reports: waiting('report'), appeals: waiting('appeal'), disputes: waiting('order'), money: waiting('money_case') },
  }
}
