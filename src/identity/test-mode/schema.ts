import { z } from 'zod'
import { SANDBOX_ROLES } from '#core/tenant.ts'
import { timestamp } from '#platform/http/fields.ts'
import { id, kind } from '#platform/http/record-fields.ts'

const YEAR_SECONDS = 366 * 86_400

/** Body of `POST /sandbox/clock`. */
export const AdvanceSandbox = z.object({
  advance_seconds: z
    .number({ error: `must be a number of seconds from 0 to ${YEAR_SECONDS}` })
    .min(0)
    .max(YEAR_SECONDS)
    .describe('How many seconds to go forward.'),
})

export const Sandbox = z
  .object({
    object: kind('sandbox'),
    accounts: z
      .array(
        z.object({
          object: kind('account'),
          id: id('account'),
          role: z.enum(SANDBOX_ROLES).describe('Which of the two it is.'),
          name: z.string().describe('What it is called.'),
        }),
      )
      .describe('The two accounts of your test world; none before you first use it.'),
    ahead_seconds: z.number().describe('How far its clock was moved forward since it was last emptied.'),
  })
  .meta({ id: 'Sandbox' })

export const SandboxClock = z
  .object({
    object: kind('sandbox_clock'),
    advanced_seconds: z.number().describe('How far the world went forward by this call.'),
    now: timestamp('What the clock of the service says; it is not moved.'),
  })
  .meta({ id: 'SandboxClock' })
