import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { list, listOf } from '#platform/http/fields.ts'
import { presentApp, presentAppRequest, presentAppWebhook } from './present.ts'
import { AppDetail, AppParams, ChangeApp, CreateApp, DeletedApp, OwnApp } from './schema.ts'
import * as apps from './index.ts'

const endpoint = endpointsOf('Apps')
const session = { who: 'session' } as const

export const appEndpoints = [
  endpoint({
    id: 'listApps',
    method: 'GET',
    path: '/apps',
    access: session,
    summary: 'List the apps that you made for others to allow',
    answers: { 200: listOf(OwnApp) },
    handle: async (ctx, actor) => {
      const rows = await apps.listApps(ctx, actor)
      return ok(list(rows.map(presentApp)))
    },
  }),
  endpoint({
    id: 'createApp',
    method: 'POST',
    path: '/apps',
    effects: [],
    access: session,
    summary: `Make an app that people can allow by OAuth; at most ${apps.MAX_APPS}`,
    description: 'Its `id` is the `client_id`; there is no secret. See [OAuth](/docs/oauth).',
    body: CreateApp,
    answers: { 201: OwnApp },
    handle: async (tx, actor, { body }) => created(presentApp(await apps.createApp(tx, actor, body))),
  }),
  endpoint({
    id: 'getApp',
    method: 'GET',
    path: '/apps/{id}',
    access: session,
    summary: 'One of your apps, with its last requests and the webhooks that it set',
    description: 'What it did for those who allow it, never for whom. Requests are kept for 30 days.',
    params: AppParams,
    answers: { 200: AppDetail },
    handle: async (ctx, actor, { params }) => {
      const { app, requests, webhooks } = await apps.readAppDetail(ctx, actor, params.id)
      return ok({ ...presentApp(app), requests: requests.map(presentAppRequest), webhooks: webhooks.map(presentAppWebhook) })
    },
  }),
  endpoint({
    id: 'changeApp',
    method: 'PATCH',
    path: '/apps/{id}',
    effects: [],
    access: session,
    summary: 'Change the name or the addresses of an app',
    description:
      'Who allowed it goes on. A new address needs a proof of the person within 15 minutes (403 `proof`). An address that you take away ends every yes to the app at once: codes, tokens and refresh tokens.',
    params: AppParams,
    body: ChangeApp,
    answers: { 200: OwnApp },
    handle: async (tx, actor, { params, body }) => ok(presentApp(await apps.changeApp(tx, actor, params.id, body))),
  }),
  endpoint({
    id: 'deleteApp',
    method: 'DELETE',
    path: '/apps/{id}',
    effects: ['loss'],
    access: session,
    summary: 'Delete an app: every yes to it ends at once',
    params: AppParams,
    accepts: [],
    answers: { 200: DeletedApp },
    handle: async (tx, actor, { params }) => {
      await apps.deleteApp(tx, actor, params.id)
      return ok({ object: 'app', id: params.id, deleted: true })
    },
  }),
]
