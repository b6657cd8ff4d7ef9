import type { Core } from '#platform/context/index.ts'
import { counted } from '#core/format/count.ts'
import { approvalsToEdit, describeEdit } from '#catalog/listings/approvals.ts'
import { invalid } from '#platform/errors/index.ts'
import { created, endpointsOf, lists, ok } from '#platform/http/endpoint.ts'
import { list, listOf } from '#platform/http/fields.ts'
import { presentPhoto } from '#catalog/photos/present.ts'
import { AddPhotos, ChangePhoto, ListingParams, OrderPhotos, PhotoParams, Photo } from './schema.ts'
import * as photos from '#catalog/photos/index.ts'
import type { PhotoRow } from '#catalog/photos/index.ts'

const endpoint = endpointsOf('Photos')
const answers = { 200: listOf(Photo) }

const photoList = (ctx: Core, rows: readonly PhotoRow[]) => list(rows.map((row) => presentPhoto(ctx, row)))

export const photoEndpoints = [
  endpoint({
    id: 'addPhotos',
    method: 'POST',
    path: '/listings/{id}/photos',
    effects: ['text'],
    access: lists,
    summary: 'Add photos after the existing ones, as files or by URL',
    description:
      'Send `multipart/form-data` with files of up to 10 MB, including at most one video of up to 40 MB; or send `urls`. JPEG, PNG, WebP and AVIF are accepted. The service detects the format from the content, not from the file name. Location and camera data are removed. A listing has at most 24 photos. If one file or URL is invalid, the call fails and adds nothing.',
    approvalText: '`listings.publish`, unless the listing is a draft',
    params: ListingParams,
    body: AddPhotos,
    accepts: ['json', 'form', 'multipart'],
    answers: { 201: listOf(Photo) },
    files: { name: 'photos', many: true, description: 'Photos of up to 10 MB each, and at most one video of up to 40 MB.' },
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params, body }) =>
      describeEdit(ctx, actor, params.id, `Add ${counted(body.urls?.length ?? 0, 'photo')} by URL to`),
    prepare: async (ctx, actor, { params, body, files }) => {
      await photos.requireOwnListing(ctx, actor, params.id)
      if (files.length === 0 && !body.urls?.length) throw invalid('urls', 'Send one or more files as multipart form data, or urls.')
      const uploaded = await photos.takeUploads(ctx, files)
      const fetched = await photos.fetchPhotos(ctx, body.urls ?? [], 'urls')
      return { value: { uploaded, fetched: fetched.value } }
    },
    handle: async (ctx, actor, { params, body }, { uploaded, fetched }) => {
      const details = { source: body.source, alt: body.alt ?? null }
      const first = uploaded.length > 0 ? await photos.addPhotos(ctx, actor, params.id, uploaded, { ...details, source: 'own' }) : []
      const rows = fetched.length > 0 ? await photos.addPhotos(ctx, actor, params.id, fetched, details) : first
      return created(photoList(ctx, rows))
    },
  }),
  endpoint({
    id: 'orderPhotos',
    method: 'PUT',
    path: '/listings/{id}/photos/order',
    effects: ['text'],
    access: lists,
    summary: 'Reorder the photos of a listing',
    description:
      'Send the ids of all photos of the listing, each once. The first must be a photo that you uploaded, not a web photo or the video.',
    approvalText: '`listings.publish`, unless the listing is a draft',
    params: ListingParams,
    body: OrderPhotos,
    accepts: ['json', 'form'],
    answers,
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Reorder the photos of'),
    handle: async (ctx, actor, { params, body }) => ok(photoList(ctx, await photos.orderPhotos(ctx, actor, params.id, body.photo_ids))),
  }),
  endpoint({
    id: 'changePhoto',
    method: 'PATCH',
    path: '/listings/{id}/photos/{photoId}',
    effects: ['text'],
    access: lists,
    summary: 'Set the alternative text of a photo',
    approvalText: '`listings.publish`, unless the listing is a draft',
    params: PhotoParams,
    body: ChangePhoto,
    accepts: ['json', 'form'],
    answers,
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Change the alternative text of a photo of'),
    handle: async (ctx, actor, { params, body }) =>
      ok(photoList(ctx, await photos.describePhoto(ctx, actor, params.id, params.photoId, body.alt))),
  }),
  endpoint({
    id: 'removePhoto',
    method: 'DELETE',
    path: '/listings/{id}/photos/{photoId}',
    effects: ['loss', 'text'],
    access: lists,
    summary: 'Remove a photo',
    description: 'If the photo was the cover, your next own photo becomes the cover. Returns the remaining photos.',
    approvalText: '`listings.delete`, and for `listings.publish` unless the listing is a draft',
    params: PhotoParams,
    accepts: [],
    answers,
    approvals: async ({ params }, ctx, actor) => [{ action: 'listings.delete' }, ...(await approvalsToEdit(ctx, actor, params.id))],
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Permanently delete a photo of'),
    handle: async (ctx, actor, { params }) => ok(photoList(ctx, await photos.removePhoto(ctx, actor, params.id, params.photoId))),
  }),
]
