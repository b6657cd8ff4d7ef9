import { z } from 'zod'
import { LISTING_STATUSES } from '#domain/listing.ts'
import { CreateListing } from '#selling/listings/schema.ts'
import { listOf, oneOf } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'

/** One row of `POST /listings/import`: always a draft, its pictures come later. */
export const ImportRow = CreateListing.omit({ photo_urls: true, research: true, publish: true })
export type ImportRow = z.output<typeof ImportRow>

/** Body of `POST /listings/import`: the CSV itself, or the part `csv` or the file of a multipart body. */
export const ImportListings = z.object({ csv: z.string().optional().describe('The CSV as text, where it is not sent as a file.') })

/** One row of an import, answered by itself. */
const ImportedRow = z
  .object({
    object: kind('import_row'),
    row: z.int().describe('Number of the row, from 1, the heading not counted.'),
    ok: z.boolean().describe('Whether it became a draft.'),
    id: z.string().optional().describe('Id of the draft.'),
    error: z
      .object({
        type: z.string().describe('Type of the error.'),
        message: z.string().describe('What is wrong and what to do.'),
        param: z.string().optional().describe('The column that is wrong.'),
        code: z.string().optional().describe('Which case of its type it is.'),
      })
      .optional()
      .describe('Why it became none.'),
  })
  .meta({ id: 'ImportRow' })

export const ImportAnswer = listOf(ImportedRow)

/** Query of `GET /listings/export`. */
export const ExportListings = z.object({
  shop: z.string().optional().describe('Only this shop of yours, by its slug.'),
  status: oneOf(LISTING_STATUSES).optional().describe('Only those in this state.'),
})
export type ExportListings = z.output<typeof ExportListings>
