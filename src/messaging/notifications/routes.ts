import { endpointsOf, ok, reads } from '#platform/http/endpoint.ts'
import { presentNotices } from './present.ts'
import { ChangeNotices, Notices } from './schema.ts'
import * as notices from './index.ts'

const endpoint = endpointsOf('Account')

export const notificationEndpoints = [
  endpoint({
    id: 'listNotices',
    method: 'GET',
    path: '/notices',
    access: reads,
    summary: 'List your notification settings',
    answers: { 200: Notices },
    handle: async (ctx, actor) => ok(presentNotices(await notices.listSwitches(ctx, actor))),
  }),
  endpoint({
    id: 'changeNotices',
    method: 'PATCH',
    path: '/notices',
    effects: [],
    access: { who: 'session' },
    evenSuspended: true,
    accepts: ['json', 'form'],
    summary: 'Switch kinds of email and push notification on or off; send only the changed ones',
    body: ChangeNotices,
    answers: { 200: Notices },
    handle: async (ctx, actor, { body }) => ok(presentNotices(await notices.changeSwitches(ctx, actor, body))),
  }),
]
