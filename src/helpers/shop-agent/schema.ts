import { z } from 'zod'

/** Output of the model, which cites facts by id. The reply is then checked against these facts. */
export const AnswerSchema = z.object({
  kind: z.enum(['answer', 'pass']).describe('pass: the facts do not answer it'),
  text: z.string(),
  fact_ids: z.array(z.string()).describe('ids of the facts that the text states, five at most'),
  needs_owner: z.boolean(),
})
