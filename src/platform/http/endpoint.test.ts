import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, ok } from './endpoint.ts'

const common = {
  id: 'x',
  path: '/x',
  tag: 'X',
  summary: 'x',
  access: { who: 'session' },
  answers: { 200: null },
  handle: async () => ok(null),
} as const

test('a write without a word about its effects does not compile, and a read takes none', () => {
  assert.deepEqual(endpoint({ ...common, method: 'POST', effects: [] }).effects, [])
  assert.deepEqual(endpoint({ ...common, method: 'DELETE', effects: ['loss'] }).effects, ['loss'])
  assert.equal(endpoint({ ...common, method: 'GET' }).effects, undefined)
  // @ts-expect-error -- a write says what it does to the world
  endpoint({ ...common, method: 'POST' })
  // @ts-expect-error -- of the effects that there are
  endpoint({ ...common, method: 'POST', effects: ['joy'] })
  // @ts-expect-error -- a read has none
  endpoint({ ...common, method: 'GET', effects: [] })
})
