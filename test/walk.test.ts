import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'

test('a newcomer signs up and reads who they are', async (t) => {
  const app = await startApp(t)
  const ana = await app.signUp('Ana')
  const me = await app.call('GET', '/v1/me', { key: ana.key })
  assert.equal(me.status, 200)
  assert.equal(me.body.email, ana.email)
  assert.equal(me.body.key.kind, 'api')
  await app.advance(60)
})
