import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deprecationHeaders } from './deprecation.ts'
import { endpointsOf, ok } from './endpoint.ts'

const endpoint = endpointsOf('X')
const common = {
  id: 'x',
  path: '/x',
  summary: 'x',
  access: { who: 'session' },
  answers: { 200: null },
  handle: async () => ok(null),
} as const

test('the endpoint type requires a declaration of effects for a write, and forbids it for a read', () => {
  assert.deepEqual(endpoint({ ...common, method: 'POST', effects: [] }).effects, [])
  assert.deepEqual(endpoint({ ...common, method: 'DELETE', effects: ['loss'] }).effects, ['loss'])
  assert.equal(endpoint({ ...common, method: 'GET' }).effects, undefined)
  // @ts-expect-error -- a write must declare its effects
  endpoint({ ...common, method: 'POST' })
  // @ts-expect-error -- "joy" is not a valid effect
  endpoint({ ...common, method: 'POST', effects: ['joy'] })
  // @ts-expect-error -- a read has no effects
  endpoint({ ...common, method: 'GET', effects: [] })
})

test('the sunset of an endpoint must be at least a year after its deprecation, and both dates are in the response headers', () => {
  const going = { since: '2026-11-22', until: '2027-11-22', instead: 'Use y.' }
  assert.deepEqual(endpoint({ ...common, method: 'GET', deprecated: going }).deprecated, going)
  assert.throws(
    () => endpoint({ ...common, method: 'GET', deprecated: { ...going, until: '2027-11-21' } }),
    /must work until at least 2027-11-22/,
  )
  assert.throws(
    () => endpoint({ ...common, method: 'GET', deprecated: { ...going, until: 'soon' } }),
    /must work until at least 2027-11-22/,
  )
  const { Deprecation, Sunset } = deprecationHeaders(going)
  assert.deepEqual([Deprecation, Sunset], ['@1795305600', 'Mon, 22 Nov 2027 00:00:00 GMT'])
  assert.deepEqual(deprecationHeaders(undefined), {})
})
