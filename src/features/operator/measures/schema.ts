import { z } from 'zod'
import { APPEAL_OUTCOMES, MEASURE_KINDS } from '#domain/operator.ts'
import { bool, oneOf, paging, text, timestamp } from '#lib/http/fields.ts'

export const SubjectParams = z.object({ id: z.string() })
export const MeasureParams = z.object({ id: z.string() })
export const AppealParams = z.object({ id: z.string() })

/** Why: the words that the person concerned reads. */
export const Reason = z.object({ reason: text(1, 1000) })

/** Body of `POST /measures/{id}/appeal`. */
export const WriteAppeal = z.object({ body: text(1, 2000) })

export const AnswerAppeal = z.object({ outcome: oneOf(APPEAL_OUTCOMES), reason: text(1, 1000) })
export type AnswerAppeal = z.infer<typeof AnswerAppeal>

export const ListMeasures = z.object({
  kind: oneOf(MEASURE_KINDS).optional(),
  standing: bool().optional(),
  account: z.string().optional(),
  ...paging(),
})
export type ListMeasures = z.output<typeof ListMeasures>

export const ListAppeals = z.object({ status: oneOf(['open', 'answered']).default('open'), ...paging() })
export type ListAppeals = z.output<typeof ListAppeals>

const appeal = {
  object: z.literal('appeal'),
  id: z.string(),
  measure: z.string(),
  body: z.string(),
  status: z.enum(['open', 'answered']),
  outcome: z.enum(APPEAL_OUTCOMES).nullable(),
  answer: z.string().nullable(),
  created_at: timestamp(),
  answered_at: timestamp().nullable(),
}

/** Somebody's objection to a measure, and what became of it. */
export const Appeal = z.object(appeal).meta({ id: 'Appeal' })

const measure = {
  object: z.literal('measure'),
  id: z.string(),
  kind: z.enum(MEASURE_KINDS),
  subject: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  taken_at: timestamp(),
  lifted_at: timestamp().nullable(),
  lifted_reason: z.string().nullable(),
  appeals: z.array(Appeal),
}

/** Something that the operator hid or suspended, as its owner sees it. */
export const Measure = z.object(measure).meta({ id: 'Measure' })

const account = z.object({ id: z.string(), name: z.string() })

/** The same with whose it is. */
export const OperatorMeasure = z.object({ ...measure, account }).meta({ id: 'OperatorMeasure' })

export const OperatorAppeal = z.object({ ...appeal, against: OperatorMeasure }).meta({ id: 'OperatorAppeal' })
