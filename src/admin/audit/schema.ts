import { z } from 'zod'
import { AUDIT_VERBS } from '#admin/moderation/rules.ts'
import { oneOf, paging, timestamp } from '#platform/http/fields.ts'
import { AccountRef, id, kind, namedEnum } from '#platform/http/record-fields.ts'

export const ListActs = z.object({
  verb: oneOf(AUDIT_VERBS).optional().describe('Only acts of this kind.'),
  subject: z.string().optional().describe('Only acts on the record of this id.'),
  actor: z.string().optional().describe('Only acts of this account, by its id.'),
  ...paging(50),
})
export type ListActs = z.infer<typeof ListActs>

const values = (words: string) => z.record(z.string(), z.unknown()).nullable().describe(words)

export const Act = z
  .object({
    object: kind('act'),
    position: z.int().describe('Its place in the log. Each has the next one.'),
    at: timestamp('When it was done.'),
    actor: AccountRef.describe('The operator who did it.'),
    verb: namedEnum('ActVerb', AUDIT_VERBS).describe('What was done.'),
    subject: z.object({ kind: z.string().describe('Kind of record.'), id: id('record') }).describe('The record that it was done to.'),
    reason: z.string().nullable().describe('Why.'),
    before: values('What changed, as it was before.'),
    after: values('What changed, as it is since.'),
  })
  .meta({ id: 'Act' })
