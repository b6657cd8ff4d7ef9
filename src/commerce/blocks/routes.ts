import { buys, endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { presentBlock } from './present.ts'
import { Block, BlockList, DeletedBlock, ListBlocks, OrderParams, StoreParams, ThreadParams } from './schema.ts'
import * as blocks from './index.ts'

const endpoint = endpointsOf('Messages')
/** As for conversations, both parties have access, but each party's key needs a different scope (spec: completions 11). */
const inThread = { who: 'person', scope: ['messages', 'buying'] } as const
const inOrder = { who: 'person', scope: ['orders', 'buying'] } as const
const description =
  'New messages, offers, holds, orders and follows between the two of you are refused with 409 `unavailable`. Open offers close. Open orders and paid holds continue, and both of you can still write about an open order. The other person is not notified of the block. Repeating the call changes nothing.'
const approvalText = '`offers.decline`, if this closes offers that you received'

export const blockEndpoints = [
  endpoint({
    id: 'blockThread',
    method: 'PUT',
    path: '/threads/{id}/block',
    effects: ['text'],
    access: inThread,
    accepts: [],
    summary: 'Block the other person in a conversation',
    description,
    approvalText,
    params: ThreadParams,
    answers: { 200: Block },
    approvals: ({ params }, ctx, actor) => blocks.approvalsToBlock(ctx, actor, { thread: params.id }),
    describeApproval: (ctx, actor, { params }) => blocks.describeBlock(ctx, actor, { thread: params.id }),
    handle: async (tx, actor, { params }) => ok(presentBlock(await blocks.block(tx, actor, { thread: params.id }))),
  }),
  endpoint({
    id: 'unblockThread',
    method: 'DELETE',
    path: '/threads/{id}/block',
    effects: [],
    access: inThread,
    accepts: [],
    summary: 'Unblock the other person in a conversation',
    description: 'Removes only your own block. Repeating the call changes nothing.',
    params: ThreadParams,
    answers: { 200: DeletedBlock },
    handle: async (tx, actor, { params }) => {
      await blocks.unblock(tx, actor, { thread: params.id })
      return ok({ object: 'block', deleted: true })
    },
  }),
  endpoint({
    id: 'blockOrder',
    method: 'PUT',
    path: '/orders/{id}/block',
    effects: ['text'],
    access: inOrder,
    accepts: [],
    summary: 'Block the other person in an order',
    description,
    approvalText,
    params: OrderParams,
    answers: { 200: Block },
    approvals: ({ params }, ctx, actor) => blocks.approvalsToBlock(ctx, actor, { order: params.id }),
    describeApproval: (ctx, actor, { params }) => blocks.describeBlock(ctx, actor, { order: params.id }),
    handle: async (tx, actor, { params }) => ok(presentBlock(await blocks.block(tx, actor, { order: params.id }))),
  }),
  endpoint({
    id: 'unblockOrder',
    method: 'DELETE',
    path: '/orders/{id}/block',
    effects: [],
    access: inOrder,
    accepts: [],
    summary: 'Unblock the other person in an order',
    description: 'Removes only your own block. Repeating the call changes nothing.',
    params: OrderParams,
    answers: { 200: DeletedBlock },
    handle: async (tx, actor, { params }) => {
      await blocks.unblock(tx, actor, { order: params.id })
      return ok({ object: 'block', deleted: true })
    },
  }),
  endpoint({
    id: 'blockStore',
    method: 'PUT',
    path: '/market/stores/{slug}/block',
    effects: ['text'],
    access: buys,
    accepts: [],
    summary: 'Block the owner of a store',
    description,
    approvalText,
    params: StoreParams,
    answers: { 200: Block },
    approvals: ({ params }, ctx, actor) => blocks.approvalsToBlock(ctx, actor, { store: params.slug }),
    describeApproval: (ctx, actor, { params }) => blocks.describeBlock(ctx, actor, { store: params.slug }),
    handle: async (tx, actor, { params }) => ok(presentBlock(await blocks.block(tx, actor, { store: params.slug }))),
  }),
  endpoint({
    id: 'unblockStore',
    method: 'DELETE',
    path: '/market/stores/{slug}/block',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Unblock the owner of a store',
    description: 'Removes only your own block. Repeating the call changes nothing.',
    params: StoreParams,
    answers: { 200: DeletedBlock },
    handle: async (tx, actor, { params }) => {
      await blocks.unblock(tx, actor, { store: params.slug })
      return ok({ object: 'block', deleted: true })
    },
  }),
  endpoint({
    id: 'listBlocks',
    method: 'GET',
    path: '/blocks',
    access: reads,
    summary: 'List the people you have blocked, most recently blocked first',
    query: ListBlocks,
    answers: { 200: BlockList },
    handle: async (ctx, actor, { query }) => ok(pageOf(await blocks.listBlocks(ctx, actor, query), query, presentBlock)),
  }),
]
