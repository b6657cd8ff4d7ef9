import type { Context } from '#platform/context/index.ts'
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

const photoList = (ctx: Context, rows: readonly PhotoRow[]) => list(rows.map((row) => presentPhoto(ctx, row)))

export const photoEndpoints = [
  endpoint({
    id: 'addPhotos',
    method: 'POST',
    path: '/listings/{id}/photos',
    effects: ['text'],
    access: lists,
    summary: 'Add photos, as files or by address, at the end',
    description:
      'As `multipart/form-data` with files of up to 10 MB, and at most one video of up to 40 MB; or with `urls`. JPEG, PNG, WebP and AVIF are taken, by their content and not their name. The place and the camera are taken out. At most 24 a listing. One bad file or address fails the whole call and adds nothing.',
    approvalText: '`listings.publish`, unless it is a draft',
    params: ListingParams,
    body: AddPhotos,
    accepts: ['json', 'form', 'multipart'],
    answers: { 201: listOf(Photo) },
    files: { name: 'photos', many: true, words: 'Pictures of up to 10 MB each, and at most one video of up to 40 MB.' },
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params, body }) =>
      describeEdit(ctx, actor, params.id, `Add ${body.urls?.length ?? 0} pictures by their addresses to`),
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
    summary: 'Put the photos in another order',
    description: 'All of the listing’s photos, each once. The first must be your own picture: not one from the web, and not the video.',
    approvalText: '`listings.publish`, unless it is a draft',
    params: ListingParams,
    body: OrderPhotos,
    accepts: ['json', 'form'],
    answers,
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Put the photos in another order in'),
    handle: async (ctx, actor, { params, body }) => ok(photoList(ctx, await photos.orderPhotos(ctx, actor, params.id, body.photo_ids))),
  }),
  endpoint({
    id: 'changePhoto',
    method: 'PATCH',
    path: '/listings/{id}/photos/{photoId}',
    effects: ['text'],
    access: lists,
    summary: 'Say in words what a photo shows, for those who do not see it',
    approvalText: '`listings.publish`, unless it is a draft',
    params: PhotoParams,
    body: ChangePhoto,
    accepts: ['json', 'form'],
    answers,
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Change the words for a photo of'),
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
    description: 'Where it was the cover, your next own picture becomes it. Answers with those that remain.',
    approvalText: '`listings.delete`, and `listings.publish` unless it is a draft',
    params: PhotoParams,
    accepts: [],
    answers,
    approvals: async ({ params }, ctx, actor) => [{ action: 'listings.delete' }, ...(await approvalsToEdit(ctx, actor, params.id))],
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Delete a photo, for ever, of'),
    handle: async (ctx, actor, { params }) => ok(photoList(ctx, await photos.removePhoto(ctx, actor, params.id, params.photoId))),
  }),
]
