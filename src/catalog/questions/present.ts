import type { QuestionRow } from './queries.ts'

/** Builds the API view of a public question. */
export const presentQuestion = ({ id, listing_id, question, answer, created_at }: QuestionRow) => ({
  object: 'question' as const,
  id,
  listing: listing_id,
  question,
  answer,
  created_at: created_at.toISOString(),
})
