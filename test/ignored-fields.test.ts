import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { ENDPOINTS } from '#api/index.ts'
import type { Endpoint } from '#platform/http/endpoint.ts'
import { ignoredFields } from '#platform/http/ignored-fields.ts'
import { openApiFor, requestedOrigin } from '#platform/http/openapi-served.ts'
import { startApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'

const app = await startApp({ after })
const ignored = (reply: { headers: Record<string, string | undefined> }) => reply.headers['ignored-fields']
const TOKENS = /^(?:[\w!#$%&'*+.^`|~-]{1,64}(?:; did-you-mean=[\w!#$%&'*+.^`|~-]{1,64})?(?:, |$)){1,10}$/

describe('reports of unknown request fields', () => {
  let ana: Seller
  before(async () => {
    ana = await openSeller(app, 'Ana')
  })

  test('the service ignores unknown fields in a request, and suggests similar field names', async () => {
    const reply = await ana.call('POST', '/v1/listings', { json: { title: 'Lamp', titel: 'Lamp', colour: 'red', oneLiner: 'Old' } })
    assert.deepEqual([reply.status, reply.body.title, reply.body.one_liner], [201, 'Lamp', null])
    assert.equal(ignored(reply), 'titel; did-you-mean=title, colour, oneLiner; did-you-mean=one_liner')
    const form = await ana.call('PATCH', `/v1/listings/${reply.body.id}`, { form: 'pric=5&title=Lamp' })
    assert.deepEqual([form.status, ignored(form)], [200, 'pric; did-you-mean=price'])
    const query = await ana.call('GET', '/v1/listings?limti=5')
    assert.deepEqual([query.status, ignored(query)], [200, 'limti; did-you-mean=limit'])
    const known = await ana.call('GET', '/v1/listings?limit=5')
    assert.equal(ignored(known), undefined)
  })

  test('errors, approvals and replayed responses also list unknown request fields', async () => {
    const wrong = await ana.call('POST', '/v1/shops', { json: { nam: 'X', slug: 'x-of-ana' } })
    assert.deepEqual([wrong.status, wrong.body.error.param, ignored(wrong)], [400, 'name', 'nam; did-you-mean=name'])
    const key = await ana.keyWith({ kind: 'agent', scopes: ['listings'], ask_first: ['listings.publish'] })
    const held = await app.call('POST', '/v1/listings', { key, json: { title: 'Lamp', price: 5, publish: true, publsh: true } })
    assert.deepEqual([held.status, ignored(held)], [202, 'publsh; did-you-mean=publish'])
    const once = { json: { title: 'Once', tilte: 'x' }, headers: { 'Idempotency-Key': 'once' } }
    await ana.call('POST', '/v1/listings', once)
    const again = await ana.call('POST', '/v1/listings', once)
    assert.deepEqual([again.headers['idempotent-replayed'], ignored(again)], ['true', 'tilte; did-you-mean=title'])
  })

  test('the service reports an unknown field in a nested object by the path of that field', async () => {
    const { id } = await ana.list({ title: 'Chair', price: 10, publish: true })
    const buyer = await openSeller(app, 'Ben')
    const address = { name: 'Ben', line1: 'Elm 1', city: 'Salem', postal_code: '97301', country: 'US', postl_code: '1' }
    const reply = await buyer.call('POST', '/v1/orders', { json: { listing: id, address } })
    assert.deepEqual([reply.status, ignored(reply)], [201, 'address.postl_code; did-you-mean=address.postal_code'])
  })

  test('cacheable market responses and 304 responses report unknown fields to any origin', async () => {
    const path = '/v1/market/search?q=lamp&catgory=Home'
    const replies = []
    for (let tries = 0; tries < 4; tries++) replies.push(await app.call('GET', path, { headers: { Origin: 'https://elsewhere.example' } }))
    const etag = replies[0]!.headers['etag']!
    replies.push(await app.call('GET', path, { headers: { 'If-None-Match': etag } }))
    assert.equal(replies.at(-1)!.status, 304)
    for (const reply of replies) {
      assert.equal(ignored(reply), 'catgory; did-you-mean=category')
      assert.match(reply.headers['access-control-expose-headers']!, /\bIgnored-Fields\b/)
    }
    assert.equal(ignored(await app.call('GET', '/v1/market/search?q=lamp')), undefined)
  })

  test('the header with the ignored fields contains only token characters, and at most ten names of at most 64 characters each', async () => {
    const odd = ['a"b\\c', 'x, y; z=1', 'ключ', 'a\r\nSet-Cookie: x=1', 'n'.repeat(500), '__proto__', 'constructor', '']
    const body = JSON.parse(`{${odd.map((name) => `${JSON.stringify(name)}:1`).join(',')}}`)
    const reply = await ana.call('POST', '/v1/listings', { json: body })
    assert.equal(reply.status, 201)
    assert.match(ignored(reply)!, TOKENS)
    assert.equal(reply.headers['set-cookie'], undefined)
    const many = Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`field_${at}`, at]))
    const full = await ana.call('POST', '/v1/listings', { json: many })
    assert.deepEqual([full.status, ignored(full)!.split(', ').length], [201, 10])
    assert.match(ignored(full)!, TOKENS)
  })

  test('thousands of unknown fields in a body do not slow down the check of each field', () => {
    const createListing = ENDPOINTS.find(({ id }) => id === 'createListing')!
    const bodyOf = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`titl${at}`.padEnd(64, 'e'), at]))
    let compared = 0
    const counting = (size: number): number => {
      compared = 0
      const body = new Proxy(bodyOf(size), {
        get: (target, name: string) => {
          compared++
          return target[name]
        },
      })
      assert.ok(ignoredFields(createListing, { query: {}, body }))
      return compared
    }
    assert.ok(counting(4_000) <= 4_000)
    assert.ok(counting(10) <= 10)
  })

  test('every endpoint that accepts fields in its body or query reports unknown fields', () => {
    const fieldless = new Set<string>()
    let checked = 0
    for (const endpoint of ENDPOINTS) {
      const input = endpoint.method === 'GET' ? { query: { zzz_unknown: '1' }, body: {} } : { query: {}, body: { zzz_unknown: '1' } }
      const named = ignoredFields(endpoint, input)
      if (named === 'zzz_unknown') checked++
      else fieldless.add(endpoint.id)
    }
    assert.deepEqual([...fieldless], [], 'every schema reports unknown fields')
    assert.equal(checked, ENDPOINTS.length)
  })

  test('the service does not report unknown fields in objects that allow any field name', () => {
    const body = z.object({ fields: z.record(z.string(), z.string()) })
    const endpoint = { method: 'POST', body } as unknown as Endpoint
    assert.equal(ignoredFields(endpoint, { query: {}, body: { fields: { Brand: 'Nike' } } }), null)
  })
})

describe('the server URL in the OpenAPI description', () => {
  const LOCAL = { publicUrl: 'http://resale.localhost:3000', programsUrl: 'http://localhost:3000', mode: 'local' } as const
  const PUBLIC = { publicUrl: 'https://resale.example', programsUrl: 'https://resale.example', mode: 'public' } as const

  test('the OpenAPI server URL uses the Host header only if the header names a host of this service', () => {
    for (const [names, host, origin] of [
      [LOCAL, 'localhost:3000', 'http://localhost:3000'],
      [LOCAL, 'resale.localhost:3000', 'http://resale.localhost:3000'],
      [LOCAL, '127.0.0.1:3000', 'http://127.0.0.1:3000'],
      [LOCAL, '[::1]:8080', 'http://[::1]:8080'],
      [LOCAL, 'evil.example', 'http://localhost:3000'],
      [LOCAL, '127.0.0.1:3000"}],"x":"', 'http://localhost:3000'],
      [PUBLIC, 'resale.example', 'https://resale.example'],
      [PUBLIC, 'evil.example', 'https://resale.example'],
      [PUBLIC, 'resale.example.evil.example', 'https://resale.example'],
      [PUBLIC, '127.0.0.1', 'https://resale.example'],
      [PUBLIC, undefined, 'https://resale.example'],
    ] as const)
      assert.equal(requestedOrigin(host, names), origin, String(host))
  })

  test('the OpenAPI file that the service sends contains the server URL of the request', async () => {
    const { port } = new URL(app.programsUrl)
    for (const path of ['/v1/openapi.json', '/openapi.json'])
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
        const { body } = await app.call('GET', path, { headers: { Host: host } })
        const { servers, info } = typeof body === 'string' ? JSON.parse(body) : body
        assert.deepEqual([servers[0].url, info.title], [`http://${host}/v1`, 'Resale marketplace API'], path)
      }
    const { body } = await app.call('GET', '/v1/openapi.json')
    assert.ok(body.components.headers['Ignored-Fields'])
  })

  test('the service builds the OpenAPI file only once for all hosts', () => {
    let made = 0
    const text = `{"servers":[{"url":"${LOCAL.publicUrl}/v1"}]}`
    const file = openApiFor(() => (made++, text), LOCAL)
    const lengths = Array.from({ length: 50 }, (_, at) => file(`127.0.0.1:${3_000 + at}`).length)
    assert.equal(made, 1)
    assert.ok(lengths.every((length) => length > 0))
    assert.equal(file('127.0.0.1:3049'), file('127.0.0.1:3049'), 'the file is cached')
  })
})
