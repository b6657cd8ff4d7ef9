import { z } from 'zod'
import { listOf, timestamp } from '#platform/http/fields.ts'
import { count, deleted, id, idParams, kind } from '#platform/http/record-fields.ts'

const ends = () => timestamp('Time when the session expires.')
export const Session = z.object({ object: kind('session'), account: id('account'), expires_at: ends() }).meta({ id: 'Session' })
export const ProvedSession = z
  .object({ object: kind('session'), proved_until: timestamp('Time when the proof of identity expires.') })
  .meta({ id: 'ProvedSession' })
export const DeletedSession = z.object({ object: kind('session'), deleted: deleted() }).meta({ id: 'DeletedSession' })
export const SessionParams = idParams('session')
export const OwnSession = z
  .object({
    object: kind('session'),
    id: id('session'),
    agent: z.string().nullable().describe('Name of the browser.'),
    current: z.boolean().describe('True for the session that made this request.'),
    created_at: timestamp('Time of the sign-in.'),
    expires_at: ends(),
  })
  .meta({ id: 'OwnSession' })
export const OwnSessionList = listOf(OwnSession)
export const EndedSessions = z
  .object({ object: kind('sessions'), ended: count('Number of sessions that ended.') })
  .meta({ id: 'EndedSessions' })
