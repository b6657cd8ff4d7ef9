import { z } from 'zod'
import { APPEAL_OUTCOMES, MEASURE_KINDS } from './rules.ts'
import { bool, oneOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { AccountRef, id, idParams, kind } from '#platform/http/record-fields.ts'

export const SubjectParams = idParams('record that it is about')
export const MeasureParams = idParams('measure')
export const AppealParams = idParams('appeal')

export const Reason = z.object({ reason: text(1, 1000).describe('Why. The person concerned reads it.') })

/** Body of `POST /measures/{id}/appeal`. */
export const WriteAppeal = z.object({ body: text(1, 2000).describe('Why you think it is wrong.') })

export const AnswerAppeal = z.object({
  outcome: oneOf(APPEAL_OUTCOMES).describe('`upheld`: the measure stays. `lifted`: it is taken back.'),
  reason: text(1, 1000).describe('Why. Whoever appealed reads it.'),
})
export type AnswerAppeal = z.infer<typeof AnswerAppeal>

export const ListMeasures = z.object({
  kind: oneOf(MEASURE_KINDS).optional().describe('Only those about this: a listing, a shop, an account or a review.'),
  standing: bool().optional().describe('True: only what still stands. False: only what was lifted.'),
  account: z.string().optional().describe('Only those that bind this account, by its id.'),
  ...paging(),
})
export type ListMeasures = z.output<typeof ListMeasures>

export const ListAppeals = z.object({
  status: oneOf(['open', 'answered']).default('open').describe('Open ones, or answered ones.'),
  ...paging(),
})
export type ListAppeals = z.output<typeof ListAppeals>

const appeal = {
  object: kind('appeal'),
  id: id('appeal'),
  measure: id('measure'),
  body: z.string().describe('Why its writer thinks the measure is wrong.'),
  status: z.enum(['open', 'answered']).describe('Whether it still waits for an answer.'),
  outcome: z.enum(APPEAL_OUTCOMES).nullable().describe('`upheld`: the measure stays. `lifted`: it was taken back.'),
  answer: z.string().nullable().describe('What the operator answered.'),
  created_at: timestamp('When it was written.'),
  answered_at: timestamp('When it was answered.').nullable(),
}

export const Appeal = z.object(appeal).meta({ id: 'Appeal' })

const measure = {
  object: kind('measure'),
  id: id('measure'),
  kind: z.enum(MEASURE_KINDS).describe('What it hides or suspends.'),
  subject: z
    .object({ id: id('record that it is about'), name: z.string().describe('Name or title of the record.') })
    .describe('What it is about.'),
  reason: z.string().describe('Why it was taken.'),
  taken_at: timestamp('When it was taken.'),
  lifted_at: timestamp('When it was lifted; null while it stands.').nullable(),
  lifted_reason: z.string().nullable().describe('Why it was lifted.'),
  appeals: z.array(Appeal).describe('The objections to it.'),
}

export const Measure = z.object(measure).meta({ id: 'Measure' })

export const OperatorMeasure = z
  .object({ ...measure, account: AccountRef.describe('The account that it binds.') })
  .meta({ id: 'OperatorMeasure' })

export const OperatorAppeal = z
  .object({ ...appeal, against: OperatorMeasure.describe('The measure that it objects to.') })
  .meta({ id: 'OperatorAppeal' })
