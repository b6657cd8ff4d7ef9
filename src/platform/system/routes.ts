import { z } from 'zod'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { timestamp } from '#platform/http/fields.ts'
import { advanceClock } from './index.ts'

const endpoint = endpointsOf('Test')

const YEAR_SECONDS = 366 * 86_400

/** Mounted only with TEST_CLOCK. */
export const clockEndpoint = (runDue: () => Promise<void>) =>
  endpoint({
    id: 'advanceClock',
    method: 'POST',
    effects: [],
    path: '/test/clock',
    access: { who: 'anyone' },
    summary: 'Move the clock of the service forward and run what has fallen due',
    body: z.object({
      advance_seconds: z
        .number({ error: `must be a number of seconds from 0 to ${YEAR_SECONDS}` })
        .min(0)
        .max(YEAR_SECONDS)
        .describe('How many seconds to go forward.'),
    }),
    answers: {
      200: z
        .object({ object: z.literal('clock').describe('Kind of record.'), now: timestamp('What the clock says now.') })
        .meta({ id: 'Clock' }),
    },
    transaction: 'none',
    handle: async (ctx, _actor, { body }) => {
      await advanceClock(ctx, body.advance_seconds)
      await runDue()
      return ok({ object: 'clock', now: ctx.now().toISOString() })
    },
  })
