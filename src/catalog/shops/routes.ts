import type { Context } from '#platform/context/index.ts'
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

const shown = async (ctx: Context, row: ShopRow) => presentShop(ctx, row, (await shops.countsOf(ctx, [row]))(row))

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
      'The slug is lower-case letters, digits and inner hyphens; upper case is folded. Reserved words are 400, a slug in use is 409 with `param: "slug"`.',
    approvalText: '`listings.publish`, unless it is private',
    body: CreateShop,
    accepts: ['json', 'form'],
    answers: { 201: Shop },
    approvals: ({ body }) => (body.visibility === 'private' ? [] : PUBLISH),
    describeApproval: (_ctx, _actor, { body }) => `Open the shop ${quoteName(body.name)} at ${body.slug}.`,
    handle: async (ctx, actor, { body }) => created(await shown(ctx, await shops.openShop(ctx, actor, body))),
  }),
  endpoint({
    id: 'getShop',
    method: 'GET',
    path: '/shops/{slug}',
    access: reads,
    summary: 'One of your shops, with its stats',
    params: ShopParams,
    answers: { 200: ShopWithStats },
    handle: async (ctx, actor, { params }) => {
      const row = await shops.readShop(ctx, actor, params.slug)
      const counts = await shops.countsOf(ctx, [row])
      return ok(presentShopWithStats(ctx, row, counts(row), await shops.statsOf(ctx, row)))
    },
  }),
  endpoint({
    id: 'changeShop',
    method: 'PATCH',
    path: '/shops/{slug}',
    effects: ['price', 'text', 'money'],
    access: writes,
    summary: 'Change a shop; another slug moves it to a new address',
    description:
      'A new `slug` moves the shop: the old address redirects, and stays reserved for you for 30 days. The settings of the helpers are sent flat and come back under `agent`.',
    approvalText:
      '`shops.floor` when it can sell for less, `listings.publish` when more or other words are in sight, `messages.send` when its helper begins to answer, and, when it leaves the market, `offers.decline` for offers and `orders.refund` for deposits that end with it',
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
    summary: 'Delete a shop with its listings and their photos; refused once it has sales',
    description: 'Cannot be undone. A shop that has sales is 409: pause it instead.',
    approvalText: '`shops.delete`, and `offers.decline` and `orders.refund` for offers and deposits that end with it',
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
    summary: 'Set the picture of a shop, as a file or by address',
    approvalText: '`listings.publish` unless the shop is private, and `shops.delete` where it takes the place of another',
    params: ShopParams,
    body: SetPicture,
    accepts: ['json', 'form', 'multipart'],
    answers: { 200: Shop },
    files: { name: 'picture', words: 'A picture of up to 10 MB.' },
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
    summary: 'Take the picture of a shop away',
    approvalText: '`shops.delete`',
    params: ShopParams,
    accepts: [],
    answers: { 200: Shop },
    approvals: ({ params }, ctx, actor) => approvalsToSetPicture(ctx, actor, params.slug),
    describeApproval: (ctx, actor, { params }) => describePicture(ctx, actor, params.slug, null),
    handle: async (ctx, actor, { params }) => ok(await shown(ctx, await shops.setPicture(ctx, actor, params.slug, null))),
  }),
]
