import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { privateImage } from '#platform/http/private-image.ts'
import { presentMessage, presentThread } from './present.ts'
import {
  GetMessagePhoto,
  ListThreads,
  Message,
  MessagePhotoParams,
  ReadThread,
  SendMessage,
  StartThread,
  Thread,
  ThreadDetail,
  ThreadList,
  ThreadParams,
} from './schema.ts'
import * as messages from './index.ts'
import { prepareThread, startingSummary, startThread } from './start.ts'

const endpoint = endpointsOf('Messages')
/** Access for both parties: the seller needs the scope `messages`, the buyer needs `buying` (spec: completions 11). */
const access = { who: 'person', scope: ['messages', 'buying'] } as const
// every message needs approval, in either role (completions 3, `ask_first`)
const approvals = () => [{ action: 'messages.send' as const }]

const FILES = { name: 'photos', many: true, description: 'Up to 4 photos of up to 10 MB each.' } as const

export const threadEndpoints = [
  endpoint({
    id: 'listThreads',
    method: 'GET',
    path: '/threads',
    access,
    guests: true,
    summary: 'List your conversations, newest message first; needs the scope `buying` as a buyer and `messages` as a seller',
    query: ListThreads,
    answers: { 200: ThreadList },
    handle: async (ctx, actor, { query }) =>
      ok(pageOf(await messages.listThreads(ctx, actor, query), query, (seen) => presentThread(ctx, seen, seen.party))),
  }),
  endpoint({
    id: 'startThread',
    method: 'POST',
    path: '/threads',
    effects: ['text'],
    access: buys,
    guests: true,
    summary: 'Send a message about a listing or to a shop, with up to 4 photos; continues an existing conversation',
    description: 'Send `listing` or `shop`, not both. A message has a text, photos, or both.',
    approvalText: '`messages.send`',
    body: StartThread,
    accepts: ['json', 'form', 'multipart'],
    files: FILES,
    answers: { 201: Thread },
    approvals,
    describeApproval: (ctx, actor, { body }) => startingSummary(ctx, actor, body),
    prepare: (ctx, actor, { body, files }) => prepareThread(ctx, actor, body, files),
    handle: async (tx, actor, { body }, photos) => {
      const { thread, message } = await startThread(tx, actor, body, photos)
      return created(presentThread(tx, { thread, last: message }, 'buyer'))
    },
  }),
  endpoint({
    id: 'getThread',
    method: 'GET',
    path: '/threads/{id}',
    access,
    guests: true,
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
    guests: true,
    summary: 'Send a message in a conversation, with up to 4 photos as files or by URL',
    description: 'A message has a text, photos, or both. Only the two people in the conversation can open the photos.',
    approvalText: '`messages.send`',
    params: ThreadParams,
    body: SendMessage,
    accepts: ['json', 'form', 'multipart'],
    files: FILES,
    answers: { 201: Message },
    approvals,
    describeApproval: (ctx, actor, { params, body }) => messages.sendingSummary(ctx, actor, params.id, body),
    prepare: (ctx, actor, { params, body, files }) => messages.prepareMessage(ctx, actor, params.id, body, files),
    handle: async (tx, actor, { params, body }, photos) => {
      const { thread, message } = await messages.sendMessage(tx, actor, params.id, body, photos)
      return created(presentMessage(tx, thread, message))
    },
  }),
  endpoint({
    id: 'getMessagePhoto',
    method: 'GET',
    path: '/threads/{id}/messages/{message}/photos/{number}',
    access,
    guests: true,
    summary: 'Get a photo of a message as one of the two people in the conversation',
    description: 'The operator can open the photos of a conversation that was reported.',
    params: MessagePhotoParams,
    query: GetMessagePhoto,
    answers: { 200: null },
    media: ['image/webp'],
    handle: async (ctx, actor, { params, query }) => privateImage(await messages.openMessagePhoto(ctx, actor, params, query.size)),
  }),
  endpoint({
    id: 'readThread',
    method: 'POST',
    path: '/threads/{id}/read',
    effects: [],
    access,
    guests: true,
    summary: 'Mark a conversation as read',
    params: ThreadParams,
    accepts: [],
    answers: { 200: Thread },
    handle: async (tx, actor, { params }) => {
      const seen = await messages.markRead(tx, actor, params.id)
      return ok(presentThread(tx, seen, seen.party))
    },
  }),
]
