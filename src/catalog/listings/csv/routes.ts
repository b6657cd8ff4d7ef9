import { readFile } from 'node:fs/promises'
import { ApiError, invalid } from '#platform/errors/index.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { errorBody } from '#platform/http/failures.ts'
import { list } from '#platform/http/fields.ts'
import type { Upload } from '#platform/http/upload.ts'
import { validate } from '#platform/http/validate.ts'
import { MAX_IMPORT_ROWS } from './columns.ts'
import { exportListings } from './export.ts'
import { importListings, type ImportedRow } from './import.ts'
import { requestedRows, namesListings } from './rows.ts'
import { readTable } from './table.ts'
import { ChangeListing } from '#catalog/listings/schema.ts'
import { ExportListings, ImportAnswer, ImportListings, ImportQuery, ImportRow } from './schema.ts'

const endpoint = endpointsOf('Listings')
const MAX_CSV_BYTES = 5 * 1_048_576
const CHANGES = ['listings.publish', 'shops.floor', 'offers.decline'] as const

const DESCRIPTION = `Send the CSV as \`text/csv\`, or as a file in a form. Use our own columns (\`GET /listings/export\` returns a file with them), or an
export from Shopify, Etsy or eBay. \`format\` in the response names the detected format. Each row has its own result, so a bad row does not
stop the others.

- A row in our format with the \`id\` of one of your listings changes that listing. An empty cell clears the field. Photos and status do not
  change. A row with the result \`unchanged\` writes nothing. Every other row creates a draft.
- Photos are downloaded one by one after the response. \`photos_wanted\` of the listing lists the photos that are still missing, with the
  reason.
- A variant of a Shopify or eBay product becomes a separate draft. Prices in currencies other than US dollars are refused.`

export const csvEndpoints = [
  endpoint({
    id: 'importListings',
    method: 'POST',
    path: '/listings/import',
    effects: ['price', 'text'],
    access: lists,
    summary: `Create or change listings from a CSV of at most ${MAX_IMPORT_ROWS} rows, with a result for each row`,
    description: DESCRIPTION,
    approvalText:
      '`listings.price`, and for `listings.publish`, `shops.floor` and `offers.decline` if the CSV has a column `id`, because it can then change listings',
    query: ImportQuery,
    body: ImportListings,
    accepts: ['csv', 'multipart'],
    maxBodyBytes: MAX_CSV_BYTES,
    answers: { 200: ImportAnswer },
    files: { name: 'file', description: 'The CSV as a file.' },
    // without an `id` column, the file only creates drafts, with prices; with that column, its rows may change any field
    approvals: async ({ body, files }) => [
      { action: 'listings.price' },
      ...(namesListings(await csvOf(body.csv, files)) ? CHANGES.map((action) => ({ action })) : []),
    ],
    describeApproval: async (_ctx, _actor, { body, files }) =>
      namesListings(await csvOf(body.csv, files))
        ? 'Create and change listings, including their texts and prices, from the CSV in the request.'
        : 'Create drafts with prices from the CSV in the request.',
    prepare: async (ctx, _actor, { body, files }) => ({ value: await requestedRows(ctx, await readTable(await csvOf(body.csv, files))) }),
    handle: async (ctx, actor, { query }, request) => {
      const { format, rows } = await importListings(ctx, actor, request, {
        shop: query.shop,
        cells: (cells) => validate(ImportRow, coerceStrings(ImportRow, cells)),
        change: (cells) => validate(ChangeListing, coerceStrings(ChangeListing, cells)),
      })
      return ok({ ...list(rows.map(shownRow)), format })
    },
  }),
  endpoint({
    id: 'exportListings',
    method: 'GET',
    path: '/listings/export',
    access: reads,
    summary: 'Export your listings as a CSV that you can import again',
    query: ExportListings,
    answers: { 200: null },
    media: ['text/csv'],
    handle: async (ctx, actor, { query }) => ({
      status: 200,
      body: null,
      raw: { type: 'text/csv; charset=utf-8', bytes: await exportListings(ctx, actor, query) },
      headers: { 'Content-Disposition': 'attachment; filename="listings.csv"' },
    }),
  }),
]

const shownRow = (row: ImportedRow) => ({ object: 'import_row' as const, ...row, ...(row.ok ? {} : errorBody(row.error)) })

async function csvOf(text: string | undefined, files: readonly Upload[]): Promise<string> {
  if (text !== undefined && files.length === 0) return text
  const [file] = files
  if (!file || files.length > 1 || text !== undefined)
    throw invalid('csv', 'csv is required. Send it as text/csv, or as one file of multipart form data.')
  if (file.bytes > MAX_CSV_BYTES)
    throw new ApiError('too_large', `csv is larger than ${MAX_CSV_BYTES} bytes. Split it into smaller files.`, { param: 'csv' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.path))
  } catch (cause) {
    throw new ApiError('invalid_request', 'csv is not valid UTF-8. Save it with UTF-8 encoding and send it again.', { param: 'csv', cause })
  }
}
