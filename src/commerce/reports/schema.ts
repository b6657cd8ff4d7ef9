import { z } from 'zod'
import { PERSON_REASONS, reportFields } from '#catalog/reports/index.ts'
import { oneOf, text } from '#platform/http/fields.ts'
import { id, idParams, shopSlug } from '#platform/http/record-fields.ts'

export const ThreadParams = idParams('thread')
export const OrderParams = idParams('order')
export const StoreParams = z.object({ slug: shopSlug() })

const REASON = 'Reason for the report.'

/** Body of a report about another user (spec: completions 13.3). */
export const ReportPerson = z.object({
  reason: oneOf(PERSON_REASONS).describe(REASON),
  body: text(0, 1000).optional().describe('Text for the operator.'),
})
export type ReportPerson = z.infer<typeof ReportPerson>

/** A report about a person. Exactly one of `thread`, `order` and `store` must be given. */
export const PersonReport = z
  .object({
    ...reportFields,
    reason: z.enum(PERSON_REASONS).describe(REASON),
    thread: id('reported conversation').nullable(),
    order: id('reported order').nullable(),
    store: shopSlug().nullable(),
  })
  .meta({ id: 'PersonReport' })
