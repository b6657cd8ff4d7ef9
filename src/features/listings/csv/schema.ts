import { z } from 'zod'
import { LISTING_STATUSES } from '#domain/listing.ts'
import { CreateListing } from '#features/listings/schema.ts'
import { listOf, oneOf } from '#lib/http/fields.ts'

/** One row of `POST /listings/import`: always a draft, its pictures come later. */
export const ImportRow = CreateListing.omit({ photo_urls: true, research: true, publish: true })
export type ImportRow = z.output<typeof ImportRow>

/** Body of `POST /listings/import`: the CSV itself, or the part `csv` or the file of a multipart body. */
export const ImportListings = z.object({ csv: z.string().optional() })

export const ImportAnswer = listOf(
  z.object({
    object: z.literal('import_row'),
    row: z.int(),
    ok: z.boolean(),
    id: z.string().optional(),
    error: z.object({ type: z.string(), message: z.string(), param: z.string().optional(), code: z.string().optional() }).optional(),
  }),
)

/** Query of `GET /listings/export`. */
export const ExportListings = z.object({ shop: z.string().optional(), status: oneOf(LISTING_STATUSES).optional() })
export type ExportListings = z.output<typeof ExportListings>
