import { z } from 'zod'
import { HELPER_NAMES } from '#domain/helper-states.ts'

/** completions 9. `why` is null where nothing is missing. */
export const Helpers = z
  .object({
    object: z.literal('helpers'),
    data: z.array(
      z.object({
        object: z.literal('helper'),
        name: z.enum(HELPER_NAMES),
        state: z.enum(['full', 'reduced', 'off']),
        why: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Helpers' })
