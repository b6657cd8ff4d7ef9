import { z } from 'zod'
import { bool, paging, timestamp } from '#platform/http/fields.ts'
import { id, kind } from '#platform/http/record-fields.ts'

export const LoggedRequest = z
  .object({
    object: kind('request'),
    id: z.string().describe('Id of the request, as in the `Request-Id` header.'),
    key: z.object({ id: id('key'), name: z.string().describe('Name of the key.') }).describe('Key that made the request.'),
    operation: z.string().describe('Name of the operation (`operationId`).'),
    method: z.string().describe('Method.'),
    path: z.string().describe('Path without the query string.'),
    status: z.int().describe('HTTP status of the response.'),
    error: z.string().nullable().describe('Type of the error; null if the request succeeded.'),
    ms: z.int().describe('Duration in milliseconds.'),
    created_at: timestamp('Time of the request, ISO 8601, UTC.'),
  })
  .meta({ id: 'Request' })

export const ListRequests = z.object({
  failed: bool().optional().describe('If true, only requests that failed.'),
  ...paging(),
})
export type ListRequests = z.infer<typeof ListRequests>
