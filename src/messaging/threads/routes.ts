import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { presentMessage, presentThread } from './present.ts'
import { ListThreads, Message, ReadThread, SendMessage, StartThread, Thread, ThreadDetail, ThreadList, ThreadParams } from './schema.ts'
import * as messages from './index.ts'
import { startingSummary, startThread } from './start.ts'

const endpoint = endpointsOf('Messages')
/** Access for both parties: the seller needs the scope `messages`, the buyer needs `buying` (spec: completions 11). */
const access = { who: 'person', scope: ['messages', 'buying'] } as const
// every message needs approval, in either role (completions 3, `ask_first`)
const approvals = () => [{ action: 'messages.send' as const }]

export const threadEndpoints = [
  endpoint({
    id: 'listThreads',
    method: 'GET',
    path: '/threads',
    access,
    summary: 'List your conversations, newest message first; needs the scope `buying` as a buyer and `messages` as a seller',
    query: ListThreads,
    answers: { 200: ThreadList },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await messages.listThreads(ctx, actor, query), query, (seen) => presentThread(seen, seen.party))),
  }),
  endpoint({
    id: 'startThread',
    method: 'POST',
    path: '/threads',
    effects: ['text'],
    access: buys,
    summary: 'Send a message about a listing or to a shop; continues an existing conversation',
    description: 'Send `listing` or `shop`, not both.',
    approvalText: '`messages.send`',
    body: StartThread,
    accepts: ['json', 'form'],
    answers: { 201: Thread },
    approvals,
    describeApproval: (ctx, actor, { body }) => startingSummary(ctx, actor, body),
    handle: async (tx, actor, { body }) => {
      const { thread, message } = await startThread(tx, actor, body)
      return created(presentThread({ thread, last: message }, 'buyer'))
    },
  }),
  endpoint({
    id: 'getThread',
    method: 'GET',
    path: '/threads/{id}',
    access,
    summary: 'Get a conversation with its messages, oldest first',
    params: ThreadParams,
    query: ReadThread,
    answers: { 200: ThreadDetail },
    handle: async (ctx, actor, { params, query }) => ok((await messages.readPresentedThread(ctx, actor, params.id, query)).thread),
  }),
  endpoint({
    id: 'sendMessage',
    method: 'POST',
    path: '/threads/{id}/messages',
    effects: ['text'],
    access,
    summary: 'Send a message in a conversation',
    approvalText: '`messages.send`',
    params: ThreadParams,
    body: SendMessage,
    accepts: ['json', 'form'],
    answers: { 201: Message },
    approvals,
    describeApproval: (ctx, actor, { params, body }) => messages.sendingSummary(ctx, actor, params.id, body),
    handle: async (tx, actor, { params, body }) => {
      const { thread, message } = await messages.sendMessage(tx, actor, params.id, body)
      return created(presentMessage(thread, message))
    },
  }),
  endpoint({
    id: 'readThread',
    method: 'POST',
    path: '/threads/{id}/read',
    effects: [],
    access,
    summary: 'Mark a conversation as read',
    params: ThreadParams,
    accepts: [],
    answers: { 200: Thread },
    handle: async (tx, actor, { params }) => {
      const seen = await messages.markRead(tx, actor, params.id)
      return ok(presentThread(seen, seen.party))
    },
  }),
]
