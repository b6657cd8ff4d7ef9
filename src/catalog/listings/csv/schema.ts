import { z } from 'zod'
import { IMPORT_FORMATS } from '#catalog/imports/rules/index.ts'
import { LISTING_STATUSES } from '#catalog/listings/rules/listing.ts'
import { CreateListing } from '#catalog/listings/schema.ts'
import { listOf, oneOf } from '#platform/http/fields.ts'
import { kind } from '#platform/http/record-fields.ts'

/** One row in `POST /listings/import`. The row always creates a draft, and the service downloads the photos later. */
export const ImportRow = CreateListing.omit({ photo_urls: true, research: true, publish: true })
export type ImportRow = z.output<typeof ImportRow>

/** Query of `POST /listings/import`. */
export const ImportQuery = z.object({
  shop: z.string().optional().describe('Slug of the shop for rows without a shop. Defaults to your first shop.'),
})

/** Body of `POST /listings/import`: the CSV itself, or a multipart body that contains the CSV as the field `csv` or as a file. */
export const ImportListings = z.object({ csv: z.string().optional().describe('The CSV as text, if it is not sent as a file.') })

const ImportedRow = z
  .object({
    object: kind('import_row'),
    row: z.int().describe('Number of the row, starting at 1, without the header.'),
    ok: z.boolean().describe('Whether the row was imported.'),
    id: z.string().optional().describe('Id of the listing.'),
    outcome: z
      .enum(['created', 'changed', 'unchanged'])
      .optional()
      .describe(
        '`created`: the row became a draft. `changed`: the row changed the listing with its id. `unchanged`: the row had the same content as that listing.',
      ),
    photos: z.int().optional().describe('Number of photos still to be downloaded for the draft. The listing’s `photos_wanted` lists them.'),
    notes: z.array(z.string()).optional().describe('Values that were shortened or left out.'),
    error: z
      .object({
        type: z.string().describe('Type of the error.'),
        message: z.string().describe('Explanation of the error and how to fix it.'),
        param: z.string().optional().describe('Name of the column with the error.'),
        code: z.string().optional().describe('Code of the specific error.'),
      })
      .optional()
      .describe('Reason why the row was not imported.'),
  })
  .meta({ id: 'ImportRow' })

export const ImportAnswer = listOf(ImportedRow)
  .extend({
    format: z.enum(IMPORT_FORMATS).describe('Format of the CSV, recognized by its header. `resale` is our own format.'),
  })
  .meta({ id: 'Import' })

/** Query of `GET /listings/export`. */
export const ExportListings = z.object({
  shop: z.string().min(1, 'must be the slug of a shop').optional().describe('Filter by shop: slug of one of your shops.'),
  status: oneOf(LISTING_STATUSES).optional().describe('Filter by status.'),
})
export type ExportListings = z.output<typeof ExportListings>
