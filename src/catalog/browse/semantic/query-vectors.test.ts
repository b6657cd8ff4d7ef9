import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Embedder } from '#platform/embeddings/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { startApp } from '#test/app.ts'
import { createQueryVectors } from './query-vectors.ts'
import { slack } from '#test/machine.ts'

const { ctx } = (await startApp({ after }, { LOG_LEVEL: 'silent' })).service

/** Ways in which an embedding provider can fail. After each failure, the search uses only words. */
const FAILURES: Record<string, Embedder['many']> = {
  'a rejection': async () => Promise.reject(new ProviderError('model', 'refused', 'no')),
  'an unexpected error': async () => Promise.reject(new TypeError('no')),
  'an empty response': async () => [],
  'an empty vector': async () => [[]],
  'a zero vector': async () => [[0, 0, 0]],
  'a missing response': () => new Promise(() => {}),
}

for (const [what, many] of Object.entries(FAILURES))
  test(`after ${what} from the provider, the cache stores no vector; after three failures, no further requests are sent for a while`, async () => {
    let calls = 0
    const counted: Embedder = { model: 'm', many: (...args) => (calls++, many(...args)) }
    const vectors = createQueryVectors(ctx, counted)
    const began = performance.now()
    for (const q of ['a', 'b', 'c', 'd', 'e']) assert.equal(await vectors.of(q), null)
    assert.equal(calls, 3)
    assert.equal(vectors.isFailing(), true)
    assert.ok(performance.now() - began < slack(20_000))
  })

test('a successful embedding request resets the count of failures', async () => {
  let calls = 0
  const vectors = createQueryVectors(ctx, { model: 'm', many: async () => (calls++ % 3 === 0 ? [] : [[1, 0]]) })
  for (let one = 0; one < 12; one++) await vectors.of(`q${one}`)
  assert.deepEqual([calls, vectors.isFailing()], [12, false])
})

test('the cache holds the 1,000 most recently used query vectors', async () => {
  let calls = 0
  const vectors = createQueryVectors(ctx, { model: 'm', many: async () => (calls++, [[1, 0]]) })
  for (let one = 0; one < 1_000; one++) await vectors.of(`q${one}`)
  await vectors.of('q0')
  await vectors.of('another')
  assert.equal(calls, 1_001)
  assert.ok(vectors.of('q0') instanceof Int8Array)
  assert.ok(vectors.of('q1') instanceof Promise)
  const { rows } = await sql<{ calls: number }>`select calls from embedding_days where kind = 'queries'`.execute(ctx.db)
  assert.ok(rows[0]!.calls >= 1_001)
})
