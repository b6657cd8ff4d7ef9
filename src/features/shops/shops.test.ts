import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'

test('opens a shop', async (t) => {
  const app = await startApp(t)
  const ana = await app.signUp()
  const made = await app.call('POST', '/v1/shops', { key: ana.key, json: { name: 'Attic', slug: 'attic' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const l = await app.call('POST', '/v1/listings', { key: ana.key, json: { title: 'Boots', price: 45, fields: { a: 'b' }, publish: true } })
  assert.equal(l.status, 201, JSON.stringify(l.body))
  console.log(l.body)
})
