import { z } from 'zod'
import { AUDIT_VERBS } from '#admin/moderation/rules.ts'
import { oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { AccountRef, id, kind, namedEnum } from '#platform/http/record-fields.ts'

export const ListActs = z.object({
  verb: oneOf(AUDIT_VERBS).optional().describe('Filter by action.'),
  subject: z.string().optional().describe('Filter by the id of the affected record.'),
  actor: z.string().optional().describe('Filter by the id of the acting account.'),
  ...paging(50),
})
export type ListActs = z.infer<typeof ListActs>

const values = (description: string) => z.record(z.string(), z.unknown()).nullable().describe(description)

export const Act = z
  .object({
    object: kind('act'),
    position: z.int().describe('Sequence number in the log.'),
    at: timestamp('Time of the action.'),
    actor: AccountRef.describe('Operator who performed the action.'),
    verb: namedEnum('ActVerb', AUDIT_VERBS).describe('Action.'),
    subject: z.object({ kind: z.string().describe('Type of the affected record.'), id: id('record') }).describe('Affected record.'),
    reason: z.string().nullable().describe('Reason for the action; null if none was given.'),
    before: values('Previous values of the changed fields.'),
    after: values('New values of the changed fields.'),
  })
  .meta({ id: 'Act' })
