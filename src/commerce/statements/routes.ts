import { endpointsOf, ok, sells } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import { exportStatement, listLines, listStatements, readBalance, readStatement } from './index.ts'
import { presentBalanceNow, presentLine, presentStatement } from './present.ts'
import { Balance, ListLines, ListStatements, Statement, StatementLineList, StatementList, StatementParams } from './schema.ts'

const endpoint = endpointsOf('Payouts')

export const statementEndpoints = [
  endpoint({
    id: 'getBalance',
    method: 'GET',
    path: '/balance',
    access: sells,
    summary: 'Get your balance: money earned, expected, on hold and paid out',
    answers: { 200: Balance },
    handle: async (ctx, actor) => ok(presentBalanceNow(await readBalance(ctx, actor))),
  }),
  endpoint({
    id: 'listStatements',
    method: 'GET',
    path: '/statements',
    access: sells,
    summary: 'List your monthly statements, newest first',
    description: 'Months without a change of your balance are left out. Months follow UTC.',
    query: ListStatements,
    answers: { 200: StatementList },
    handle: async (ctx, actor, { query }) => ok(pageOf(await listStatements(ctx, actor, query), query, presentStatement)),
  }),
  endpoint({
    id: 'getStatement',
    method: 'GET',
    path: '/statements/{period}',
    access: sells,
    summary: 'Get your statement of a month or a year',
    params: StatementParams,
    answers: { 200: Statement },
    handle: async (ctx, actor, { params }) => ok(presentStatement(await readStatement(ctx, actor, params.period))),
  }),
  endpoint({
    id: 'listStatementLines',
    method: 'GET',
    path: '/statements/{period}/lines',
    access: sells,
    summary: 'List every change of your balance in a month or a year, oldest first',
    description: 'The amounts of all lines add up to the amounts of the statement.',
    params: StatementParams,
    query: ListLines,
    answers: { 200: StatementLineList },
    handle: async (ctx, actor, { params, query }) => ok(pageOf(await listLines(ctx, actor, params.period, query), query, presentLine)),
  }),
  endpoint({
    id: 'exportStatement',
    method: 'GET',
    path: '/statements/{period}/export',
    access: sells,
    summary: 'Export the lines of your statement as a CSV',
    params: StatementParams,
    answers: { 200: null },
    media: ['text/csv'],
    handle: async (ctx, actor, { params }) => ({
      status: 200,
      body: null,
      raw: { type: 'text/csv; charset=utf-8', bytes: await exportStatement(ctx, actor, params.period) },
      headers: { 'Content-Disposition': `attachment; filename="statement-${params.period}.csv"` },
    }),
  }),
]
