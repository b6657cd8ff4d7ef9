import { z } from 'zod'
import { APPEAL_OUTCOMES, MEASURE_KINDS } from './rules.ts'
import { bool, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, id, idParams, kind } from '#platform/http/record-fields.ts'

export const SubjectParams = idParams('affected record')
export const MeasureParams = idParams('measure')
export const AppealParams = idParams('appeal')

export const Reason = z.object({ reason: text(1, 1000).describe('Reason, shown to the account’s owner.') })

/** Body of `POST /measures/{id}/appeal`. */
export const WriteAppeal = z.object({ body: text(1, 2000).describe('Why you think the action is wrong.') })

export const AnswerAppeal = z.object({
  outcome: oneOf(APPEAL_OUTCOMES).describe('`upheld`: the action remains. `lifted`: the action is lifted.'),
  reason: text(1, 1000).describe('Reason, shown to the person who appealed.'),
})
export type AnswerAppeal = z.infer<typeof AnswerAppeal>

export const ListMeasures = z.object({
  kind: oneOf(MEASURE_KINDS).optional().describe('Filter by the type of action: the hidden or suspended record, `warning` or `change`.'),
  standing: bool().optional().describe('True: only active actions. False: only lifted actions.'),
  account: z.string().optional().describe('Filter by the id of the affected account.'),
  ...paging(),
})
export type ListMeasures = z.output<typeof ListMeasures>

export const ListAppeals = z.object({
  status: oneOf(['open', 'answered']).default('open').describe('Open or answered appeals.'),
  ...paging(),
})
export type ListAppeals = z.output<typeof ListAppeals>

const appeal = {
  object: kind('appeal'),
  id: id('appeal'),
  measure: id('measure'),
  body: z.string().describe('Why the person who appealed thinks the action is wrong.'),
  status: z.enum(['open', 'answered']).describe('`open` until an operator answers it.'),
  outcome: z.enum(APPEAL_OUTCOMES).nullable().describe('`upheld`: the action remains. `lifted`: the action was lifted. Null while open.'),
  answer: z.string().nullable().describe('Reason from the operator.'),
  created_at: timestamp('Time of the appeal.'),
  answered_at: timestamp('Time of the answer.').nullable(),
}

export const Appeal = z.object(appeal).meta({ id: 'Appeal' })

const measure = {
  object: kind('measure'),
  id: id('measure'),
  kind: z
    .enum(MEASURE_KINDS)
    .describe('Type of the hidden or suspended record; `warning` and `change` (a request to change a listing) hide nothing.'),
  subject: z
    .object({ id: id('affected record'), name: z.string().describe('Name or title of the record.') })
    .describe('Affected record; for a warning, the report.'),
  reason: z.string().describe('Reason for the action.'),
  taken_at: timestamp('Time of the action.'),
  lifted_at: timestamp('Time when the action was lifted; null while it is active.').nullable(),
  lifted_reason: z.string().nullable().describe('Reason for lifting the action.'),
  appeals: z.array(Appeal).describe('Appeals against the action.'),
}

export const Measure = z.object(measure).meta({ id: 'Measure' })

export const OperatorMeasure = z
  .object({
    ...measure,
    account: AccountRef.describe('Account that the action affects.'),
    changed_at: timestamp('For a change request, the last change of the listing since the request; null otherwise.').nullable(),
  })
  .meta({ id: 'OperatorMeasure' })

export const OperatorAppeal = z
  .object({ ...appeal, against: OperatorMeasure.describe('Action that the appeal is about.') })
  .meta({ id: 'OperatorAppeal' })
