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
    summary: 'List your OAuth apps',
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
    summary: `Create an OAuth app; at most ${apps.MAX_APPS} per account`,
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
    summary: 'Get one of your apps, with its most recent requests and webhooks',
    description: 'Shows the requests that the app made, but not the users for whom it acted. Requests are stored for 30 days.',
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
    summary: 'Change the name or the redirect URIs of an app',
    description:
      'Users who have authorized the app stay connected. A new redirect URI needs proof of identity within 15 minutes (403 `proof`). Removing one immediately ends all the app’s authorizations: codes, tokens and refresh tokens.',
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
    summary: 'Delete an app; this immediately ends all its authorizations',
    params: AppParams,
    accepts: [],
    answers: { 200: DeletedApp },
    handle: async (tx, actor, { params }) => {
      await apps.deleteApp(tx, actor, params.id)
      return ok({ object: 'app', id: params.id, deleted: true })
    },
  }),
]
