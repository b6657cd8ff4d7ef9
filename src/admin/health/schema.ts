import { z } from 'zod'
import { BACKUP_STATES } from '#platform/backup/rules.ts'
import { timestamp } from '#platform/http/fields.ts'
import { count, kind } from '#platform/http/record-fields.ts'

const isSet = (what: string) => z.boolean().describe(`True if ${what} is configured.`)

export const Health = z
  .object({
    object: kind('health'),
    ready: z.boolean().describe('True if the service is ready.'),
    reason: z.string().nullable().describe('Reason why the service is not ready; null when ready.'),
    version: z.string().describe('Version of the service.'),
    migrations: z
      .object({
        pending: z.array(z.string()).describe('Migrations of this version that the database does not have yet.'),
        newer: z
          .array(z.string())
          .describe('Migrations in the database that this version does not know, because a newer version has used the database.'),
      })
      .describe('Differences between version and database; both lists are empty if there are none.'),
    mode: z.enum(['local', 'public']).describe('`local`: runs on a developer’s machine. `public`: runs at a public URL.'),
    database: z
      .object({
        kind: z.enum(['embedded', 'server']).describe('`embedded`: started by the service. `server`: external, from DATABASE_URL.'),
        version: z.string().describe('PostgreSQL version.'),
        bytes: count('Size in bytes.'),
        answered_ms: count('Response time of a small query, in milliseconds.'),
      })
      .describe('The database.'),
    queue: z
      .object({
        jobs: count('Waiting jobs.'),
        oldest_at: timestamp('Time when the oldest waiting job became due; null if there is none.').nullable(),
        failed: count('Jobs that failed permanently.'),
        events: count('Events not yet published.'),
      })
      .describe('Job queue.'),
    webhooks: z
      .object({
        due: count('Deliveries that are due now.'),
        waiting: count('Deliveries waiting for their next attempt.'),
        failed_24h: count('Deliveries that failed in the last 24 hours.'),
        switched_off: count('Webhooks turned off after three days of failures.'),
      })
      .describe('Webhooks of all accounts.'),
    mail: z
      .object({
        kind: z
          .enum(['off', 'mailbox', 'smtp'])
          .describe('Destination of emails. `mailbox`: a local mailbox in the service. `smtp`: a mail server. `off`: none.'),
        waiting: count('Emails waiting to be sent.'),
        failed_24h: count('Emails that failed in the last 24 hours.'),
      })
      .describe('Mail.'),
    money: z
      .object({
        provider: z.enum(['off', 'test', 'stripe']).describe('Payment provider.'),
        due: count('Transfers, refunds and payouts that are due.'),
        late: count('Transfers, refunds and payouts that are late.'),
      })
      .describe('Pending money transfers.'),
    providers: z
      .object({
        model: isSet('the language model'),
        embeddings: isSet('the embedding model'),
        comparables: isSet('the source of second-hand prices'),
        catalog: isSet('the source of new prices'),
        browser: isSet('the page reader for pasted links'),
      })
      .describe('Providers that the helpers use.'),
    disk: z
      .object({ free_bytes: count('Free bytes.'), total_bytes: count('Total bytes.') })
      .nullable()
      .describe('Disk with the data folder; null if unknown.'),
    backup: z
      .object({
        state: z
          .enum(BACKUP_STATES)
          .describe(
            '`ok`: the newest backup is recent. `late`: there is none, or it is older than two intervals. `off`: no target is set. `unknown`: the target does not respond.',
          ),
        newest_at: timestamp('Time of the newest complete backup; null if there is none or it is unknown.').nullable(),
        every_hours: z.number().describe('Hours between scheduled backups; 0 if none are scheduled.'),
      })
      .describe('Backups.'),
    waiting: z
      .object({
        reports: count('Reports.'),
        appeals: count('Appeals.'),
        disputes: count('Orders in dispute.'),
        money: count('Payment exceptions.'),
      })
      .describe('Cases waiting for an operator.'),
  })
  .meta({ id: 'Health' })
