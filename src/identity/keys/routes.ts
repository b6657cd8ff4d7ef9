import type { SandboxRole } from '#core/tenant.ts'
import type { Person } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import { created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { list, listOf } from '#platform/http/fields.ts'
import { presentKey } from './present.ts'
import { CreateKey, DeletedKey, Key, KeyParams, NewKey } from './schema.ts'
import * as keys from './index.ts'

const endpoint = endpointsOf('Keys')

/**
 * Returns the test account that will own a new key. A session that shows test data can create only test keys. Errors: 400 `test_account`
 * for a live key.
 */
function testAccountOf({ livemode, test_account }: CreateKey, { testRole }: Person): SandboxRole | undefined {
  if (testRole !== undefined) return test_account ?? testRole
  if (!livemode) return test_account ?? 'seller'
  if (test_account !== undefined) throw invalid('test_account', 'test_account applies to test keys only: send livemode: false with it.')
  return undefined
}

const session = { who: 'session' } as const

export const keyEndpoints = [
  endpoint({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    access: session,
    alsoTest: true,
    summary: 'List your keys, without their secrets',
    answers: { 200: listOf(Key) },
    handle: async (ctx, actor) => {
      const rows = await keys.listKeys(ctx, actor)
      return ok(list(rows.map(presentKey)))
    },
  }),
  endpoint({
    id: 'createKey',
    method: 'POST',
    path: '/keys',
    effects: ['data'],
    access: session,
    alsoTest: true,
    proof: true,
    summary: 'Create a key; its secret is shown once',
    description:
      'A key cannot create another key: this needs a signed-in session. For `kind: "agent"` the response contains `link`, the URL to give to the agent; see [agents](/docs/agents).',
    body: CreateKey,
    answers: { 201: NewKey },
    handle: async (ctx, actor, { body }) => {
      const { row, secret } = await keys.makeKey(ctx, actor, {
        name: body.name,
        kind: body.kind,
        scopes: body.scopes,
        askFirst: body.ask_first,
        maxOfferCents: body.max_offer,
        maxDayCents: body.max_day,
        testAccount: testAccountOf(body, actor),
        expiresAt: body.expires_at === undefined || body.expires_at === null ? body.expires_at : new Date(body.expires_at),
      })
      return created({ ...presentKey(row), secret, link: row.kind === 'agent' ? `${ctx.config.programsUrl}/agent/${secret}` : null })
    },
  }),
  endpoint({
    id: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{id}',
    effects: ['loss'],
    access: session,
    alsoTest: true,
    summary: 'Revoke a key immediately',
    params: KeyParams,
    accepts: [],
    answers: { 200: DeletedKey },
    handle: async (ctx, actor, { params }) => {
      await keys.revokeKey(ctx, actor, params.id)
      return ok({ object: 'key', id: params.id, deleted: true })
    },
  }),
]
