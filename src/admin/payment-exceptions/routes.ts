import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentMoneyCase } from './present.ts'
import { CloseMoneyCase, ListMoneyCases, MoneyCase, MoneyCaseParams } from './schema.ts'
import * as money from './index.ts'

const endpoint = endpointsOf('Operator')

export const paymentExceptionEndpoints = [
  endpoint({
    id: 'listMoneyCases',
    method: 'GET',
    path: '/operator/money',
    access: operates,
    summary: 'List payment exceptions, earliest deadline first: chargebacks, failed refunds, transfers and payouts, and disabled accounts',
    query: ListMoneyCases,
    answers: { 200: listOf(MoneyCase) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await money.listMoneyCases(ctx, actor, query), query, presentMoneyCase)),
  }),
  endpoint({
    id: 'getMoneyCase',
    method: 'GET',
    path: '/operator/money/{id}',
    access: operates,
    summary: 'Get a payment exception',
    params: MoneyCaseParams,
    answers: { 200: MoneyCase },
    handle: async (ctx, actor, { params }) => ok(presentMoneyCase(await money.readMoneyCase(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'closeMoneyCase',
    method: 'POST',
    path: '/operator/money/{id}/close',
    effects: ['money', 'text'],
    access: operates,
    summary: 'Close a payment exception: retry the transfer, record a payment by hand, or mark it as reviewed',
    params: MoneyCaseParams,
    body: CloseMoneyCase,
    answers: { 200: MoneyCase },
    handle: async (tx, actor, { params, body }) => ok(presentMoneyCase(await money.closeMoneyCase(tx, actor, params.id, body))),
  }),
]
