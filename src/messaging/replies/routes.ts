import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentReply } from './present.ts'
import { ChangeReply, CreateReply, DeletedReply, ListReplies, ReplyParams, SavedReply } from './schema.ts'
import * as replies from './index.ts'

const endpoint = endpointsOf('Messages')
const access = { who: 'person', scope: 'messages' } as const

export const replyEndpoints = [
  endpoint({
    id: 'listReplies',
    method: 'GET',
    path: '/replies',
    access,
    summary: 'List your saved replies by title',
    query: ListReplies,
    answers: { 200: listOf(SavedReply) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await replies.listReplies(ctx, actor, query), query, presentReply)),
  }),
  endpoint({
    id: 'createReply',
    method: 'POST',
    path: '/replies',
    effects: [],
    access,
    summary: 'Save a reply that you use often',
    description: `An account can have ${replies.MOST_REPLIES} saved replies. Saving another one returns 409. The service never sends a saved reply: insert its text into a message, replace the placeholders, and [send the message](/docs/api/sendMessage).`,
    body: CreateReply,
    answers: { 201: SavedReply },
    handle: async (ctx, actor, { body }) => created(presentReply(await replies.createReply(ctx, actor, body))),
  }),
  endpoint({
    id: 'getReply',
    method: 'GET',
    path: '/replies/{id}',
    access,
    summary: 'Get one of your saved replies',
    params: ReplyParams,
    answers: { 200: SavedReply },
    handle: async (ctx, actor, { params }) => ok(presentReply(await replies.readReply(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'changeReply',
    method: 'PATCH',
    path: '/replies/{id}',
    effects: [],
    access,
    summary: 'Change the title or the text of a saved reply',
    params: ReplyParams,
    body: ChangeReply,
    answers: { 200: SavedReply },
    handle: async (ctx, actor, { params, body }) => ok(presentReply(await replies.changeReply(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'deleteReply',
    method: 'DELETE',
    path: '/replies/{id}',
    effects: [],
    access,
    accepts: [],
    summary: 'Delete a saved reply; sent messages stay',
    params: ReplyParams,
    answers: { 200: DeletedReply },
    handle: async (ctx, actor, { params }) => {
      await replies.deleteReply(ctx, actor, params.id)
      return ok({ object: 'reply', id: params.id, deleted: true })
    },
  }),
]
