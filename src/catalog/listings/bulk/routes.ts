import { accepted, endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { Bulk, BulkListings, BulkParams, BulkPreview } from './schema.ts'
import * as bulk from './index.ts'

const endpoint = endpointsOf('Listings')

export const bulkEndpoints = [
  endpoint({
    id: 'bulkListings',
    method: 'POST',
    path: '/listings/bulk',
    effects: ['price', 'text', 'money', 'loss'],
    access: lists,
    summary: 'Change up to 1,000 of your listings, or preview the change',
    description:
      'A preview returns 200. A run returns 202, and a job changes the listings. `refused` lists failures. One bulk change per account runs at a time. See [bulk changes](/docs/bulk).',
    approvalText: 'all actions that the change needs for any of its listings',
    body: BulkListings,
    answers: { 200: BulkPreview, 202: Bulk },
    approvals: ({ body }, ctx, actor) => bulk.approvalsToStart(ctx, actor, body),
    describeApproval: (ctx, actor, { body }) => bulk.describeStart(ctx, actor, body),
    boundListings: (ctx, actor, { body }) => (body.preview ? [] : bulk.selectedIds(ctx, actor, body)),
    handle: async (ctx, actor, { body }) =>
      body.preview ? ok(await bulk.previewBulk(ctx, actor, body)) : accepted(await bulk.startBulk(ctx, actor, body)),
  }),
  endpoint({
    id: 'getBulk',
    method: 'GET',
    path: '/listings/bulk/{id}',
    access: reads,
    summary: 'Get a bulk change with its progress',
    params: BulkParams,
    answers: { 200: Bulk },
    handle: async (ctx, actor, { params }) => ok(await bulk.readBulk(ctx, actor, params.id)),
  }),
  endpoint({
    id: 'undoBulk',
    method: 'POST',
    path: '/listings/bulk/{id}/undo',
    effects: ['price', 'text', 'money'],
    access: lists,
    summary: 'Undo a bulk change within 24 hours of its end',
    description: 'A job restores the listings that have not changed since. `refused` lists the others. A deletion returns 409.',
    approvalText: 'the actions that restoring the listings needs',
    params: BulkParams,
    accepts: [],
    answers: { 202: Bulk },
    approvals: ({ params }, ctx, actor) => bulk.approvalsToUndoBulk(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => bulk.describeUndo(ctx, actor, params.id),
    boundListings: (ctx, actor, { params }) => bulk.undoneIds(ctx, actor, params.id),
    handle: async (ctx, actor, { params }) => accepted(await bulk.undoBulk(ctx, actor, params.id)),
  }),
]
