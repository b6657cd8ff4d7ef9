import { endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentChat, presentReply } from './present.ts'
import { ChatMessage, ChatParams, ChatReply, ListChat, SendChat } from './schema.ts'
import * as chat from './index.ts'
import type { ChatEvent } from './index.ts'
import { asServerSentEvents } from './sse.ts'

const endpoint = endpointsOf('Listing agent')

export const listingAgentEndpoints = [
  endpoint({
    id: 'sendChat',
    method: 'POST',
    path: '/listings/{id}/chat',
    effects: [],
    access: lists,
    summary: 'Send a message to the listing agent, which can change the listing',
    description:
      'Streams the server-sent events `text`, `change` and `done`. With `Accept: application/json`, returns one JSON response at the end. A reply takes at most 5 steps. Without a model key, the response is 503.',
    params: ChatParams,
    body: SendChat,
    answers: { 200: ChatReply },
    media: ['text/event-stream'],
    transaction: 'none',
    handle: async (ctx, actor, { params, body, caller }) => {
      const events = await chat.sendChat(ctx, actor, params.id, body.message, caller.gone())
      return wantsJson(caller.accept) ? inOnePiece(events) : streamed(events)
    },
  }),
  endpoint({
    id: 'listChat',
    method: 'GET',
    path: '/listings/{id}/chat',
    access: reads,
    summary: 'List the messages of a listing’s chat, newest first',
    params: ChatParams,
    query: ListChat,
    answers: { 200: listOf(ChatMessage) },
    handle: async (ctx, actor, { params, query }) => ok(pageOf(await chat.listChat(ctx, actor, params.id, query), query, presentChat)),
  }),
]

const wantsJson = (accept: string): boolean => /\bapplication\/json\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept)

const streamed = (events: AsyncGenerator<ChatEvent, void, undefined>) => ({
  status: 200 as const,
  body: undefined,
  // tells proxies not to buffer the stream
  headers: { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
  raw: { type: 'text/event-stream', bytes: asServerSentEvents(events) },
})

async function inOnePiece(events: AsyncGenerator<ChatEvent, void, undefined>) {
  let last: ChatEvent | undefined
  for await (const event of events) last = event
  return ok(presentReply(last?.event === 'done' ? last : { message: null, error: null }))
}
