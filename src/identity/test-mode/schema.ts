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
    .describe('Number of seconds to move forward.'),
})

export const Sandbox = z
  .object({
    object: kind('sandbox'),
    accounts: z
      .array(
        z.object({
          object: kind('account'),
          id: id('account'),
          role: z.enum(SANDBOX_ROLES).describe('Role of the account.'),
          name: z.string().describe('Name of the account.'),
        }),
      )
      .describe('Both test accounts; empty until you first use test mode.'),
    ahead_seconds: z.number().describe('Seconds that the clock of test mode has moved forward since the last reset.'),
  })
  .meta({ id: 'Sandbox' })

export const SandboxClock = z
  .object({
    object: kind('sandbox_clock'),
    advanced_seconds: z.number().describe('Seconds that this call moved the clock forward.'),
    now: timestamp('Current time of the service; this call does not change it.'),
  })
  .meta({ id: 'SandboxClock' })
