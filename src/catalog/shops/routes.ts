import type { Core } from '#platform/context/index.ts'
import { quoteName } from '#core/quoted-name.ts'
import { takePicture } from '#catalog/photos/index.ts'
import { created, endpointsOf, ok, reads, type ApprovalRequirement } from '#platform/http/endpoint.ts'
import { list, listOf } from '#platform/http/fields.ts'
import { approvalsToChangeShop, approvalsToDeleteShop, approvalsToSetPicture, describePicture, describeShopChange } from './approvals.ts'
import { presentShop, presentShopWithStats } from './present.ts'
import { ChangeShop, CreateShop, DeletedShop, SetPicture, Shop, ShopParams, ShopWithStats } from './schema.ts'
import * as shops from './index.ts'
import type { ShopRow } from './index.ts'

const endpoint = endpointsOf('Shops')
const writes = { who: 'person', scope: 'shops' } as const

const PUBLISH: ApprovalRequirement[] = [{ action: 'listings.publish' }]

const shown = async (ctx: Core, row: ShopRow) => presentShop(ctx, row, (await shops.countsOf(ctx, [row]))(row))

export const shopEndpoints = [
  endpoint({
    id: 'listShops',
    method: 'GET',
    path: '/shops',
    access: reads,
    summary: 'List your shops, oldest first',
    answers: { 200: listOf(Shop) },
    handle: async (ctx, actor) => {
      const rows = await shops.listShops(ctx, actor)
      const counts = await shops.countsOf(ctx, rows)
      return ok(list(rows.map((row) => presentShop(ctx, row, counts(row)))))
    },
  }),
  endpoint({
    id: 'createShop',
    method: 'POST',
    path: '/shops',
    effects: ['text'],
    access: writes,
    summary: 'Open a shop',
    description:
      'The slug consists of lower-case letters, digits and inner hyphens; upper case is converted to lower case. A reserved word returns 400; a slug in use returns 409 with `param: "slug"`.',
    approvalText: '`listings.publish`, unless the shop is private',
    body: CreateShop,
    accepts: ['json', 'form'],
    answers: { 201: Shop },
    approvals: ({ body }) => (body.visibility === 'private' ? [] : PUBLISH),
    describeApproval: (_ctx, _actor, { body }) => `Open the shop ${quoteName(body.name)} with the slug ${body.slug}.`,
    handle: async (ctx, actor, { body }) => created(await shown(ctx, await shops.openShop(ctx, actor, body))),
  }),
  endpoint({
    id: 'getShop',
    method: 'GET',
    path: '/shops/{slug}',
    access: reads,
    summary: 'Get one of your shops, with its statistics',
    params: ShopParams,
    answers: { 200: ShopWithStats },
    handle: async (ctx, actor, { params }) => {
      const row = await shops.readShop(ctx, actor, params.slug)
      const stats = await shops.statsOf(ctx, [row])
      return ok(presentShopWithStats(ctx, row, stats(row)))
    },
  }),
  endpoint({
    id: 'changeShop',
    method: 'PATCH',
    path: '/shops/{slug}',
    effects: ['price', 'text', 'money'],
    access: writes,
    summary: 'Change a shop; a new slug changes its URL',
    description:
      'A new `slug` changes the shop’s URL. The old URL redirects and stays reserved for you for 30 days. Send the helper settings as top-level fields; the response has them under `agent`.',
    approvalText:
      '`shops.floor` if the change lets the shop sell for less, `listings.publish` if new or changed text becomes visible, `messages.send` if the change switches on the shop’s helper, and `offers.decline` and `orders.refund` if the change removes the shop from the marketplace and so closes offers or refunds deposits',
    params: ShopParams,
    body: ChangeShop,
    accepts: ['json', 'form'],
    answers: { 200: Shop },
    approvals: ({ params, body }, ctx, actor) => approvalsToChangeShop(ctx, actor, params.slug, body),
    describeApproval: (ctx, actor, { params, body }) => describeShopChange(ctx, actor, params.slug, body),
    handle: async (ctx, actor, { params, body }) => ok(await shown(ctx, await shops.changeShop(ctx, actor, params.slug, body))),
  }),
  endpoint({
    id: 'deleteShop',
    method: 'DELETE',
    path: '/shops/{slug}',
    effects: ['loss', 'money', 'text'],
    access: writes,
    summary: 'Delete a shop without sales, with its listings and their photos',
    description: 'This cannot be undone. Deleting a shop with sales returns 409: pause the shop instead.',
    approvalText: '`shops.delete`, and for `offers.decline` and `orders.refund` if this closes offers or refunds deposits',
    params: ShopParams,
    accepts: [],
    answers: { 200: DeletedShop },
    approvals: ({ params }, ctx, actor) => approvalsToDeleteShop(ctx, actor, params.slug),
    describeApproval: (ctx, actor, { params }) => shops.describeDeletion(ctx, actor, params.slug),
    handle: async (ctx, actor, { params }) => {
      const { slug } = await shops.deleteShop(ctx, actor, params.slug)
      return ok({ object: 'shop', slug, deleted: true })
    },
  }),
  endpoint({
    id: 'setShopPicture',
    method: 'PUT',
    path: '/shops/{slug}/picture',
    effects: ['text', 'loss'],
    access: writes,
    summary: 'Set the picture of a shop, as a file or by URL',
    approvalText: '`listings.publish` unless the shop is private, and for `shops.delete` if this replaces a picture',
    params: ShopParams,
    body: SetPicture,
    accepts: ['json', 'form', 'multipart'],
    answers: { 200: Shop },
    files: { name: 'picture', description: 'Picture of up to 10 MB.' },
    approvals: ({ params }, ctx, actor) => approvalsToSetPicture(ctx, actor, params.slug),
    describeApproval: (ctx, actor, { params, body }) => describePicture(ctx, actor, params.slug, body.url ?? ''),
    prepare: async (ctx, actor, { params, body, files }) => {
      await shops.readShop(ctx, actor, params.slug)
      return { value: await takePicture(ctx, files, body.url) }
    },
    handle: async (ctx, actor, { params }, picture) => ok(await shown(ctx, await shops.setPicture(ctx, actor, params.slug, picture))),
  }),
  endpoint({
    id: 'removeShopPicture',
    method: 'DELETE',
    path: '/shops/{slug}/picture',
    effects: ['loss', 'text'],
    access: writes,
    summary: 'Remove the picture of a shop',
    approvalText: '`shops.delete`',
    params: ShopParams,
    accepts: [],
    answers: { 200: Shop },
    approvals: ({ params }, ctx, actor) => approvalsToSetPicture(ctx, actor, params.slug),
    describeApproval: (ctx, actor, { params }) => describePicture(ctx, actor, params.slug, null),
    handle: async (ctx, actor, { params }) => ok(await shown(ctx, await shops.setPicture(ctx, actor, params.slug, null))),
  }),
]
