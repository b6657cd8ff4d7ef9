import { created, endpoint, ok, type Endpoint } from '#lib/http/endpoint.ts'
import { list, listOf } from '#lib/http/fields.ts'
import { buyListing } from './buy.ts'
import { presentOrder } from './present.ts'
import { CreateOrder, ListOrders, Order, OrderParams } from './schema.ts'
import * as orders from './service.ts'

const tag = 'Orders'
const reads = { who: 'person', scope: 'read' } as const
const buys = { who: 'person', scope: 'buying' } as const

export const orderEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listOrders',
    method: 'GET',
    path: '/orders',
    tag,
    access: reads,
    summary: 'What you buy and sell, the newest first',
    query: ListOrders,
    answers: { 200: listOf(Order) },
    handle: async (ctx, actor, { query }) => {
      const { rows, total } = await orders.listOrders(ctx, actor, query)
      const steps = await orders.stepsOf(ctx, rows)
      return ok(
        list(
          rows.map((row) => presentOrder(ctx, row, steps(row), orders.sideOf(actor, row)!)),
          total,
          query.offset,
        ),
      )
    },
  }),
  endpoint({
    id: 'createOrder',
    method: 'POST',
    path: '/orders',
    tag,
    access: buys,
    summary: 'Order an item at its price: it is yours for 15 minutes, to be paid by then',
    body: CreateOrder,
    answers: { 201: Order },
    handle: async (ctx, actor, { body }) => created(await orders.shownOrder(ctx, actor, await buyListing(ctx, actor, body))),
  }),
  endpoint({
    id: 'getOrder',
    method: 'GET',
    path: '/orders/{id}',
    tag,
    access: reads,
    summary: 'One order, for its buyer and its seller',
    params: OrderParams,
    answers: { 200: Order },
    handle: async (ctx, actor, { params }) => ok(await orders.shownOrder(ctx, actor, params.id)),
  }),
]
