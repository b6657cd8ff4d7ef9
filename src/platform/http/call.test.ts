import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { REAL } from '#core/tenant.ts'
import type { Anonymous, Context, Person, Tx } from '#platform/context/index.ts'
import { conflict } from '#platform/errors/index.ts'
import { startApp } from '#test/app.ts'
import { answerTo, call, createIdempotently, validateBody } from './call.ts'
import type { AnyInput, Defined, Endpoint } from './endpoint.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const now = app.service.ctx.now()
let taken: unknown[] = []
beforeEach(() => {
  taken = []
})
const ctx: Context = {
  ...app.service.ctx,
  now: () => now,
  rateLimits: { ...app.service.ctx.rateLimits, take: async (_, action, name) => void taken.push([action, name]) },
}
const viewer = { kind: 'session', keyKind: 'session', accountId: 'usr_1', tenant: REAL, credential: 'usr_1', scopes: ['read'], askFirst: [], provedAt: null } as unknown as Person // prettier-ignore
const ANONYMOUS: Anonymous = { kind: 'anonymous', address: '192.0.2.7' }
const endpointOf = (more: Partial<Endpoint> = {}) =>
  ({
    id: 'probe',
    method: 'POST',
    path: '/probe',
    effects: [],
    access: { who: 'optional' },
    params: z.object({ id: z.string().optional() }),
    query: z.object({ limit: z.number().optional() }),
    body: z.object({ n: z.number().optional() }),
    handle: async (_: Context, _actor: unknown, { params, query, body, files, caller }: AnyInput) => ({ status: 201, body: [params, query, body, files.length, caller.userAgent] }), // prettier-ignore
    ...more,
  }) as unknown as Defined
type Sent = Parameters<typeof answerTo>[3]
const answer = (endpoint: Defined, actor: Anonymous | Person = viewer, sent?: object) => answerTo(ctx, actor, endpoint, sent as Sent)

test('a page calls an endpoint with strings, which are converted and validated like a form', async () => {
  const file = { field: 'a', filename: 'a', path: '/nowhere', bytes: 1, declaredType: 'text/plain' }
  const sent = { params: { id: 'x' }, query: { limit: '5' }, body: { n: '7' }, files: [file], caller: { userAgent: 'curl' } }
  assert.deepEqual(await answer(endpointOf(), viewer, sent), { status: 201, body: [{ id: 'x' }, { limit: 5 }, { n: 7 }, 1, 'curl'] })
  assert.deepEqual(await call(ctx, viewer, endpointOf()), [{}, {}, {}, 0, null])
  await assert.rejects(answer(endpointOf(), viewer, { body: { n: 'many' } }), { type: 'invalid_request', param: 'n' })
  assert.deepEqual(validateBody(endpointOf(), { n: '7' }), { n: 7 })
})

test('a call from a page has the access checks, the proof of identity and the strict limit of a request', async () => {
  await assert.rejects(answer(endpointOf({ access: { who: 'person', scope: 'shops' } })), { type: 'permission', code: 'scope' })
  await assert.rejects(answer(endpointOf({ access: { who: 'person', scope: 'read' } }), ANONYMOUS), { type: 'authentication' })
  await assert.rejects(answer(endpointOf({ proof: true })), { type: 'permission', code: 'proof' })
  assert.equal((await answer(endpointOf({ proof: true }), { ...viewer, provedAt: now })).status, 201)
  await answer(endpointOf(), ANONYMOUS)
  assert.deepEqual(taken, [])
  await answer(endpointOf({ strictRate: true }), ANONYMOUS)
  assert.deepEqual(taken, [['entry', '192.0.2.7']])
})

test('a form that is sent twice creates one record, and a failed form creates none', async () => {
  let made = 0
  const make = async (_: Tx): Promise<string> => `rec_${++made}`
  const once = (key: string, title = 'Coat') => ({ path: '/new', key, content: { title } })
  assert.deepEqual([await createIdempotently(ctx, viewer, null, make), await createIdempotently(ctx, viewer, null, make)], ['rec_1', 'rec_2']) // prettier-ignore
  assert.deepEqual([await createIdempotently(ctx, viewer, once('a'), make), await createIdempotently(ctx, viewer, once('a'), make)], ['rec_3', 'rec_3']) // prettier-ignore
  await assert.rejects(createIdempotently(ctx, viewer, once('a', 'Hat'), make), { type: 'idempotency_mismatch' })
  await assert.rejects(createIdempotently(ctx, viewer, once('b'), () => Promise.reject(conflict('No.'))), { type: 'conflict' }) // prettier-ignore
  assert.equal(await createIdempotently(ctx, viewer, once('b', 'Corrected'), make), 'rec_4')
  assert.equal(await createIdempotently(ctx, { ...viewer, accountId: 'usr_2' }, once('a'), make), 'rec_5')
  assert.equal(ctx.presence.running.size, 0)
})
