import { endpointsOf, ok, operates } from '#platform/http/endpoint.ts'
import { takePicture } from '#catalog/photos/index.ts'
import { presentSettings } from './present.ts'
import { ChangeSettings, MarketSettings, SetLogo } from './schema.ts'
import * as settings from './index.ts'

const endpoint = endpointsOf('Operator')

export const settingsEndpoints = [
  endpoint({
    id: 'getMarketSettings',
    method: 'GET',
    path: '/operator/settings',
    access: operates,
    summary: 'Get the settings of the marketplace, and where each comes from',
    answers: { 200: MarketSettings },
    handle: async (ctx, actor) => ok(presentSettings(ctx, await settings.readSettings(ctx, actor))),
  }),
  endpoint({
    id: 'changeMarketSettings',
    method: 'PATCH',
    path: '/operator/settings',
    effects: ['text'],
    access: operates,
    summary: 'Change the settings of the marketplace; null restores a default',
    description: 'A change takes effect within seconds. A new fee applies to orders that are placed from then on.',
    body: ChangeSettings,
    answers: { 200: MarketSettings },
    handle: async (tx, actor, { body }) => ok(presentSettings(tx, await settings.changeSettings(tx, actor, body))),
  }),
  endpoint({
    id: 'setMarketLogo',
    method: 'PUT',
    path: '/operator/settings/logo',
    effects: ['text', 'loss'],
    access: operates,
    summary: 'Set the logo of the marketplace, as a file or by URL',
    body: SetLogo,
    accepts: ['json', 'form', 'multipart'],
    answers: { 200: MarketSettings },
    files: { name: 'picture', description: 'Picture of up to 10 MB.' },
    prepare: async (ctx, _actor, { body, files }) => ({ value: await takePicture(ctx, files, body.url) }),
    handle: async (tx, actor, _input, picture) => ok(presentSettings(tx, await settings.setLogo(tx, actor, picture))),
  }),
  endpoint({
    id: 'removeMarketLogo',
    method: 'DELETE',
    path: '/operator/settings/logo',
    effects: ['text', 'loss'],
    access: operates,
    summary: 'Remove the logo of the marketplace',
    accepts: [],
    answers: { 200: MarketSettings },
    handle: async (tx, actor) => ok(presentSettings(tx, await settings.setLogo(tx, actor, null))),
  }),
]
