import { z } from 'zod'
import { timestamp } from '#lib/http/fields.ts'

/** How the service is, for the operator. */
export const Health = z
  .object({
    object: z.literal('health'),
    ready: z.boolean(),
    reason: z.string().nullable(),
    version: z.string(),
    mode: z.enum(['local', 'public']),
    database: z.object({ kind: z.enum(['embedded', 'server']), version: z.string(), bytes: z.int(), answered_ms: z.int() }),
    queue: z.object({ jobs: z.int(), oldest_at: timestamp().nullable(), failed: z.int(), events: z.int() }),
    webhooks: z.object({ due: z.int(), waiting: z.int(), failed_24h: z.int(), switched_off: z.int() }),
    mail: z.object({ kind: z.enum(['off', 'mailbox', 'smtp']), waiting: z.int(), failed_24h: z.int() }),
    money: z.object({ provider: z.enum(['off', 'test', 'stripe']), due: z.int(), late: z.int() }),
    providers: z.object({
      model: z.boolean(),
      embeddings: z.boolean(),
      comparables: z.boolean(),
      catalog: z.boolean(),
      browser: z.boolean(),
    }),
    disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }).nullable(),
    waiting: z.object({ reports: z.int(), appeals: z.int(), disputes: z.int(), money: z.int() }),
  })
  .meta({ id: 'Health' })
