import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { helperStates } from '#domain/helper-states.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { startChannel3 } from '#test/fakes/channel3.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startFirecrawl } from '#test/fakes/firecrawl.ts'

const all = { model: true, comparables: true, catalog: true, browser: true, embedder: true }
const account = { brake: false, shops: 1, answering: 1, haggling: 1 }
const ORDER = ['research', 'words', 'listing_agent', 'shop_agent', 'negotiator', 'sidekick', 'search_by_meaning']

/** Rows of the degradation matrix: what is missing, and the states in ORDER. */
const MATRIX: [string, Partial<typeof all>, string][] = [
  ['nothing', {}, 'full full full full full full off'],
  ['the model', { model: false }, 'reduced off off off reduced off off'],
  ['comparables', { comparables: false }, 'reduced full full full full reduced off'],
  ['the catalog', { catalog: false }, 'reduced full full full full reduced off'],
  ['the browser', { browser: false }, 'full full full full full off off'],
  ['embeddings', { embedder: false }, 'full full full full full full off'],
  ['all', { model: false, comparables: false, catalog: false, browser: false, embedder: false }, 'reduced off off off reduced off off'],
]

for (const [missing, change, states] of MATRIX)
  test(`without ${missing} the helpers are ${states}`, () => {
    const found = helperStates({ has: { ...all, ...change }, ...account })
    assert.deepEqual(
      found.map(({ name }) => name),
      ORDER,
    )
    assert.equal(found.map(({ state }) => state).join(' '), states)
    assert.ok(found.every(({ state, why }) => (state === 'full') === (why === null)))
  })

test('the brake stops all that act for the account', () => {
  const found = helperStates({ has: all, ...account, brake: true })
  assert.equal(found.map(({ state }) => state).join(' '), 'off off off off off off off')
})

test('shops that switch a helper off, and some that do', () => {
  const state = (change: Partial<typeof account>) =>
    helperStates({ has: all, ...account, shops: 2, ...change }).flatMap(({ name, state }) =>
      /agent|neg/.test(name) ? [`${name} ${state}`] : [],
    )
  assert.deepEqual(state({ answering: 0, haggling: 1 }), ['listing_agent full', 'shop_agent off', 'negotiator reduced'])
  assert.deepEqual(state({ answering: 2, haggling: 0 }), ['listing_agent full', 'shop_agent full', 'negotiator off'])
})

test('tells an account what its helpers can do, by the keys of the service, its settings and its brake', async (t) => {
  const model = await startModel(t)
  const keys = [model, await startEbay(t), await startChannel3(t), await startFirecrawl(t)].map(({ env }) => env)
  const app = await startApp(t, Object.assign({ EMBEDDING_MODEL: 'e' }, ...keys))
  const ana = await openSeller(app)
  const states = async () => {
    const { status, body } = await ana.call('GET', '/v1/helpers')
    assert.equal(status, 200)
    return body.data.map(({ state }: { state: string }) => state).join(' ')
  }
  assert.equal(await states(), 'full full full full full full off')
  assert.equal((await ana.call('PATCH', `/v1/shops/${ana.slug}`, { json: { haggle: false } })).status, 200)
  assert.equal(await states(), 'full full full full off full off')
  await app.call('PATCH', '/v1/me', { cookie: ana.cookie, json: { brake: true } })
  assert.equal(await states(), 'off off off off off off off')
})

test('without keys, says of each what is missing', async (t) => {
  const app = await startApp(t)
  const { key } = await app.signUp()
  const { body } = await app.call('GET', '/v1/helpers', { key })
  assert.deepEqual(
    body.data.map(({ state }: { state: string }) => state),
    ['reduced', 'off', 'off', 'off', 'reduced', 'off', 'off'],
  )
  assert.match(body.data[1].why, /model key/)
})
