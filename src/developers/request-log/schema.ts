import { z } from 'zod'
import { bool, paging, timestamp } from '#platform/http/fields.ts'
import { id, kind } from '#platform/http/record-fields.ts'

export const LoggedRequest = z
  .object({
    object: kind('request'),
    id: z.string().describe('Id of the request, as in its `Request-Id` header.'),
    key: z.object({ id: id('key'), name: z.string().describe('Name of the key.') }).describe('The key that made it.'),
    operation: z.string().describe('Name of the operation, as in this file.'),
    method: z.string().describe('Method.'),
    path: z.string().describe('Path, without the query.'),
    status: z.int().describe('Status of the answer.'),
    error: z.string().nullable().describe('Type of the error; null where it went well.'),
    ms: z.int().describe('How long it took, in milliseconds.'),
    created_at: timestamp('When it came.'),
  })
  .meta({ id: 'Request' })

export const ListRequests = z.object({
  failed: bool().optional().describe('True: only those that ended with an error.'),
  ...paging(),
})
export type ListRequests = z.infer<typeof ListRequests>
