import { z } from 'zod'
import { timestamp } from '#platform/http/fields.ts'
import { count, kind } from '#platform/http/record-fields.ts'

const isSet = (what: string) => z.boolean().describe(`Whether ${what} is set up.`)

export const Health = z
  .object({
    object: kind('health'),
    ready: z.boolean().describe('Whether the service answers rightly.'),
    reason: z.string().nullable().describe('Why it does not.'),
    version: z.string().describe('Version of the service.'),
    migrations: z
      .object({
        pending: z.array(z.string()).describe('Those of this version that the database does not have.'),
        newer: z.array(z.string()).describe('Those of the database that this version does not know: a newer one was started on it.'),
      })
      .describe('Where version and database are apart; both lists are empty where they are not.'),
    mode: z.enum(['local', 'public']).describe('`local`: on one’s own machine.'),
    database: z
      .object({
        kind: z.enum(['embedded', 'server']).describe('`embedded`: started by the service itself.'),
        version: z.string().describe('Version of PostgreSQL.'),
        bytes: count('Its size in bytes.'),
        answered_ms: count('How long a small question took, in milliseconds.'),
      })
      .describe('The database.'),
    queue: z
      .object({
        jobs: count('Jobs that wait.'),
        oldest_at: timestamp('Since when the oldest of them is due.').nullable(),
        failed: count('Jobs that were given up.'),
        events: count('Events that were not handed on yet.'),
      })
      .describe('The queue of jobs.'),
    webhooks: z
      .object({
        due: count('Deliveries that are due.'),
        waiting: count('Deliveries that wait for their next try.'),
        failed_24h: count('Deliveries that failed in the last 24 hours.'),
        switched_off: count('Webhooks that were switched off after three days of failures.'),
      })
      .describe('Webhooks of all accounts.'),
    mail: z
      .object({
        kind: z.enum(['off', 'mailbox', 'smtp']).describe('Where mail goes. `mailbox`: it stays in the service, to be looked at.'),
        waiting: count('Mails that wait.'),
        failed_24h: count('Mails that failed in the last 24 hours.'),
      })
      .describe('Mail.'),
    money: z
      .object({
        provider: z.enum(['off', 'test', 'stripe']).describe('Who handles payments.'),
        due: count('Money moves that are due.'),
        late: count('Money moves that are late.'),
      })
      .describe('Money that has to move.'),
    providers: z
      .object({
        model: isSet('a language model'),
        embeddings: isSet('search by meaning'),
        comparables: isSet('the source of second-hand prices'),
        catalog: isSet('the source of new prices'),
        browser: isSet('the reader of pasted links'),
      })
      .describe('What the helpers stand on.'),
    disk: z
      .object({ free_bytes: count('Bytes that are free.'), total_bytes: count('Bytes in all.') })
      .nullable()
      .describe('The disk that the data lies on; null where that is not known.'),
    waiting: z
      .object({
        reports: count('Reports.'),
        appeals: count('Appeals.'),
        disputes: count('Orders in dispute.'),
        money: count('Cases about money.'),
      })
      .describe('What waits for an operator.'),
  })
  .meta({ id: 'Health' })
