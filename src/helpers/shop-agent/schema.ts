import { z } from 'zod'

/** What the model is asked for. It names facts by id; what it says of them is checked against those. */
export const AnswerSchema = z.object({
  kind: z.enum(['answer', 'pass']).describe('pass: the facts do not answer it'),
  text: z.string(),
  fact_ids: z.array(z.string()).describe('ids of the facts that the text states, five at most'),
  needs_owner: z.boolean(),
})
