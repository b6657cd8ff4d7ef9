import { z } from 'zod'
import { HELPER_NAMES } from './rules.ts'
import { kind } from '#platform/http/record-fields.ts'

/** States of all helpers (spec: completions 9). `why` is null if the helper is not limited. */
export const Helpers = z
  .object({
    object: kind('helpers'),
    data: z
      .array(
        z
          .object({
            object: kind('helper'),
            name: z.enum(HELPER_NAMES).describe('Name of the helper.'),
            state: z
              .enum(['full', 'reduced', 'off'])
              .describe('`full`: works completely. `reduced`: works by fixed rules, without a provider. `off`: does not work.'),
            why: z.string().nullable().describe('Missing provider or setting; null if nothing is missing.'),
          })
          .meta({ id: 'Helper' }),
      )
      .describe('All helpers of the service.'),
  })
  .meta({ id: 'Helpers' })
