import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { REAL, type Tenant } from '#core/tenant.ts'
import type { Anonymous, Context, Person } from '#platform/context/index.ts'
import { ApiError, conflict, invalid } from '#platform/errors/index.ts'
import { startApp } from '#test/app.ts'
import type { ParsedBody } from './body.ts'
import type { Answer, AnyInput, Endpoint } from './endpoint.ts'
import { serve, type Call, type Credentials, type Gate, type Ready } from './pipeline.ts'

const app = await startApp({ after }, {}, undefined, 'web')
const now = app.service.ctx.now()
const ADDRESS = '192.0.2.7'
const ANONYMOUS: Anonymous = { kind: 'anonymous', address: ADDRESS }
const key = (more: Partial<Person> = {}) =>
  ({
    kind: 'key',
    keyKind: 'api',
    accountId: 'usr_1',
    tenant: REAL,
    credential: 'key_1',
    scopes: ['read'],
    askFirst: [],
    ...more,
  }) as unknown as Person
const session = (more: Partial<Person> = {}) => key({ kind: 'session', keyKind: 'session', credential: 'usr_1', ...more })

/** What happened in the order in which it happened, except for the request log. */
let calls: unknown[][] = []
let notes: Record<string, unknown>[] = []
let credentials: Credentials | null = null
beforeEach(() => {
  calls = []
  notes = []
})
const called = (...call: unknown[]) => void calls.push(call)
const ctx: Context = {
  ...app.service.ctx,
  now: () => now,
  rateLimits: {
    ...app.service.ctx.rateLimits,
    request: async (by) => (called('request', by), { RateLimit: 'some' }),
    take: async (_, action, name) => called('take', action, name),
  },
  usage: { ...app.service.ctx.usage, count: async (payer, at) => called('usage', payer, at) },
  requestLog: { ...app.service.ctx.requestLog, note: (entry) => void notes.push({ ...entry }) },
}
const NEEDED = [{ action: 'shops.floor' as const }]
const gateOf = (actor: Anonymous | Person | Error): Gate => ({
  authenticate: async (_, given) => {
    credentials = given
    if (actor instanceof Error) throw actor
    return actor
  },
  lock: async (_tx, { accountId }, { endpoint }) => called('lock', accountId, endpoint.id),
  requestApproval: async (_tx, { accountId }, { input }: Ready, requirements) => {
    called('approval', accountId, (input.body as { n?: number }).n, requirements)
    return { object: 'approval' }
  },
})

type Fields = Partial<Omit<Endpoint, 'handle'>> & { handle?: (input: AnyInput, by: Context) => Answer | Promise<Answer> }
const done = (body: unknown): Answer => ({ status: 200, body })
const endpointOf = ({ handle = ({ body }) => done(body), ...more }: Fields = {}): Endpoint =>
  ({
    id: 'probe',
    method: 'POST',
    path: '/probe',
    effects: [],
    access: { who: 'optional' },
    body: z.object({ n: z.number().optional() }),
    handle: async (by: Context, _actor: unknown, input: AnyInput) => handle(input, by),
    ...more,
  }) as unknown as Endpoint

type Sent = { body?: unknown; kind?: ParsedBody['kind']; files?: ParsedBody['files']; headers?: Record<string, string | string[]>; query?: string; path?: string } // prettier-ignore
/** Serves a call. Returns the answer, or the error, and the response headers. */
async function served(
  actor: Anonymous | Person | Error,
  fields: Fields = {},
  { body = {}, kind = 'json', files = [], headers = {}, query = '', path = '/v1/probe' }: Sent = {},
) {
  // prettier-ignore
  const given = { kind, value: body, files, cleanup: async () => called('cleanup') }
  const request = { headers: headers as Record<string, string>, given }
  const call: Call = { endpoint: endpointOf(fields), request, path, query, params: {}, address: ADDRESS, requestId: 'req_1', gone: () => new AbortController().signal, headers: {} } // prettier-ignore
  const result = await serve(ctx, gateOf(actor), call).then(
    ({ answer }) => ({ answer, error: null }),
    (error: unknown) => ({ answer: null, error: error as ApiError }),
  )
  return { ...result, headers: call.headers }
}
const names = () => calls.map(([name]) => name)

test('a request with a key counts toward the limits of the key and the usage of its account, and is logged for the key’s owner', async () => {
  const { answer, headers } = await served(key(), {}, { body: { n: 1 } })
  assert.deepEqual([answer?.body, headers], [{ n: 1 }, { RateLimit: 'some' }])
  assert.deepEqual(calls, [['request', { key: 'key_1' }], ['usage', 'usr_1', now], ['cleanup']]) // prettier-ignore
  const [{ ms, ...note }] = notes as [Record<string, unknown>]
  assert.ok(Number(ms) < 60_000 && Number.isInteger(ms))
  const logged = { id: 'req_1', accountId: 'usr_1', keyId: 'key_1', operation: 'probe', method: 'POST', path: '/v1/probe', at: now }
  assert.deepEqual(note, { ...logged, status: 200, error: null })
  await served(key(), { handle: () => Promise.reject(conflict('No.')) }) // prettier-ignore
  await served(key(), { handle: () => Promise.reject(new Error('a bug')) }) // prettier-ignore
  assert.deepEqual(notes.slice(1).map(({ status, error }) => [status, error]), [[409, 'conflict'], [500, 'server']]) // prettier-ignore
})

test('a request without a key counts toward the limit of its address, and only requests with a key are logged', async () => {
  await served(ANONYMOUS)
  assert.deepEqual(calls, [['request', { address: ADDRESS }], ['cleanup']]) // prettier-ignore
  await served(session())
  assert.deepEqual(names(), ['request', 'cleanup', 'request', 'usage', 'cleanup'])
  assert.equal(notes.length, 0)
})

test('some endpoints are free, count toward the strict limit of their network, or are deprecated', async () => {
  await served(key(), { free: true, strictRate: true })
  assert.deepEqual(calls, [['request', { key: 'key_1' }], ['take', 'entry', ADDRESS], ['cleanup']]) // prettier-ignore
  const { headers } = await served(key(), { deprecated: { since: '2026-01-01', until: '2027-02-01', instead: 'none' } })
  assert.match(headers['Deprecation'] ?? '', /^@\d+$/)
})

test('an action without a recent proof of identity is rejected if its endpoint needs one', async () => {
  const { error } = await served(session({ provedAt: null }), { proof: true })
  assert.deepEqual([error?.code, (await served(session({ provedAt: now }), { proof: true })).error], ['proof', null])
})

test('responses to test mode are marked, and a request that may not call the endpoint does not count as usage', async () => {
  const test_ = 'usr_2' as Tenant
  for (const [actor, livemode] of [
    [key({ tenant: test_ }), 'false'],
    [key(), undefined],
    [ANONYMOUS, undefined],
  ] as const)
    // prettier-ignore
    assert.equal((await served(actor)).headers['Livemode'], livemode)
  calls = []
  const { error } = await served(ANONYMOUS, { access: { who: 'person', scope: 'read' } })
  assert.deepEqual([error?.type, names()], ['authentication', ['request']])
})

test('a rejected credential counts toward the limit of its address', async () => {
  const refused = new ApiError('authentication', 'This key is revoked.')
  const { error, headers } = await served(refused)
  assert.deepEqual([error, headers, calls, notes], [refused, {}, [['request', { address: ADDRESS }]], []])
})

test('the credentials of a request are its headers, and whether it writes', async () => {
  const headers = { authorization: 'Bearer x', cookie: 'session=y', origin: 'https://a.test', 'test-account': ['buyer', 'seller'] }
  await served(key(), {}, { headers })
  const shared = { authorization: 'Bearer x', cookie: 'session=y', origin: 'https://a.test', testAccount: 'buyer', address: ADDRESS }
  assert.deepEqual(credentials, { ...shared, writes: true, evenSuspended: false })
  await served(key(), { method: 'GET', evenSuspended: true }, { headers: { ...headers, 'test-account': 'seller' } })
  assert.deepEqual(credentials, { ...shared, testAccount: 'seller', writes: false, evenSuspended: true })
  await served(key(), { access: { who: 'anyone' } }, { headers })
  assert.deepEqual(credentials, { ...shared, writes: true, evenSuspended: true })
})

test('an endpoint gets the client’s headers, and an anonymous caller’s browser', async () => {
  const seen: unknown[] = []
  const handle = ({ caller: { accept, cookie, userAgent } }: AnyInput) => (seen.push([accept, cookie, userAgent]), done({}))
  await served(key(), { handle })
  await served(key(), { handle }, { headers: { accept: 'text/csv', cookie: 'a=b', 'user-agent': 'curl' } })
  assert.deepEqual(seen, [['', '', null], ['text/csv', 'a=b', 'curl']]) // prettier-ignore
  const who: unknown[] = []
  const prepare = async (_: Context, actor: Anonymous | Person) => (
    who.push('userAgent' in actor ? actor.userAgent : null),
    { value: null }
  )
  for (const headers of [{}, { 'user-agent': 'curl' }]) for (const actor of [ANONYMOUS, key()]) await served(actor, { prepare } as Fields, { headers }) // prettier-ignore
  assert.deepEqual(who, ['', null, 'curl', null])
})

test('values of forms are converted, values of JSON are not, and unknown fields are named in a header', async () => {
  for (const [kind, result] of [
    ['form', { n: 7 }],
    ['multipart', { n: 7 }],
    ['json', 'n'],
  ] as const) {
    // prettier-ignore
    const { answer, error } = await served(key(), {}, { kind, body: { n: '7' } })
    assert.deepEqual(answer?.body ?? error?.param, result, kind)
  }
  assert.equal((await served(key(), {}, { body: { n: 1, other: 2 } })).headers['Ignored-Fields'], 'other')
  assert.ok(!('Ignored-Fields' in (await served(key(), {}, { body: { n: 1 } })).headers))
})

test('an endpoint with signed bodies limits only the networks of rejected requests, and names no unknown fields', async () => {
  const signed = 'Stripe-Signature'
  const { headers } = await served(ANONYMOUS, { signed }, { body: { other: 1 } })
  assert.deepEqual([headers, names()], [{}, ['cleanup']])
  for (const [error, isLimited] of [
    [invalid('n', 'n is wrong.'), true],
    [new ApiError('authentication', 'The signature is wrong.'), true],
    [conflict('Too early.'), false],
    [new ApiError('server', 'A failure.'), false],
    [new ApiError('unavailable', 'Later.'), false],
    [new Error('a bug'), false],
  ] as const) {
    calls = []
    await served(ANONYMOUS, { signed, handle: () => Promise.reject(error) }) // prettier-ignore
    assert.deepEqual(calls, [['cleanup'], ...(isLimited ? [['request', { unsigned: ADDRESS }]] : [])], String(error))
  }
  calls = []
  await served(ANONYMOUS, { handle: () => Promise.reject(invalid('n', 'n is wrong.')) }) // prettier-ignore
  assert.deepEqual(names(), ['request', 'cleanup'], 'other endpoints have no such limit')
})

test('an action that needs the owner’s approval waits for it, with or without a change while the records are locked', async () => {
  const agent = key({ askFirst: ['shops.floor'] })
  let checks: boolean[] = []
  const approvals = async () => (checks.shift() ? NEEDED : [])
  const handle = () => (called('handle'), done({}))
  const run = async (...results: boolean[]) => {
    checks = results
    calls = []
    const { answer } = await served(agent, { approvals, handle } as Fields, { body: { n: 5 } })
    return [answer!.status, ...calls.slice(2, -1)]
  }
  const request = [['lock', 'usr_1', 'probe'], ['approval', 'usr_1', 5, NEEDED]] // prettier-ignore
  assert.deepEqual(await run(true, true), [202, ...request])
  assert.deepEqual(await run(false, false), [200, ['lock', 'usr_1', 'probe'], ['handle']])
  assert.deepEqual(await run(false, true, true), [202, ['lock', 'usr_1', 'probe'], ...request])
  calls = []
  for (const [actor, fields] of [
    [agent, {}],
    [key(), { approvals: async () => NEEDED }],
    [ANONYMOUS, { approvals: async () => NEEDED }],
    [agent, { approvals: async () => [{ action: 'listings.publish' }] }],
  ] as const)
    // prettier-ignore
    assert.equal((await served(actor, { ...fields, handle } as Fields)).answer?.status, 200)
  assert.equal(calls.filter(([name]) => name === 'approval').length, 0)
  const failed = await served(agent, { approvals, handle: () => Promise.reject(conflict('No.')) } as Fields) // prettier-ignore
  assert.equal(failed.error?.type, 'conflict')
})

test('an action that acts before its transaction is recorded without a second check of the approval', async () => {
  const checks = [false, true]
  const fields = { approvals: async () => (checks.shift() ? NEEDED : []), actsInPrepare: true, handle: () => done({}) }
  assert.equal((await served(key({ askFirst: ['shops.floor'] }), fields as Fields)).answer?.status, 200)
  assert.ok(!names().includes('lock'))
})

test('a write runs in a transaction, unless its endpoint needs none, and a read never does', async () => {
  const handle = (_: AnyInput, by: Context) => done(by.db.isTransaction)
  const inside = async (fields: Fields) => (await served(key(), { handle, ...fields })).answer?.body
  assert.deepEqual([await inside({}), await inside({ transaction: 'none' }), await inside({ method: 'GET', body: undefined as never })], [true, false, false]) // prettier-ignore
})

test('a request with uploads cannot wait for an approval', async () => {
  const file = { field: 'photos', filename: 'a.jpg', path: '/nowhere', bytes: 1, declaredType: 'image/jpeg' }
  const { error } = await served(key({ askFirst: ['shops.floor'] }), { approvals: async () => NEEDED } as Fields, { files: [file] })
  assert.deepEqual([error?.type, error?.param], ['invalid_request', 'files'])
})

test('a write with an idempotency key is replayed to the same credential, and a read never is', async () => {
  let effects = 0
  const handle = () => done({ effects: ++effects })
  const post = async (actor: Anonymous | Person, more: Sent = {}, fields: Fields = {}) => {
    const { answer, error, headers } = await served(actor, { handle, ...fields }, { headers: { 'idempotency-key': 'k' }, ...more })
    const { effects: number } = (answer?.json === undefined ? answer?.body : JSON.parse(answer.json)) as { effects: number } | undefined ?? { effects: null } // prettier-ignore
    return error?.type ?? `${number}${headers['Idempotent-Replayed'] === 'true' ? ' again' : ''}`
  }
  assert.deepEqual([await post(key()), await post(key()), await post(session()), await post(ANONYMOUS), await post({ ...ANONYMOUS, address: '192.0.2.8' })], ['1', '1 again', '2', '3', '4']) // prettier-ignore
  assert.deepEqual([await post(ANONYMOUS), await post(session())], ['3 again', '2 again'])
  assert.deepEqual([await post(key(), { body: { n: 1 } }), await post(key(), { query: 'a=1' })], ['idempotency_mismatch', 'idempotency_mismatch']) // prettier-ignore
  assert.deepEqual([await post(key(), { path: '/v1/other' }), await post(key(), {}, { method: 'PATCH' })], ['5', '6'])
  const get = { method: 'GET' as const, body: undefined as never }
  assert.deepEqual([await post(key(), {}, get), await post(key(), {}, get), await post(key(), { headers: {} })], ['7', '8', '9'])
  assert.equal(ctx.presence.running.size, 0)
})

test('the contents of uploaded files belong to an idempotent request', async () => {
  const path = join(app.dataDir, 'upload')
  const post = async (text: string, filename = 'a.jpg', field = 'photos') => {
    await writeFile(path, text)
    const files = [{ field, filename, path, bytes: text.length, declaredType: 'image/jpeg' }]
    const { error, headers } = await served(key(), {}, { headers: { 'idempotency-key': 'files' }, files })
    return error?.type ?? headers['Idempotent-Replayed'] ?? 'first'
  }
  assert.deepEqual([await post('one'), await post('one'), await post('two'), await post('one', 'b.jpg'), await post('one', 'a.jpg', 'x')], ['first', 'true', ...Array.from({ length: 3 }, () => 'idempotency_mismatch')]) // prettier-ignore
})

test('a failed request, and a response with bytes or cookies, frees its idempotency key', async () => {
  const answers: Record<string, () => Answer | Promise<Answer>> = {
    bytes: () => ({ status: 200, body: {}, raw: { type: 'text/plain', bytes: Buffer.from('a') } }),
    cookie: () => ({ status: 200, body: {}, headers: { 'Set-Cookie': 'a=b' } }),
    error: () => Promise.reject(conflict('No.')), // prettier-ignore
  }
  for (const [name, handle] of Object.entries(answers)) {
    const send = (more: Sent = {}, fields: Fields = { handle }) => served(key(), fields, { headers: { 'idempotency-key': name }, ...more })
    await send()
    const again = await send({ body: { n: 2 } }, {})
    assert.deepEqual([again.error, again.answer?.body, again.headers['Idempotent-Replayed']], [null, { n: 2 }, undefined], name)
  }
  assert.equal(ctx.presence.running.size, 0)
})

test('a query repeats only names of lists, and has no control characters except newlines and tabs', async () => {
  const query = z.object({ q: z.string().optional(), tags: z.array(z.string()).optional() })
  const handle = (input: AnyInput) => done(input.query)
  const ask = async (text: string) => {
    const { answer, error } = await served(key(), { method: 'GET', query, body: undefined as never, handle }, { query: text })
    return answer?.body ?? error?.param
  }
  assert.deepEqual(await ask('q=a%0A%09b'), { q: 'a\n\tb' })
  assert.deepEqual([await ask('q=%00'), await ask('q=a%0Db'), await ask('q%01=a')], ['q', 'q', 'q?'])
  assert.deepEqual([await ask('q=a&q=b'), await ask('x=1&x=2')], ['q', 'x'])
  assert.deepEqual(await ask('tags=a&tags=b'), { tags: ['a', 'b'] })
  assert.deepEqual(await ask('tags[]=a&tags[]=b'), { tags: ['a', 'b'] })
  const pairs = (count: number) => Array.from({ length: count }, (_, n) => `x${n}=1`).join('&')
  assert.deepEqual(await ask(pairs(1_000)), {})
  const { error } = await served(key(), { method: 'GET', query, body: undefined as never }, { query: pairs(1_001) })
  assert.match(error!.message, /more than 1000 fields/)
})
