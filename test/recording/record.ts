import assert from 'node:assert/strict'
import { EVENT_TYPES, SCOPES } from '#core/scopes.ts'
import { ENDPOINTS } from '#api/index.ts'
import type { Examples, Recorded } from '#platform/http/openapi/recorded.ts'
import { startApp, type Reply } from '#test/app.ts'
import { operationAt } from '#test/contract.ts'
import { startModel } from '#test/fakes/model.ts'
import { ACCESS_MATRIX, sceneOf, type Request, type World } from '#test/law.ts'
import { tour, type Toured } from '#test/tour/tour.ts'
import { mind } from './mind.ts'
import { SENT } from './requests.ts'
import { steady, untilMonday } from './steady.ts'

type Call = { path: string; body?: unknown; status: number; answer: unknown }

/**
 * Records the examples for the API reference. First runs the tour, which creates records that form one story. Then sends one request for
 * each remaining operation, built from the access rules. If the operation can require approval, also sends a request with a key that
 * requires it.
 */
export async function recordExamples(t: { after(stop: () => Promise<void>): void }): Promise<Examples> {
  const app = await startApp(t, { ...(await startModel(t, mind)).env, FIRECRAWL_API_KEY: 'not asked' })
  await app.advance(Math.ceil(untilMonday(app.service.ctx.now()) / 1000))
  const begin = app.service.ctx.now().getTime()
  const calls = new Map<string, Map<number, Call>>()
  const record = (method: string, call: Call): void => {
    const id = operationAt(method, `/v1${call.path}`)?.operation.operationId
    if (id === undefined || call.status >= 300 || typeof call.answer !== 'object') return
    const known = calls.get(id) ?? new Map<number, Call>()
    const first = known.get(call.status)
    if (first === undefined || isBrief(method, first.answer)) known.set(call.status, call)
    calls.set(id, known)
  }
  const { deliveries } = await listening(app.programsUrl, record, () => tour({ site: app.programsUrl, print: () => {} }))
  await byMatrix(app, calls, record)
  return writtenDown(calls, deliveries, steady({ site: app.programsUrl, begin }))
}

async function listening<T>(site: string, record: (method: string, call: Call) => void, during: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const response = await real(input, init)
    const address = input instanceof Request ? input.url : input.toString()
    if (address.startsWith(`${site}/v1/`) && response.headers.get('content-type')?.startsWith('application/json')) {
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
      record(init?.method ?? 'GET', {
        path: address.slice(`${site}/v1`.length),
        body,
        status: response.status,
        answer: await response.clone().json(),
      })
    }
    return response
  }
  try {
    return await during()
  } finally {
    globalThis.fetch = real
  }
}

async function byMatrix(
  app: World['app'],
  calls: ReadonlyMap<string, ReadonlyMap<number, Call>>,
  record: (method: string, call: Call) => void,
) {
  const owner = await app.signUp('Ana')
  const outsider = await app.signUp('Theo')
  const scene = sceneOf(app, owner, outsider, 'Listing bot')
  const once = async (id: string, key?: string): Promise<Reply> => {
    const { method, may, request } = ACCESS_MATRIX[id]!
    const { path, session, ...rest } = withWords(id, await request(scene))
    // Completes the background work of the helpers, so that a later request can read its results.
    if (method === 'GET') await app.advance(0)
    const cookie = session ?? (may === 'session' ? owner.cookie : undefined)
    const headers = rest.headers?.cookie && cookie ? { ...rest.headers, cookie: `${cookie}; ${rest.headers.cookie}` } : rest.headers
    const who = key ? { key } : cookie ? { cookie } : { key: owner.key }
    const reply = await app.call(method, `/v1${path}`, {
      ...rest,
      ...who,
      ...(headers ? { headers: { accept: 'application/json', ...headers } } : { headers: { accept: 'application/json' } }),
    })
    record(method, { path, body: rest.json, status: reply.status, answer: reply.body })
    return reply
  }
  // Sends the GET requests last, when the lists contain records.
  const inOrder = [...ENDPOINTS.filter(({ method }) => method !== 'GET'), ...ENDPOINTS.filter(({ method }) => method === 'GET')]
  for (const { id, method } of inOrder) {
    const known = [...(calls.get(id)?.values() ?? [])]
    if (known.every(({ answer }) => isBrief(method, answer))) {
      const reply = await once(id)
      assert.ok(reply.status < 300, `${id} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    }
    const approval = ACCESS_MATRIX[id]!.approval
    if (approval) {
      const { secret } = await scene.key({ kind: 'agent', scopes: SCOPES, ask_first: [approval] })
      const reply = await once(id, secret)
      assert.equal(reply.status, 202, `${id} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    }
  }
}

/** Returns true for responses that are less useful as examples: an open offer, a pending payment, or an empty list. */
const isBrief = (method: string, answer: unknown): boolean => {
  const { object, status, payment, data } = answer as { object?: string; status?: string; payment?: string; data?: unknown }
  // The tour polls an offer until it has a counteroffer, so the number of polls differs between runs.
  const waits = method === 'GET' && object === 'offer' && status === 'open'
  return waits || payment === 'pending' || (Array.isArray(data) && data.length === 0)
}

const withWords = (id: string, request: Request): Request =>
  SENT[id] === undefined ? request : { ...request, json: { ...(request.json as object | undefined), ...SENT[id] } }

function writtenDown(
  calls: ReadonlyMap<string, ReadonlyMap<number, Call>>,
  deliveries: Toured['deliveries'],
  same: (value: unknown) => unknown,
): Examples {
  const examples: Record<string, Recorded> = {}
  for (const { id } of ENDPOINTS) {
    const all = [...(calls.get(id)?.values() ?? [])].toSorted((one, other) => one.status - other.status)
    const [first] = all
    if (!first) continue
    examples[id] = same({
      path: first.path,
      ...(first.body === undefined ? {} : { body: first.body }),
      answers: Object.fromEntries(all.map(({ status, answer }) => [status, short(answer)])),
    }) as Recorded
  }
  for (const type of EVENT_TYPES) {
    const one = deliveries.find((delivery) => delivery.type === type)
    assert.ok(one, `the tour received no ${type}`)
    examples[type] = same({ body: JSON.parse(one.raw) as object, answers: {} }) as Recorded
  }
  return examples
}

/** Shortens a list to one record, as with `limit=1`, and the shops of an account to the first shop. */
function short(answer: unknown): unknown {
  const list = answer as { data?: unknown[]; total?: number; has_more?: boolean; object?: string; shops?: unknown[] }
  if (list.object === 'account' && Array.isArray(list.shops)) return { ...list, shops: list.shops.slice(0, 1) }
  if (!Array.isArray(list.data) || typeof list.has_more !== 'boolean') return answer
  return { ...list, data: list.data.slice(0, 1), has_more: list.has_more || list.data.length > 1 }
}
