import { z } from 'zod'
import { listOf, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const ends = () => timestamp('When the session ends.')
export const Session = z.object({ object: kind('session'), account: id('account'), expires_at: ends() }).meta({ id: 'Session' })
export const ProvedSession = z
  .object({ object: kind('session'), proved_until: timestamp('Until when the proof of the person holds.') })
  .meta({ id: 'ProvedSession' })
export const DeletedSession = z.object({ object: kind('session'), deleted: deleted() }).meta({ id: 'DeletedSession' })
export const SessionParams = idParams('session')
export const OwnSession = z
  .object({
    object: kind('session'),
    id: id('session'),
    agent: z.string().nullable().describe('What the browser calls itself.'),
    current: z.boolean().describe('Whether it is the one that asks.'),
    created_at: timestamp('When it signed in.'),
    expires_at: ends(),
  })
  .meta({ id: 'OwnSession' })
export const OwnSessionList = listOf(OwnSession)
export const EndedSessions = z.object({ object: kind('sessions'), ended: count('How many sessions ended.') }).meta({ id: 'EndedSessions' })
