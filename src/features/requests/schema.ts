import { z } from 'zod'
import { bool, paging, timestamp } from '#lib/http/fields.ts'

/** One request that a key of the account made. */
export const LoggedRequest = z
  .object({
    object: z.literal('request'),
    id: z.string(),
    key: z.object({ id: z.string(), name: z.string() }),
    operation: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    error: z.string().nullable(),
    ms: z.int(),
    created_at: timestamp(),
  })
  .meta({ id: 'Request' })

export const ListRequests = z.object({ failed: bool().optional(), ...paging() })
export type ListRequests = z.infer<typeof ListRequests>
