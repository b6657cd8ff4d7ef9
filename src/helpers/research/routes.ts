import { approvalsToResearch, describeEdit } from '#catalog/listings/index.ts'
import { accepted, endpointsOf, lists, ok, reads } from '#platform/http/endpoint.ts'
import { presentRun } from './present.ts'
import { ResearchParams, ResearchRun, StartResearch } from './schema.ts'
import * as research from './index.ts'

const endpoint = endpointsOf('Helpers')

export const researchEndpoints = [
  endpoint({
    id: 'startResearch',
    method: 'POST',
    path: '/listings/{id}/research',
    effects: ['price', 'text'],
    access: lists,
    summary: 'Look up what a listing is and what it is worth, in the background; a run at work is answered as it is',
    description:
      'Answers 202 with a run. A run touched less than 3 minutes ago is answered with 200 as it is. What you typed yourself is never overwritten.',
    approvalText: '`listings.price`, and `listings.publish` unless it is a draft',
    params: ResearchParams,
    body: StartResearch,
    accepts: ['json', 'form'],
    answers: { 200: ResearchRun, 202: ResearchRun },
    approvals: ({ params }, ctx, actor) => approvalsToResearch(ctx, actor, params.id),
    describeApproval: (ctx, actor, { params }) => describeEdit(ctx, actor, params.id, 'Look up, and fill in what is empty of,'),
    handle: async (ctx, actor, { params, body }) => {
      const { run, isNew } = await research.startResearch(ctx, actor, params.id, body.prompt ?? null)
      return (isNew ? accepted : ok)(presentRun(run))
    },
  }),
  endpoint({
    id: 'getResearch',
    method: 'GET',
    path: '/listings/{id}/research',
    access: reads,
    summary: 'The last research of a listing: its steps as they happen, and then its result',
    params: ResearchParams,
    answers: { 200: ResearchRun },
    handle: async (ctx, actor, { params }) => ok(presentRun(await research.lastResearch(ctx, actor, params.id))),
  }),
]
