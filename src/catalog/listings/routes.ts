import type { Core } from '#platform/context/index.ts'
import { created, endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import {
  approvalsToChange,
  approvalsToCreate,
  approvalsToDelete,
  approvalsToPublish,
  describeChange,
  describeCreation,
  describeOperation,
} from './approvals.ts'
import { presentListing } from './present.ts'
import {
  ChangeListing,
  CreateListing,
  DeletedListing,
  Listing,
  ListingParams,
  ListListings,
  PublishListing,
  PutListing,
  SkuParams,
} from './schema.ts'
import { approvalsToPut, describePut, preparePut, putListing } from './put.ts'
import * as listings from './index.ts'
import type { ListingRow } from './index.ts'

const endpoint = endpointsOf('Listings')

/** Builds the owner's view of a listing, with photos and stats. */
export const showListing = async (ctx: Core, row: ListingRow) =>
  presentListing(ctx, row, (await listings.listingDetailsOf(ctx, [row]))(row))

export const listingEndpoints = [
  // listed before `/listings/{id}`, because that path would otherwise match the paths of these endpoints
  endpoint({
    id: 'listListings',
    method: 'GET',
    path: '/listings',
    access: reads,
    summary: 'List and search your listings, most recently changed first',
    query: ListListings,
    answers: { 200: listOf(Listing) },
    handle: async (ctx, actor, { query }) => {
      const page = await listings.listListings(ctx, actor, query)
      const details = await listings.listingDetailsOf(ctx, page.rows)
      return ok(pageOf(page, query, (row) => presentListing(ctx, row, details(row))))
    },
  }),
  endpoint({
    id: 'createListing',
    method: 'POST',
    path: '/listings',
    effects: ['price', 'text'],
    access: lists,
    summary: 'Create a draft, or with `publish` a live listing',
    description:
      'With `publish: true`, the link is generated from the title. If a photo URL is invalid, the call fails and creates nothing. `param` then names the URL, such as `photo_urls[2]`. For the possible status changes, see [states](/docs/states#listing).',
    approvalText: '`listings.publish` and `listings.price` if `publish` is true, or `listings.price` alone if `research` is true',
    body: CreateListing,
    accepts: ['json', 'form'],
    answers: { 201: Listing },
    approvals: ({ body }) => approvalsToCreate(body),
    describeApproval: async (_ctx, _actor, { body }) => describeCreation(body),
    prepare: (ctx, actor, { body }) => listings.prepareListing(ctx, actor, body),
    handle: async (ctx, actor, { body }, photos) => {
      const row = await listings.createListing(ctx, actor, body, photos)
      return created(photos?.length ? await showListing(ctx, row) : presentListing(ctx, row, listings.EMPTY_DETAILS))
    },
  }),
  endpoint({
    id: 'putListing',
    method: 'PUT',
    path: '/listings/by-sku/{sku}',
    effects: ['price', 'text', 'money'],
    access: lists,
    summary: 'Create the listing with your SKU, or change it if it exists',
    description:
      'Returns 201 for a new listing and 200 for an existing one, so you can safely repeat the call. Fields that you omit keep their values. `photo_urls` and `prompt` apply only to a new listing.',
    approvalText:
      'the actions of `POST /listings` for a new listing, and those of `PATCH /listings/{id}` and, with `publish`, of `POST /listings/{id}/publish` for an existing one',
    params: SkuParams,
    body: PutListing,
    accepts: ['json', 'form'],
    answers: { 200: Listing, 201: Listing },
    approvals: ({ params, body }, ctx, actor) => approvalsToPut(ctx, actor, params.sku, body),
    describeApproval: (ctx, actor, { params, body }) => describePut(ctx, actor, params.sku, body),
    prepare: (ctx, actor, { params, body }) => preparePut(ctx, actor, params.sku, body),
    handle: async (ctx, actor, { params, body }, photos) => {
      const { row, isNew } = await putListing(ctx, actor, params.sku, body, photos)
      return (isNew ? created : ok)(await showListing(ctx, row))
    },
  }),
  endpoint({
    id: 'getListing',
    method: 'GET',
    path: '/listings/{id}',
    access: reads,
    summary: 'Get one of your listings',
    params: ListingParams,
    answers: { 200: Listing },
    handle: async (ctx, actor, { params }) => ok(await showListing(ctx, await listings.readListing(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'changeListing',
    method: 'PATCH',
    path: '/listings/{id}',
    effects: ['price', 'text'],
    access: lists,
    summary: 'Change the given fields of a listing; null clears a field',
    description:
      'Changes to a live listing are visible immediately. Changing a sold listing returns 409: relist it first. Clearing the title or the price of a live listing returns 400.',
    approvalText:
      '`listings.price` if the price, the lowest price or the shipping changes, `listings.publish` for other changes to a listing that is not a draft, `shops.floor` if the change switches offers on, and `offers.decline` if the change switches offers off while offers are open',
    params: ListingParams,
    body: ChangeListing,
    accepts: ['json', 'form'],
    answers: { 200: Listing },
    approvals: ({ params, body }, ctx, actor) => approvalsToChange(ctx, actor, params.id, body),
    describeApproval: (ctx, actor, { params, body }) => describeChange(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => ok(await showListing(ctx, await listings.changeListing(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'deleteListing',
    method: 'DELETE',
    path: '/listings/{id}',
    effects: ['loss', 'money', 'text'],
    access: lists,
    summary: 'Delete a listing that was never sold, with its photos',
    description: 'Deleting a listing that was ever sold returns 409.',
    approvalText: '`listings.delete`, and for `offers.decline` and `orders.refund` if this closes offers or refunds a deposit',
    params: ListingParams,
    accepts: [],
    answers: { 200: DeletedListing },
    approvals: async ({ params }, ctx, actor) => [{ action: 'listings.delete' }, ...(await approvalsToDelete(ctx, actor, params.id))],
    describeApproval: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'delete'),
    handle: async (ctx, actor, { params }) => {
      await listings.deleteListing(ctx, actor, params.id)
      return ok({ object: 'listing', id: params.id, deleted: true })
    },
  }),
  endpoint({
    id: 'publishListing',
    method: 'POST',
    path: '/listings/{id}/publish',
    effects: ['text', 'price'],
    access: lists,
    summary: 'Publish a draft; it needs a title and a price',
    description:
      'A listing without a title or a price returns 400, and `param` names the missing field. Publishing a live listing returns 200 and changes only its `visibility`, if you send one.',
    approvalText: '`listings.publish`, and for `listings.price` because the price becomes visible',
    params: ListingParams,
    body: PublishListing,
    accepts: ['json', 'form'],
    answers: { 200: Listing },
    approvals: approvalsToPublish,
    describeApproval: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'publish'),
    handle: async (ctx, actor, { params, body }) =>
      ok(await showListing(ctx, await listings.publishListing(ctx, actor, params.id, body.visibility))),
  }),
  endpoint({
    id: 'unpublishListing',
    method: 'POST',
    path: '/listings/{id}/unpublish',
    effects: ['money', 'text'],
    access: lists,
    summary: 'Unpublish a live listing: it becomes a draft and keeps its link',
    approvalText: '`offers.decline` and `orders.refund`, if this closes offers or refunds a deposit',
    params: ListingParams,
    accepts: [],
    answers: { 200: Listing },
    approvals: ({ params }, ctx, actor) => approvalsToDelete(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'unpublish'),
    handle: async (ctx, actor, { params }) => ok(await showListing(ctx, await listings.unpublishListing(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'markListingSold',
    method: 'POST',
    path: '/listings/{id}/mark-sold',
    effects: ['money', 'text'],
    access: lists,
    summary: 'Mark a live listing as sold elsewhere',
    description:
      'Use this for an item that you sold elsewhere. A sale through the service marks the listing automatically. This call sends no `listing.sold` event.',
    approvalText: '`offers.decline` and `orders.refund`, if this closes offers or refunds a deposit',
    params: ListingParams,
    accepts: [],
    answers: { 200: Listing },
    approvals: ({ params }, ctx, actor) => approvalsToDelete(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'mark_sold'),
    handle: async (ctx, actor, { params }) => ok(await showListing(ctx, await listings.markSold(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'relistListing',
    method: 'POST',
    path: '/listings/{id}/relist',
    effects: ['text', 'price'],
    access: lists,
    summary: 'Relist a sold listing or a draft at the same link',
    description: 'The listing needs a title and a price. While an order on it is unfinished, the response is 409.',
    approvalText: '`listings.publish`, and for `listings.price` because the price becomes visible',
    params: ListingParams,
    accepts: [],
    answers: { 200: Listing },
    approvals: approvalsToPublish,
    describeApproval: (ctx, actor, { params }) => describeOperation(ctx, actor, params.id, 'relist'),
    handle: async (ctx, actor, { params }) => ok(await showListing(ctx, await listings.relistListing(ctx, actor, params.id))),
  }),
]
