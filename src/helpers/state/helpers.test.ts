import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helperStates } from './rules.ts'
import { startApp } from '#test/app.ts'
import { openSeller } from '#test/factories.ts'
import { startModel } from '#test/fakes/model.ts'
import { startChannel3 } from '#test/fakes/channel3.ts'
import { startEbay } from '#test/fakes/ebay.ts'
import { startFirecrawl } from '#test/fakes/firecrawl.ts'

const all = { model: true, comparables: true, catalog: true, browser: true, embedder: true }
const account = {
  brake: false,
  shops: 1,
  answering: 1,
  haggling: 1,
  searchIndex: true,
  meaning: { embedded: 5, listings: 5, failing: false },
}
const ORDER = ['research', 'words', 'listing_agent', 'shop_agent', 'negotiator', 'sidekick', 'search_by_meaning']

/**
 * Rows of the degradation matrix. Each row names the missing provider, the values that differ from `all`, and the expected state of each
 * helper, in the order of `ORDER`.
 */
const MATRIX: [string, Partial<typeof all>, string][] = [
  ['nothing', {}, 'full full full full full full full'],
  ['the model', { model: false }, 'reduced off off off reduced off full'],
  ['comparables', { comparables: false }, 'reduced full full full full reduced full'],
  ['the catalog', { catalog: false }, 'reduced full full full full reduced full'],
  ['the browser', { browser: false }, 'full full full full full off full'],
  ['embeddings', { embedder: false }, 'full full full full full full off'],
  ['all', { model: false, comparables: false, catalog: false, browser: false, embedder: false }, 'reduced off off off reduced off off'],
]

for (const [missing, change, states] of MATRIX)
  test(`without ${missing}, the helpers have these states: ${states}`, () => {
    const found = helperStates({ has: { ...all, ...change }, ...account })
    assert.deepEqual(
      found.map(({ name }) => name),
      ORDER,
    )
    assert.equal(found.map(({ state }) => state).join(' '), states)
    assert.ok(found.every(({ state, why }) => (state === 'full') === (why === null)))
  })

test('pausing all helpers switches off every helper that acts on behalf of the account', () => {
  const found = helperStates({ has: all, ...account, brake: true })
  assert.equal(found.map(({ state }) => state).join(' '), 'off off off off off off full')
})

test('semantic search is limited while embeddings are incomplete, and off if there is no index', () => {
  const state = (change: object) => helperStates({ has: all, ...account, ...change }).at(-1)!
  assert.match(state({ meaning: { embedded: 3, listings: 5, failing: false } }).why!, /^3 of 5 listings/)
  for (const change of [
    { meaning: { embedded: 3, listings: 5, failing: false } },
    { meaning: { ...account.meaning, failing: true } },
    { meaning: null },
  ])
    assert.equal(state(change).state, 'reduced')
  assert.deepEqual(['off', true], [state({ searchIndex: false }).state, state({ searchIndex: false }).why!.includes('SEARCH_INDEX')])
})

test('a helper is off if all shops have switched it off, and limited if only some of the shops have switched it off', () => {
  const state = (change: Partial<typeof account>) =>
    helperStates({ has: all, ...account, shops: 2, ...change }).flatMap(({ name, state }) =>
      /agent|neg/.test(name) ? [`${name} ${state}`] : [],
    )
  assert.deepEqual(state({ answering: 0, haggling: 1 }), ['listing_agent full', 'shop_agent off', 'negotiator reduced'])
  assert.deepEqual(state({ answering: 2, haggling: 0 }), ['listing_agent full', 'shop_agent full', 'negotiator off'])
})

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
