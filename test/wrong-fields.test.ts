import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS } from '#api/index.ts'
import { documentOfRequests } from '#test/openapi.ts'
import { startApp, type Reply } from '#test/app.ts'
import { startModel } from '#test/fakes/model.ts'
import { ACCESS_MATRIX, sceneOf } from '#test/law.ts'

type Schema = { type?: string | string[]; enum?: unknown[]; anyOf?: Schema[]; properties?: Record<string, Schema> }

const document = documentOfRequests() as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
}

/** One value of each JSON type. The number is small enough for the range of every field. */
const OF_TYPE: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  number: 3,
  string: 'maybe',
  array: [{ odd: 1 }],
  object: { odd: { odd: 1 } },
}

/** Types that a field accepts in addition to the one type that the OpenAPI file states for it. */
const ALSO_TAKEN: Readonly<Record<string, string>> = { 'createOrder hold': 'boolean' }

/** Unusual values of the correct JSON type. */
const ODD: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', 'a\0b', '\ud800', 'é'.repeat(6_000), '__proto__'],
  number: [-1, 1.005, 1e21, Number.MAX_VALUE],
  array: [[null], [''], ['a\0b'], Array.from({ length: 70 }, (_, n) => `n${n}`)],
  object: [{ 'a\0b': 'c' }, { a: '\0' }],
}

/**
 * For every endpoint, sends a valid request (test/law.ts) and changes one field at a time. The records in the request exist, so the code
 * after the validation also runs. The specification says: "Out-of-range or wrong-type input … 400 with `param`; never clamped, never a 500"
 * (spec: completions 2).
 */
test('an invalid field gets a 400 that names the field, and unusual input never causes a 5xx', async (t) => {
  const app = await startApp(t, { ...(await startModel(t)).env, FIRECRAWL_API_KEY: 'not asked', LOG_LEVEL: 'fatal' })
  const [owner, outsider] = [await app.signUp('Owner'), await app.signUp('Stranger')]
  const scene = sceneOf(app, owner, outsider)
  const wrong: string[] = []
  let sent = 0
  for (const { id, method, path } of ENDPOINTS) {
    const body = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
    const properties = body?.properties
    const row = ACCESS_MATRIX[id]!
    if (!properties) continue
    let right = await row.request(scene)
    if (right.raw) continue
    const send = async (name: string, value: unknown): Promise<Reply> => {
      sent++
      const { path: target, session, ...rest } = right
      const json = { ...(rest.json as object), [name]: value }
      const who = session ?? (row.may === 'session' ? owner.cookie : undefined)
      const reply = await app.call(method, `/v1${target}`, { ...rest, json, ...(who ? { cookie: who } : { key: owner.key }) })
      // Creates a new valid request for each attempt, because the record in a request cannot be used again once the service has accepted
      // the request.
      if (reply.status < 400) right = await row.request(scene)
      return reply
    }
    for (const [name, schema] of Object.entries(properties)) {
      const types = typesOf(schema)
      for (const [type, value] of Object.entries(OF_TYPE)) {
        if (types.has(type) || types.size === 0 || ALSO_TAKEN[`${id} ${name}`] === type) continue
        const { status, body } = await send(name, value)
        if (status !== 400 || !names(body.error, name))
          wrong.push(`${id} ${name}=${JSON.stringify(value)}: ${status} ${JSON.stringify(body)}`)
      }
      for (const value of [...types].flatMap((type) => ODD[type] ?? [])) {
        const { status, body } = await send(name, value)
        if (status >= 500 || (status === 400 && body.error.param === undefined))
          wrong.push(`${id} ${name}=${JSON.stringify(value).slice(0, 40)}: ${status} ${JSON.stringify(body)}`)
      }
    }
  }
  t.diagnostic(`${sent} requests`)
  assert.deepEqual(wrong, [])
})

function typesOf(schema: Schema): Set<string> {
  const { type, anyOf = [], enum: words } = schema
  const own = [type ?? (words ? 'string' : [])].flat().map((one) => (one === 'integer' ? 'number' : one))
  return new Set([...own, ...anyOf.flatMap((one) => [...typesOf(one)])])
}

/** Returns true if `param` refers to the field: `price` for `price`, `fields.Brand` for `fields`, or `urls[2]` for `urls`. */
const names = (error: { param?: string }, field: string): boolean =>
  error.param === field || error.param?.startsWith(`${field}.`) === true || error.param?.startsWith(`${field}[`) === true
