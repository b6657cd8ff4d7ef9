import { z } from 'zod'
import { AUDIT_VERBS } from '#domain/operator.ts'
import { oneOf, paging, timestamp } from '#lib/http/fields.ts'

export const ListActs = z.object({
  verb: oneOf(AUDIT_VERBS).optional(),
  subject: z.string().optional(),
  actor: z.string().optional(),
  ...paging(50),
})
export type ListActs = z.infer<typeof ListActs>

/** One act of an operator, as it was written down. */
export const Act = z
  .object({
    object: z.literal('act'),
    position: z.int(),
    at: timestamp(),
    actor: z.object({ id: z.string(), name: z.string() }),
    verb: z.enum(AUDIT_VERBS),
    subject: z.object({ kind: z.string(), id: z.string() }),
    reason: z.string().nullable(),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'Act' })
