import { ofListing } from '#catalog/browse/index.ts'
import { created, endpointsOf, lists, ok, reads, type ApprovalRequirement } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { presentQuestion } from './present.ts'
import {
  ChangeQuestion,
  CreateQuestion,
  DeletedQuestion,
  ListingParams,
  ListQuestions,
  Question,
  QuestionList,
  QuestionParams,
} from './schema.ts'
import * as questions from './index.ts'

const endpoint = endpointsOf('Listings')
const marketEndpoint = endpointsOf('Marketplace')

const WRITES: ApprovalRequirement[] = [{ action: 'messages.send' }]

export const questionEndpoints = [
  marketEndpoint({
    id: 'listPublicQuestions',
    method: 'GET',
    path: '/market/listings/{id}/questions',
    access: { who: 'optional' },
    market: true,
    summary: 'List the public questions about a listing with the owner’s answers, oldest first',
    params: ListingParams,
    query: ListQuestions,
    answers: { 200: QuestionList },
    handle: async (ctx, actor, { params, query }) => {
      const { detail, page } = await questions.listPublicQuestions(ctx, actor, params.id, query)
      return { ...ok(pageOf(page, query, presentQuestion)), cachePolicy: { subjects: ofListing(detail), untilMs: Infinity } }
    },
  }),
  endpoint({
    id: 'listQuestions',
    method: 'GET',
    path: '/listings/{id}/questions',
    access: reads,
    summary: 'List the public questions about your listing, oldest first',
    params: ListingParams,
    query: ListQuestions,
    answers: { 200: QuestionList },
    handle: async (ctx, actor, { params, query }) =>
      ok(pageOf(await questions.listOwnQuestions(ctx, actor, params.id, query), query, presentQuestion)),
  }),
  endpoint({
    id: 'createQuestion',
    method: 'POST',
    path: '/listings/{id}/questions',
    effects: ['text'],
    access: lists,
    summary: 'Publish a question and your answer on a listing',
    description: `The page of the listing shows both to everyone, without the name of the person who asked. A listing can have ${questions.MAX_QUESTIONS} questions. Publishing another one returns 409.`,
    approvalText: '`messages.send`',
    params: ListingParams,
    body: CreateQuestion,
    accepts: ['json', 'form'],
    answers: { 201: Question },
    approvals: () => WRITES,
    describeApproval: (ctx, actor, { params, body }) => questions.describeCreation(ctx, actor, params.id, body),
    handle: async (tx, actor, { params, body }) => created(presentQuestion(await questions.createQuestion(tx, actor, params.id, body))),
  }),
  endpoint({
    id: 'changeQuestion',
    method: 'PATCH',
    path: '/listings/{id}/questions/{questionId}',
    effects: ['text'],
    access: lists,
    summary: 'Change a public question or its answer',
    approvalText: '`messages.send`',
    params: QuestionParams,
    body: ChangeQuestion,
    accepts: ['json', 'form'],
    answers: { 200: Question },
    approvals: () => WRITES,
    describeApproval: (ctx, actor, { params, body }) => questions.describeChange(ctx, actor, params.id, params.questionId, body),
    handle: async (tx, actor, { params, body }) =>
      ok(presentQuestion(await questions.changeQuestion(tx, actor, params.id, params.questionId, body))),
  }),
  endpoint({
    id: 'deleteQuestion',
    method: 'DELETE',
    path: '/listings/{id}/questions/{questionId}',
    effects: ['loss'],
    access: lists,
    summary: 'Delete a public question with its answer',
    approvalText: '`listings.delete`',
    params: QuestionParams,
    accepts: [],
    answers: { 200: DeletedQuestion },
    approvals: () => [{ action: 'listings.delete' }],
    describeApproval: (ctx, actor, { params }) => questions.describeDeletion(ctx, actor, params.id, params.questionId),
    handle: async (tx, actor, { params }) => {
      await questions.deleteQuestion(tx, actor, params.id, params.questionId)
      return ok({ object: 'question', id: params.questionId, deleted: true })
    },
  }),
]
