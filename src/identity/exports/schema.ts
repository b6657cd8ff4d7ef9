import { z } from 'zod'
import { paging, timestamp } from '#platform/http/fields.ts'
import { id, idParams, kind, link } from '#platform/http/record-fields.ts'

export const EXPORT_STATUSES = ['running', 'done', 'failed'] as const

/** A data export: everything that the account owns, in one archive (spec: completions 3, `POST /exports`). */
export const Export = z
  .object({
    object: kind('export'),
    id: id('export'),
    status: z.enum(EXPORT_STATUSES).describe('Status of the export. Poll until it is `done` or `failed`.'),
    url: link('Download URL of the archive; null until the export is done.').nullable(),
    bytes: z.int().nullable().describe('Size of the archive in bytes; null until the export is done.'),
    created_at: timestamp('Time of the request.'),
    expires_at: timestamp('Time when the archive is deleted.'),
  })
  .meta({ id: 'Export' })

export const ExportParams = idParams('export')
export const ListExports = z.object(paging())
