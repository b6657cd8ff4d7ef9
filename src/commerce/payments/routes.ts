import { endpointsOf, ok, sells } from '#platform/http/endpoint.ts'
import { pageOf } from '#platform/http/fields.ts'
import * as accounts from './accounts.ts'
import { presentPayout, presentPayoutAccount } from './present.ts'
import { ListPayouts, PayoutAccount, PayoutList } from './schema.ts'

const endpoint = endpointsOf('Payouts')

export const paymentEndpoints = [
  endpoint({
    id: 'listPayouts',
    method: 'GET',
    path: '/payouts',
    access: sells,
    summary: 'List your payouts, due and sent, newest first',
    query: ListPayouts,
    answers: { 200: PayoutList },
    handle: async (ctx, actor, { query }) => {
      const { ready, ...page } = await accounts.listPayouts(ctx, actor, query)
      return ok(pageOf(page, query, (row) => presentPayout(row, ready)))
    },
  }),
  endpoint({
    id: 'getPayoutAccount',
    method: 'GET',
    path: '/payouts/account',
    access: sells,
    summary: 'Get your payout account',
    answers: { 200: PayoutAccount },
    handle: async (ctx, actor) => ok(presentPayoutAccount(await accounts.readPayoutAccount(ctx, actor))),
  }),
  endpoint({
    id: 'openPayoutAccount',
    method: 'POST',
    path: '/payouts/account',
    effects: ['money', 'data'],
    access: sells,
    proof: true,
    summary: 'Open your payout account, or continue its setup at `url`',
    approvalText: '`orders.refund`',
    accepts: [],
    answers: { 200: PayoutAccount },
    transaction: 'none',
    // requires the same approval as a refund, because anyone who can open the payout account can redirect the seller's money
    approvals: () => [{ action: 'orders.refund' }],
    describeApproval: () => 'Open the account that receives your payouts, or continue its setup. Anyone with the link can fill it in.',
    handle: async (ctx, actor) => ok(presentPayoutAccount(await accounts.openPayoutAccount(ctx, actor))),
  }),
]
