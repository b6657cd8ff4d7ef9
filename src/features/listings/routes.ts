import { readFile } from 'node:fs/promises'
import type { Context } from '#context.ts'
import { ApiError, invalid } from '#lib/errors.ts'
import { created, endpoint, ok, type Ask } from '#lib/http/endpoint.ts'
import { list, listOf } from '#lib/http/fields.ts'
import type { Upload } from '#lib/http/upload.ts'
import { describeChange, describeCreation, describeOperation } from './asking.ts'
import { MAX_IMPORT_ROWS } from './csv-columns.ts'
import { exportListings } from './export.ts'
import { importListings } from './import.ts'
import { presentListing } from './present.ts'
import {
  ChangeListing, CreateListing, DeletedListing, ExportListings, ImportAnswer, ImportListings, Listing, ListingParams, ListListings, PublishListing,
} from './schema.ts'
import * as listings from './service.ts'
import type { ListingRow } from './service.ts'

const tag = 'Listings'
const reads = { who: 'person', scope: 'read' } as const
const writes = { who: 'person', scope: 'listings' } as const
const PUBLISH: Ask[] = [{ action: 'listings.publish' }]
const MAX_CSV_BYTES = 5 * 1_048_576

const shown = async (ctx: Context, row: ListingRow) => presentListing(ctx, row, (await listings.surroundingsOf(ctx, [row]))(row))

export const listingEndpoints = [
  endpoint({
    id: 'listListings', method: 'GET', path: '/listings', tag, access: reads,
    summary: 'List your listings, most recently changed first',
    query: ListListings,
    answers: { 200: listOf(Listing) },
    handle: async (ctx, actor, { query }) => {
      const { rows, total } = await listings.listListings(ctx, actor, query)
      const around = await listings.surroundingsOf(ctx, rows)
      return ok(list(rows.map((row) => presentListing(ctx, row, around(row))), total, query.offset))
    },
  }),
  endpoint({
    id: 'createListing', method: 'POST', path: '/listings', tag, access: writes,
    summary: 'Make a draft, or with `publish` a live listing',
    body: CreateListing, accepts: ['json', 'form'],
    answers: { 201: Listing },
    asks: ({ body }) => (body.publish ? PUBLISH : []),
    askSummary: async (_ctx, _actor, { body }) => describeCreation(body),
    prepare: (ctx, actor, { body }) => listings.prepareListing(ctx, actor, body),
    handle: async (ctx, actor, { body }, photos) => created(await shown(ctx, await listings.createListing(ctx, actor, body, photos))),
  }),
  // these two stand before `/listings/{id}`, which would take their names for ids
  endpoint({
    id: 'importListings', method: 'POST', path: '/listings/import', tag, access: writes,
    summary: `Make drafts from a CSV of at most ${MAX_IMPORT_ROWS} rows; each row is answered by itself`,
    body: ImportListings, accepts: ['csv', 'multipart'], maxBodyBytes: MAX_CSV_BYTES,
    answers: { 200: ImportAnswer },
    prepare: async (_ctx, _actor, { body, files }) => ({ value: await csvOf(body.csv, files) }),
    handle: async (ctx, actor, _input, csv) => {
      const rows = await importListings(ctx, actor, csv)
      return ok(list(rows.map((row) => ({ object: 'import_row' as const, ...row })), rows.length))
    },
  }),
  endpoint({
    id: 'exportListings', method: 'GET', path: '/listings/export', tag, access: reads,
    summary: 'Your listings as CSV, which can be imported again',
    query: ExportListings,
    answers: { 200: null },
    handle: async (ctx, actor, { query }) => ({
      status: 200,
      body: null,
      raw: { type: 'text/csv; charset=utf-8', bytes: await exportListings(ctx, actor, query) },
      headers: { 'Content-Disposition': 'attachment; filename="listings.csv"' },
    }),
  }),
  endpoint({
    id: 'getListing', method: 'GET', path: '/listings/{id}', tag, access: reads,
    summary: 'One of your listings',
    params: ListingParams,
    answers: { 200: Listing },
    handle: async (ctx, actor, { params }) => ok(await shown(ctx, await listings.readListing(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'changeListing', method: 'PATCH', path: '/listings/{id}', tag, access: writes,
    summary: 'Change a listing: what is sent changes, null clears',
    params: ListingParams, body: ChangeListing, accepts: ['json', 'form'],
    answers: { 200: Listing },
    asks: ({ body }) => priceAsk(body),
    askSummary: (ctx, actor, { params, body }) => describeChange(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => ok(await shown(ctx, await listings.changeListing(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'deleteListing', method: 'DELETE', path: '/listings/{id}', tag, access: writes,
    summary: 'Delete a listing that was never sold, with its photos',
    params: ListingParams, accepts: [],
    answers: { 200: DeletedListing },
    asks: () => [{ action: 'listings.delete' }],
    askSummary: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'delete'),
    handle: async (ctx, actor, { params }) => {
      await listings.deleteListing(ctx, actor, params.id)
      return ok({ object: 'listing', id: params.id, deleted: true })
    },
  }),
  endpoint({
    id: 'publishListing', method: 'POST', path: '/listings/{id}/publish', tag, access: writes,
    summary: 'Put a draft live; it needs a title and a price',
    params: ListingParams, body: PublishListing, accepts: ['json', 'form'],
    answers: { 200: Listing },
    asks: () => PUBLISH,
    askSummary: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'publish'),
    handle: async (ctx, actor, { params, body }) => ok(await shown(ctx, await listings.publishListing(ctx, actor, params.id, body.visibility))),
  }),
  endpoint({
    id: 'unpublishListing', method: 'POST', path: '/listings/{id}/unpublish', tag, access: writes,
    summary: 'Take a live listing back to draft; it keeps its link',
    params: ListingParams, accepts: [],
    answers: { 200: Listing },
    handle: async (ctx, actor, { params }) => ok(await shown(ctx, await listings.unpublishListing(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'markListingSold', method: 'POST', path: '/listings/{id}/mark-sold', tag, access: writes,
    summary: 'Mark a live listing as sold elsewhere',
    params: ListingParams, accepts: [],
    answers: { 200: Listing },
    handle: async (ctx, actor, { params }) => ok(await shown(ctx, await listings.markSold(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'relistListing', method: 'POST', path: '/listings/{id}/relist', tag, access: writes,
    summary: 'Put a sold listing or a draft up again, at the same link',
    params: ListingParams, accepts: [],
    answers: { 200: Listing },
    asks: () => PUBLISH,
    askSummary: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'relist'),
    handle: async (ctx, actor, { params }) => ok(await shown(ctx, await listings.relistListing(ctx, actor, params.id))),
  }),
]

function priceAsk({ price, lowest_price }: ChangeListing): Ask[] {
  if (price === undefined && lowest_price === undefined) return []
  return [{ action: 'listings.price', ...(typeof price === 'number' ? { amountCents: price } : {}) }]
}

/** The CSV of a request: its body, its part `csv`, or its one file. */
async function csvOf(text: string | undefined, files: readonly Upload[]): Promise<string> {
  if (text !== undefined && files.length === 0) return text
  const [file] = files
  if (!file || files.length > 1 || text !== undefined) throw invalid('csv', 'csv is required: send the table as text/csv, or as one file of multipart form data.')
  if (file.bytes > MAX_CSV_BYTES) throw new ApiError('too_large', `csv is larger than ${MAX_CSV_BYTES} bytes. Send less.`, { param: 'csv' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.path))
  } catch (cause) {
    throw new ApiError('invalid_request', 'csv is not valid UTF-8.', { param: 'csv', cause })
  }
}
