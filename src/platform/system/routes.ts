import { z } from 'zod'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { timestamp } from '#platform/http/fields.ts'
import { advanceClock } from './index.ts'

const endpoint = endpointsOf('Test')

const YEAR_SECONDS = 366 * 86_400

/** Endpoint that advances the test clock. It is mounted only with TEST_CLOCK=on. */
export const clockEndpoint = (runDue: () => Promise<void>) =>
  endpoint({
    id: 'advanceClock',
    method: 'POST',
    effects: [],
    path: '/test/clock',
    access: { who: 'anyone' },
    summary: 'Move the clock of the service forward and run all due work',
    body: z.object({
      advance_seconds: z
        .number({ error: `must be a number of seconds from 0 to ${YEAR_SECONDS}` })
        .min(0)
        .max(YEAR_SECONDS)
        .describe('Number of seconds to move forward.'),
    }),
    answers: {
      200: z
        .object({ object: z.literal('clock').describe('Type of record.'), now: timestamp('Current time of the clock.') })
        .meta({ id: 'Clock' }),
    },
    transaction: 'none',
    handle: async (ctx, _actor, { body }) => {
      await advanceClock(ctx, body.advance_seconds)
      await runDue()
      return ok({ object: 'clock', now: ctx.now().toISOString() })
    },
  })
