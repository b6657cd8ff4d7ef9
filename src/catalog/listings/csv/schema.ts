import { z } from 'zod'
import { IMPORT_FORMATS } from '#catalog/imports/rules/index.ts'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { CreateListing } from '#catalog/listings/schema.ts'
import { listOf, oneOf } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'

/** One row of `POST /listings/import`: always a draft; pictures come later. */
export const ImportRow = CreateListing.omit({ photo_urls: true, research: true, publish: true })
export type ImportRow = z.output<typeof ImportRow>

/** Query of `POST /listings/import`. */
export const ImportQuery = z.object({
  shop: z.string().optional().describe('Slug of the shop for rows that name none; your first shop where it is left out.'),
})

/** Body of `POST /listings/import`: the CSV itself, or the part `csv` or the file of a multipart body. */
export const ImportListings = z.object({ csv: z.string().optional().describe('The CSV as text, where it is not sent as a file.') })

const ImportedRow = z
  .object({
    object: kind('import_row'),
    row: z.int().describe('Number of the row, from 1, the heading not counted.'),
    ok: z.boolean().describe('Whether it was taken.'),
    id: z.string().optional().describe('Id of the listing.'),
    outcome: z
      .enum(['created', 'changed', 'unchanged'])
      .optional()
      .describe(
        '`created`: a draft. A row with the id of a listing of yours is `changed`, or `unchanged` where it says what the listing says.',
      ),
    photos: z.int().optional().describe('How many pictures are being fetched for the draft: `photos_wanted` of the listing shows which.'),
    notes: z.array(z.string()).optional().describe('What was shortened or left out.'),
    error: z
      .object({
        type: z.string().describe('Type of the error.'),
        message: z.string().describe('What is wrong and what to do.'),
        param: z.string().optional().describe('The column that is wrong, by its name in the table.'),
        code: z.string().optional().describe('Which case of its type it is.'),
      })
      .optional()
      .describe('Why it was not taken.'),
  })
  .meta({ id: 'ImportRow' })

export const ImportAnswer = listOf(ImportedRow)
  .extend({
    format: z.enum(IMPORT_FORMATS).describe('Whose export it is, by its header: `resale` for our own columns.'),
  })
  .meta({ id: 'Import' })

/** Query of `GET /listings/export`. */
export const ExportListings = z.object({
  shop: z.string().min(1, 'must be the slug of a shop').optional().describe('Only this shop of yours, by its slug.'),
  status: oneOf(LISTING_STATUSES).optional().describe('Only those in this state.'),
})
export type ExportListings = z.output<typeof ExportListings>
