import { z } from 'zod'
import { listOf, paging, text, timestamp } from '#platform/http/fields.ts'
import { deleted, id, idParams, kind } from '#platform/http/record-fields.ts'
import { MAX_ANSWER, MAX_QUESTION } from './rules.ts'

export const ListingParams = idParams('listing')
export const QuestionParams = z.object({ id: id('listing'), questionId: id('question') })
export const ListQuestions = z.object(paging())
export type ListQuestions = z.output<typeof ListQuestions>

const question = () => text(1, MAX_QUESTION).describe('Question, without names or other personal data. It is public.')
const answer = () => text(1, MAX_ANSWER).describe('Your answer. It is public.')

export const CreateQuestion = z.object({ question: question(), answer: answer() })
export type CreateQuestion = z.output<typeof CreateQuestion>

export const ChangeQuestion = z.object({ question: question().optional(), answer: answer().optional() })
export type ChangeQuestion = z.output<typeof ChangeQuestion>

/** Schema of a question with the owner's answer. It does not name the buyer. */
export const Question = z
  .object({
    object: kind('question'),
    id: id('question'),
    listing: id('listing'),
    question: z.string().describe('Question about the listing.'),
    answer: z.string().describe('The owner’s answer.'),
    created_at: timestamp('Time of publication, ISO 8601, UTC.'),
  })
  .meta({ id: 'Question' })

export const QuestionList = listOf(Question)
export const DeletedQuestion = z
  .object({ object: kind('question'), id: id('question'), deleted: deleted() })
  .meta({ id: 'DeletedQuestion' })
