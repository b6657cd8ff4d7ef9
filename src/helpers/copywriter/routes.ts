import { approvalsToEdit, describeEdit, presentListing } from '#catalog/listings/index.ts'
import { endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentTake, presentCopy } from './present.ts'
import { Listing, ListTakes, Take, TakeParams, WordsAnswer, WordsParams, WriteWords } from './schema.ts'
import * as words from './index.ts'

const endpoint = endpointsOf('Words')

export const copywriterEndpoints = [
  endpoint({
    id: 'writeWords',
    method: 'POST',
    path: '/listings/{id}/words',
    effects: [],
    access: lists,
    summary: 'Write a title, one-liner, description and teaser in a tone; the listing changes only when you use a take',
    description: 'Without a model key, or if the model fails, the response is 200 with `take: null` and a `message`.',
    params: WordsParams,
    body: WriteWords,
    accepts: ['json', 'form'],
    answers: { 200: WordsAnswer },
    transaction: 'none',
    handle: async (ctx, actor, { params, body }) => ok(presentCopy(await words.writeCopy(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'listTakes',
    method: 'GET',
    path: '/listings/{id}/words',
    access: reads,
    summary: 'List the takes of a listing, newest first',
    params: WordsParams,
    query: ListTakes,
    answers: { 200: listOf(Take) },
    handle: async (ctx, actor, { params, query }) => ok(pageOf(await words.listTakes(ctx, actor, params.id, query), query, presentTake)),
  }),
  endpoint({
    id: 'useTake',
    method: 'POST',
    path: '/listings/{id}/words/{take}/use',
    effects: ['text'],
    access: lists,
    summary: 'Use a take: copy its text into the listing',
    approvalText: '`listings.publish`, unless the listing is a draft',
    params: TakeParams,
    accepts: [],
    answers: { 200: Listing },
    approvals: ({ params }, ctx, actor) => approvalsToEdit(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Change the text of'),
    handle: async (ctx, actor, { params }) => {
      const row = await words.useTake(ctx, actor, params.id, params.take)
      return ok(presentListing(ctx, row, (await words.listingDetailsOf(ctx, [row]))(row)))
    },
  }),
]
