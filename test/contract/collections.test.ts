import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import { sdkCallOf } from '#platform/http/openapi/sdk-call.ts'
import { recordedExamples } from '#platform/http/openapi/recorded.ts'
import { startApp } from '#test/app.ts'
import { runFlow, type Arazzo } from '#test/arazzo.ts'
import { newBuyer, onSale, openBargain } from '#test/bargain.ts'
import { startReceiver } from '#test/fakes/receiver.ts'

const read = async (name: string): Promise<string> => readFile(new URL(`../../docs/api/${name}`, import.meta.url), 'utf8')
const EXAMPLES = recordedExamples()
const PROGRAMS = ENDPOINTS.filter((endpoint) => sdkCallOf(endpoint) !== null)

type CollectionCall = { name: string; method: string; url: string; json: unknown; withKey: boolean }

/** Checks that the collection contains each operation of the public API exactly once, with the recorded example. */
function requireRecorded(calls: readonly CollectionCall[], nameOf: (endpoint: (typeof ENDPOINTS)[number]) => string): void {
  assert.equal(calls.length, PROGRAMS.length)
  for (const endpoint of PROGRAMS) {
    const one = calls.find(({ name }) => name === nameOf(endpoint))
    assert.ok(one, endpoint.id)
    assert.deepEqual([one.method, one.withKey], [endpoint.method, ['person', 'tester'].includes(endpoint.access.who)], endpoint.id)
    const recorded = EXAMPLES[endpoint.id]
    if (!recorded) continue
    assert.equal(one.url, `https://resale.test/v1${recorded.path}`, endpoint.id)
    assert.deepEqual(one.json, recorded.body, endpoint.id)
  }
}

type Pair = { key?: string; name?: string; value: string; type?: string }

const put = (text: string, variables: readonly Pair[]): string =>
  variables.reduce(
    (all, { key, name, value }) => all.replaceAll(`{{${key ?? name}}}`, value).replaceAll(`:${key ?? name}`, encodeURIComponent(value)),
    text,
  )

test('the Postman collection contains the recorded requests', async () => {
  type Item = {
    name: string
    request: { method: string; auth?: { type: string }; url: { raw: string; variable?: Pair[] }; body?: { mode: string; raw?: string } }
  }
  const { info, variable, item } = JSON.parse(await read('postman.json')) as {
    info: { schema: string }
    variable: Pair[]
    item: { name: string; item: Item[] }[]
  }
  assert.equal(info.schema, 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
  const calls = item.flatMap((folder) =>
    folder.item.map(({ name, request: { method, auth, url, body } }): CollectionCall => {
      const json = body?.raw === undefined ? undefined : JSON.parse(body.raw)
      return { name, method, url: put(put(url.raw, variable), url.variable ?? []), json, withKey: auth?.type !== 'noauth' }
    }),
  )
  requireRecorded(calls, ({ summary }) => summary)
})

test('the Bruno collection contains the recorded requests, and each item has a unique id', async () => {
  type Item = {
    name: string
    request: { method: string; url: string; params: Pair[]; auth: { mode: string }; body: { mode: string; json?: string } }
  }
  const text = await read('bruno.json')
  const { items, environments } = JSON.parse(text) as { items: { items: Item[] }[]; environments: { variables: Pair[] }[] }
  const calls = items.flatMap((folder) =>
    folder.items.map(({ name, request: { method, url, params, auth, body } }): CollectionCall => {
      const json = body.json === undefined ? undefined : JSON.parse(body.json)
      const inPath = params.filter(({ type }) => type === 'path')
      return { name, method, url: put(put(url, environments[0]!.variables), inPath), json, withKey: auth.mode === 'inherit' }
    }),
  )
  requireRecorded(calls, ({ id }) => id)
  const uids = [...text.matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid!)
  assert.equal(new Set(uids).size, uids.length)
  assert.ok(uids.every((uid) => /^[a-zA-Z0-9]{21}$/.test(uid)))
})

test('each documented workflow runs against the service', async (t) => {
  const app = await startApp(t)
  const { seller } = await openBargain(app)
  const receiver = await startReceiver(t)
  const operationAt = (id: string) => ENDPOINTS.find((endpoint) => endpoint.id === id)!
  const send = async ({
    method,
    path,
    headers,
    body,
  }: {
    method: string
    path: string
    headers: Record<string, string>
    body: unknown
  }) => {
    const { status, body: answer } = await app.call(method, `/v1${path}`, { headers, ...(body === undefined ? {} : { json: body }) })
    return { status, body: answer as unknown }
  }
  const { workflows } = JSON.parse(await read('arazzo.json')) as Arazzo
  assert.deepEqual(
    workflows.map(({ workflowId }) => workflowId),
    ['sellALamp', 'haggleAndBuy', 'hold', 'refund', 'webhook'],
  )
  for (const flow of workflows) {
    const buyer = await newBuyer(app)
    const [listing, slug] = [await onSale(seller, { shipping: 5 }), flow.workflowId === 'sellALamp' ? 'corner-finds' : seller.slug]
    const given = { seller_key: seller.key, buyer_key: buyer.key, listing, slug, url: receiver.url }
    const { answered, url } = await runFlow(flow, given, operationAt, send)
    if (flow.workflowId === 'webhook') assert.equal(answered, 200)
    if (flow.workflowId === 'sellALamp') assert.match(String(url), /\/oak-table-lamp$/)
  }
})
