import { z } from 'zod'
import { paging, timestamp } from '#lib/http/fields.ts'

export const EXPORT_STATUSES = ['running', 'done', 'failed'] as const

/** completions 3, `POST /exports`: everything the account owns as one archive. */
export const Export = z
  .object({
    object: z.literal('export'),
    id: z.string(),
    status: z.enum(EXPORT_STATUSES),
    url: z.string().nullable(),
    bytes: z.int().nullable(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  .meta({ id: 'Export' })

export const ExportParams = z.object({ id: z.string() })
export const ListExports = z.object(paging())
