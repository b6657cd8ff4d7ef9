import { buys, created, endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { takeInvitation } from '#commerce/sale/take-invitation.ts'
import { approvalsToInvite, describeInvite, describeTaking } from './approvals.ts'
import { declineInvitation, withdrawInvitation } from './decline.ts'
import { inviteLikers } from './invite.ts'
import { presentReceived, presentSent } from './present.ts'
import { Invitation, InvitationParams, Invite, InvitedListingParams, ListInvitations, TakeInvitation } from './schema.ts'
import * as invitations from './index.ts'

const endpoint = endpointsOf('Offers')
const selling = { who: 'person', scope: 'offers' } as const

export const invitationEndpoints = [
  endpoint({
    id: 'inviteLikers',
    method: 'POST',
    path: '/listings/{id}/invitations',
    effects: ['money', 'text'],
    access: selling,
    summary: 'Offer a listing for less to the people who like it; the first person to take it gets the order',
    description:
      'An invitation is open for 48 hours. It reaches people who liked the listing at least an hour ago, have no open offer on it, and were not invited to it in the last 7 days. If there are none, the response is 409. A listing has one open invitation, and an account sends at most 50 in 24 hours.',
    approvalText: '`offers.invite`, and for `messages.send` if there is a note',
    params: InvitedListingParams,
    body: Invite,
    answers: { 201: Invitation },
    approvals: ({ body }) => approvalsToInvite(body),
    describeApproval: (ctx, actor, { params, body }) => describeInvite(ctx, actor, params.id, body),
    handle: async (ctx, actor, { params, body }) => created(presentSent(ctx, await inviteLikers(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'listInvitations',
    method: 'GET',
    path: '/invitations',
    access: reads,
    summary: 'List the invitations that you received (or sent, with `role=seller`), newest first',
    query: ListInvitations,
    answers: { 200: listOf(Invitation) },
    handle: async (ctx, actor, { query }) =>
      ok(
        query.role === 'seller'
          ? pageOf(await invitations.listSent(ctx, actor, query), query, (row) => presentSent(ctx, row))
          : pageOf(await invitations.listReceived(ctx, actor, query), query, (row) => presentReceived(ctx, row)),
      ),
  }),
  endpoint({
    id: 'takeInvitation',
    method: 'POST',
    path: '/invitations/{id}/take',
    effects: ['money'],
    access: buys,
    summary:
      'Take an invitation: order the item at the amount of the invitation, or at its price if that is lower, to be paid within 15 minutes',
    description: 'If another person has already taken the item, the response is 409. No helper can call this.',
    approvalText: '`buying.pay`',
    params: InvitationParams,
    body: TakeInvitation,
    answers: { 200: Invitation },
    approvals: async ({ params, body }, ctx, actor) => [
      { action: 'buying.pay', amountCents: (await describeTaking(ctx, actor, params.id, body)).amountCents },
    ],
    describeApproval: async (ctx, actor, { params, body }) => (await describeTaking(ctx, actor, params.id, body)).summary,
    handle: async (ctx, actor, { params, body }) => ok(presentReceived(ctx, await takeInvitation(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'declineInvitation',
    method: 'POST',
    path: '/invitations/{id}/decline',
    effects: [],
    access: buys,
    summary: 'Decline an invitation that you received',
    params: InvitationParams,
    accepts: [],
    answers: { 200: Invitation },
    handle: async (ctx, actor, { params }) => ok(presentReceived(ctx, await declineInvitation(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'withdrawInvitation',
    method: 'POST',
    path: '/invitations/{id}/withdraw',
    effects: [],
    access: selling,
    summary: 'Withdraw an invitation that you sent',
    params: InvitationParams,
    accepts: [],
    answers: { 200: Invitation },
    handle: async (ctx, actor, { params }) => ok(presentSent(ctx, await withdrawInvitation(ctx, actor, params.id))),
  }),
]
