import type { Effect } from '#core/effects.ts'
import type { MeasureKind } from './rules.ts'
import { created, endpointsOf, ok, operates, reads } from '#platform/http/endpoint.ts'
import { list, listOf, pageOf } from '#platform/http/fields.ts'
import { answerAppeal, appeal, listAppeals } from './appeals.ts'
import { presentAppeal, presentMeasure, presentOwnedMeasure } from './present.ts'
import {
  AnswerAppeal,
  Appeal,
  AppealParams,
  ListAppeals,
  ListMeasures,
  Measure,
  MeasureParams,
  OperatorAppeal,
  OperatorMeasure,
  Reason,
  SubjectParams,
  WriteAppeal,
} from './schema.ts'
import * as measures from './index.ts'

const endpoint = endpointsOf('Operator')
const ownEndpoint = endpointsOf('Account')

const takes = <const I extends string>(
  id: I,
  path: `/operator/${string}`,
  kind: MeasureKind,
  summary: string,
  effects: readonly Effect[] = ['loss', 'text'],
) =>
  endpoint({
    id,
    method: 'POST',
    effects,
    path,
    access: operates,
    summary,
    params: SubjectParams,
    body: Reason,
    answers: { 201: Measure },
    handle: async (tx, actor, { params, body }) =>
      created(presentMeasure(await measures.takeMeasure(tx, actor, { kind, id: params.id, reason: body.reason }), [])),
  })

export const moderationEndpoints = [
  takes('hideListing', '/operator/listings/{id}/hide', 'listing', 'Hide a listing from everyone except its owner, who receives the reason'),
  takes(
    'requestChange',
    '/operator/listings/{id}/request-change',
    'change',
    'Ask the owner to change a listing; nothing is hidden, and the owner receives the reason',
    ['text'],
  ),
  takes('suspendShop', '/operator/shops/{id}/suspend', 'shop', 'Suspend a shop, so that only its owner can see it'),
  takes(
    'suspendAccount',
    '/operator/accounts/{id}/suspend',
    'account',
    'Suspend an account: hides its shops and blocks changes; open orders continue',
  ),
  takes(
    'warnReported',
    '/operator/reports/{id}/warn',
    'warning',
    'Answer a report with a warning to the reported person; nothing is hidden',
    ['text'],
  ),
  endpoint({
    id: 'listMeasures',
    method: 'GET',
    path: '/operator/measures',
    access: operates,
    summary: 'List moderation actions, newest first',
    query: ListMeasures,
    answers: { 200: listOf(OperatorMeasure) },
    handle: async (ctx, actor, { query }) => {
      const page = await measures.listMeasures(ctx, actor, query)
      const appealsOf = await measures.appealsOf(ctx, page.rows)
      return ok(pageOf(page, query, (row) => presentOwnedMeasure(row, appealsOf(row))))
    },
  }),
  endpoint({
    id: 'liftMeasure',
    method: 'POST',
    path: '/operator/measures/{id}/lift',
    effects: ['text'],
    access: operates,
    summary: 'Lift a moderation action, with a reason',
    params: MeasureParams,
    body: Reason,
    answers: { 200: Measure },
    handle: async (tx, actor, { params, body }) => {
      const row = await measures.liftMeasure(tx, actor, params.id, body.reason)
      return ok(presentMeasure(row, (await measures.appealsOf(tx, [row]))(row)))
    },
  }),
  endpoint({
    id: 'listAppeals',
    method: 'GET',
    path: '/operator/appeals',
    access: operates,
    summary: 'List appeals, oldest first',
    query: ListAppeals,
    answers: { 200: listOf(OperatorAppeal) },
    handle: async (ctx, actor, { query }) => {
      const { measureOf, ...page } = await listAppeals(ctx, actor, query)
      return ok(pageOf(page, query, (row) => ({ ...presentAppeal(row), against: presentOwnedMeasure(measureOf(row), []) })))
    },
  }),
  endpoint({
    id: 'answerAppeal',
    method: 'POST',
    path: '/operator/appeals/{id}/answer',
    effects: ['text'],
    access: operates,
    summary: 'Answer an appeal: uphold or lift the action, with a reason',
    params: AppealParams,
    body: AnswerAppeal,
    answers: { 200: Appeal },
    handle: async (tx, actor, { params, body }) => ok(presentAppeal(await answerAppeal(tx, actor, params.id, body))),
  }),
  ownEndpoint({
    id: 'listOwnMeasures',
    method: 'GET',
    path: '/measures',
    access: reads,
    summary: 'List moderation actions on your account, with their reasons',
    answers: { 200: listOf(Measure) },
    handle: async (ctx, actor) => {
      const rows = await measures.measuresOf(ctx, actor)
      const appealsOf = await measures.appealsOf(ctx, rows)
      return ok(list(rows.map((row) => presentMeasure(row, appealsOf(row)))))
    },
  }),
  ownEndpoint({
    id: 'appealMeasure',
    method: 'POST',
    path: '/measures/{id}/appeal',
    effects: ['text'],
    access: { who: 'session' },
    evenSuspended: true,
    summary: 'Appeal a moderation action; a person reads and answers it',
    params: MeasureParams,
    body: WriteAppeal,
    answers: { 201: Appeal },
    handle: async (tx, actor, { params, body }) => created(presentAppeal(await appeal(tx, actor, params.id, body.body))),
  }),
]
