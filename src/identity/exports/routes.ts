import { accepted, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { webStream } from '#platform/http/web-stream.ts'
import { presentExport } from './present.ts'
import { Export, ExportParams, ListExports } from './schema.ts'
import * as exports from './index.ts'

const endpoint = endpointsOf('Exports')
const access = { who: 'session' } as const

export const exportEndpoints = [
  endpoint({
    id: 'createExport',
    method: 'POST',
    path: '/exports',
    effects: ['data'],
    access,
    accepts: [],
    evenSuspended: true,
    summary: 'Export everything you own into one archive, in the background',
    description: 'Returns 202. Poll `GET /exports/{id}` until `status` is `done`. The archive is available for 7 days.',
    answers: { 202: Export },
    handle: async (ctx, actor) => accepted(presentExport(ctx, await exports.startExport(ctx, actor))),
  }),
  endpoint({
    id: 'listExports',
    method: 'GET',
    path: '/exports',
    access,
    summary: 'List your exports from the last 7 days, newest first',
    query: ListExports,
    answers: { 200: listOf(Export) },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await exports.listExports(ctx, actor, query), query, (row) => presentExport(ctx, row))),
  }),
  endpoint({
    id: 'getExport',
    method: 'GET',
    path: '/exports/{id}',
    access,
    summary: 'Get an export; poll it until its status is done',
    params: ExportParams,
    answers: { 200: Export },
    handle: async (ctx, actor, { params }) => ok(presentExport(ctx, await exports.readExport(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'downloadExport',
    method: 'GET',
    path: '/exports/{id}/archive',
    access,
    summary: 'Download the archive as a ZIP file',
    params: ExportParams,
    answers: { 200: null },
    media: ['application/zip'],
    handle: async (ctx, actor, { params }) => {
      const { stream, size } = await exports.openArchive(ctx, actor, params.id)
      return {
        ...ok(null),
        raw: { type: 'application/zip', bytes: webStream(stream) },
        headers: { 'Content-Length': String(size), 'Content-Disposition': `attachment; filename="${params.id}.zip"` },
      }
    },
  }),
]
