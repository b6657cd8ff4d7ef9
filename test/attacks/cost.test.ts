import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { ENDPOINTS } from '#api/index.ts'
import { readTable } from '#catalog/listings/csv/table.ts'
import { startApp } from '#test/app.ts'
import { attackEndpoints, attackForms, attackHeaders, attackReaders } from '#test/attacks/cost/attack.ts'
import { createSender, type Sender } from '#test/attacks/cost/sender.ts'
import { startMeasured, type Service } from '#test/attacks/cost/service.ts'
import { openSeller } from '#test/factories.ts'

function unbounded(schema: unknown, path: string): string[] {
  if (!(schema instanceof z.ZodType)) return []
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, field]) => unbounded(field, `${path}.${name}`))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unbounded(option, path))
  if (schema instanceof z.ZodPipe) return [...unbounded(schema.in, path), ...unbounded(schema.out, path)]
  if (schema instanceof z.ZodRecord) return typeof schema.meta()?.['maxProperties'] === 'number' ? [] : [path]
  if (schema instanceof z.ZodArray) return [...(hasMost(schema) ? [] : [path]), ...unbounded(schema.element, `${path}[]`)]
  const inner: unknown = (schema as unknown as { def: { innerType?: unknown } }).def.innerType
  return inner === undefined ? [] : unbounded(inner, path)
}

const hasMost = ({ def: { checks = [] } }: z.ZodArray): boolean =>
  checks.some((check) => (check as { _zod: { def: { check: string } } })._zod.def.check === 'max_length')

describe('size limits on requests', () => {
  test('every array and record in a request schema has a maximum size', () => {
    const found = ENDPOINTS.flatMap(({ id, query, body, params }) => [query, body, params].flatMap((schema) => unbounded(schema, id)))
    assert.deepEqual(found, [])
  })
})

describe('limits on the cost of a single request: 100 ms of event loop time and 64 MiB of memory', () => {
  const every = process.env['ATTACK'] === 'long'
  let service: Service
  let sender: Sender
  const closers: (() => unknown)[] = []
  before(async () => {
    service = await startMeasured({ after: (close) => closers.push(close as () => unknown) })
    sender = createSender(service)
  })
  after(async () => {
    await sender.stop()
    for (const close of closers) await close()
  })

  for (const [what, attack] of [
    ['hostile headers and URLs', attackHeaders],
    ['hostile bodies of every endpoint', attackEndpoints],
    ['hostile forms of every page', attackForms],
    ['reads of listings with extreme content', attackReaders],
  ] as const)
    test(`the service handles ${what} without blocking the event loop for 100 ms or using 64 MiB`, async (t) => {
      const before = sender.count()
      await attack(service, sender, { long: false, every })
      t.diagnostic(`${sender.count() - before} requests`)
      assert.ok(sender.count() - before > 20)
      assert.deepEqual(sender.findings.splice(0), [])
    })
})

describe('the cost of parsing forms', () => {
  test('a form with 60 000 fields gets a 400 with a clear message, with and without a session', async (t) => {
    const app = await startApp(t)
    const ana = await app.signUp('Ana')
    for (const form of ['a=1&'.repeat(60_000), 'a[]=1&'.repeat(42_000), 'f[][k]=1&'.repeat(25_000)]) {
      const reply = await app.call('POST', '/v1/listings', { key: ana.key, form })
      assert.deepEqual([reply.status, reply.body.error.type], [400, 'invalid_request'])
      assert.match(reply.body.error.message, /more than 1000 fields/)
    }
    const page = await app.call('POST', '/sign-in', { form: 'a=1&'.repeat(4_000), headers: { origin: app.url, accept: 'text/html' } })
    assert.deepEqual([page.status, page.body.includes('more than 1000 fields')], [400, true])
    const query = await app.call('GET', `/v1/listings?${'a[]=1&'.repeat(1_500)}`, { key: ana.key })
    assert.match(query.body.error.message, /more than 1000 fields/)
  })

  test('the service rejects a body with more than 5 000 values, or with a letter that has more than 30 combining marks', async (t) => {
    const app = await startApp(t)
    const ana = await openSeller(app)
    const many = await app.call('POST', '/v1/listings', {
      key: ana.key,
      json: { fields: Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`l${at}`, 'v'])) },
    })
    assert.match(many.body.error.message, /more than 5000 values/)
    const marks = await app.call('POST', '/v1/listings', { key: ana.key, json: { title: `a${'\u0301'.repeat(31)}` } })
    assert.deepEqual([marks.status, marks.body.error.param], [400, 'title'])
    assert.equal((await app.call('POST', '/v1/listings', { key: ana.key, json: { title: `a${'\u0301'.repeat(30)}` } })).status, 201)
  })
})

describe('the cost of parsing a CSV table', () => {
  test('a table of 2.4 million rows is rejected as soon as a row exceeds the limit', async () => {
    const began = process.threadCpuUsage()
    await assert.rejects(readTable(`title\n${'a\n'.repeat(2_400_000)}`), /at most 1000 rows/)
    const { user, system } = process.threadCpuUsage(began)
    assert.ok((user + system) / 1_000 < 500, 'stops reading at the row limit')
  })
})
