import { z } from 'zod'
import { HELPER_NAMES } from './rules.ts'
import { kind } from '#platform/http/record-fields.ts'

/** completions 9. `why` is null when nothing is missing. */
export const Helpers = z
  .object({
    object: kind('helpers'),
    data: z
      .array(
        z
          .object({
            object: kind('helper'),
            name: z.enum(HELPER_NAMES).describe('Name of the helper.'),
            state: z.enum(['full', 'reduced', 'off']).describe('`reduced`: works by fixed rules, without its provider.'),
            why: z.string().nullable().describe('What is missing; null where nothing is.'),
          })
          .meta({ id: 'Helper' }),
      )
      .describe('Every helper of the service.'),
  })
  .meta({ id: 'Helpers' })
