import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { startChannel3 } from '#test/fakes/channel3.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startFirecrawl } from '#test/fakes/firecrawl.ts'

test('the state of each helper depends on the provider keys, the shop’s settings and whether the account has paused its helpers', async (t) => {
  const model = await startModel(t)
  const keys = [model, await startEbay(t), await startChannel3(t), await startFirecrawl(t)].map(({ env }) => env)
  const app = await startApp(t, Object.assign({ EMBEDDING_MODEL: 'e' }, ...keys))
  const ana = await openSeller(app)
  const states = async () => {
    const { status, body } = await ana.call('GET', '/v1/helpers')
    assert.equal(status, 200)
    return body.data.map(({ state }: { state: string }) => state).join(' ')
  }
  assert.equal(await states(), 'full full full full full full full')
  assert.equal((await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { haggle: false } })).status, 200)
  assert.equal(await states(), 'full full full full off full full')
  await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
  assert.equal(await states(), 'off off off off off off full')
})

test('the response names the provider key that each helper lacks', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const { body } = await app.call('GET', '/v1/helpers', { key })
  assert.deepEqual(
    body.data.map(({ state }: { state: string }) => state),
    ['reduced', 'off', 'off', 'off', 'reduced', 'off', 'off'],
  )
  assert.match(body.data[1].why, /model key/)
})
