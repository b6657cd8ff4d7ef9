import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import * as carts from './index.ts'
import { CartParams, CreateCart, ProtocolAnswer, PutCart } from './schema.ts'

const endpoint = endpointsOf('Open commerce')

/** Cart endpoints of the Universal Commerce Protocol, which `src/ucp` mounts. */
export const cartEndpoints = [
  endpoint({
    id: 'createCart',
    method: 'POST',
    path: '/carts',
    effects: [],
    access: buys,
    summary: 'Create a cart; nothing is reserved',
    body: CreateCart,
    answers: { 201: ProtocolAnswer },
    handle: async (ctx, actor, { body }) => {
      const { row, notes } = await carts.beginCart(ctx, actor, body)
      return created(await carts.presentCart(ctx, actor, row, notes))
    },
  }),
  endpoint({
    id: 'getCart',
    method: 'GET',
    path: '/carts/{id}',
    access: buys,
    summary: 'Get a cart at current prices',
    params: CartParams,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => ok(await carts.presentCart(ctx, actor, await carts.readCart(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'updateCart',
    method: 'PUT',
    path: '/carts/{id}',
    effects: [],
    access: buys,
    summary: 'Replace the contents of a cart',
    params: CartParams,
    body: PutCart,
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params, body }) => {
      const { row, notes } = await carts.changeCart(ctx, actor, params.id, body)
      return ok(await carts.presentCart(ctx, actor, row, notes))
    },
  }),
  endpoint({
    id: 'cancelCart',
    method: 'POST',
    path: '/carts/{id}/cancel',
    effects: [],
    access: buys,
    summary: 'Cancel a cart',
    params: CartParams,
    accepts: [],
    answers: { 200: ProtocolAnswer },
    handle: async (ctx, actor, { params }) => {
      const { expires_at: _over, ...cart } = await carts.presentCart(ctx, actor, await carts.endCart(ctx, actor, params.id))
      return ok(cart)
    },
  }),
]
