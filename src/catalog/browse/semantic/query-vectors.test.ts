import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Embedder } from '#platform/embeddings/index.ts'
import { ProviderError } from '#platform/providers/error.ts'
import { startApp } from '#test/app.ts'
import { createQueryVectors } from './query-vectors.ts'
import { slack } from '#test/machine.ts'

const { ctx } = (await startApp({ after }, { LOG_LEVEL: 'silent' })).service

/** Failures of an embedder. Each one falls back to words alone. */
const FAILURES: Record<string, Embedder['many']> = {
  'a refusal': async () => Promise.reject(new ProviderError('model', 'refused', 'no')),
  'a bug': async () => Promise.reject(new TypeError('no')),
  'no vector': async () => [],
  'a vector of nothing': async () => [[]],
  'a vector without direction': async () => [[0, 0, 0]],
  'no answer at all': () => new Promise(() => {}),
}

for (const [what, many] of Object.entries(FAILURES))
  test(`${what} is no meaning, and after three nobody is asked for a while`, async () => {
    let asked = 0
    const counted: Embedder = { model: 'm', many: (...args) => (asked++, many(...args)) }
    const vectors = createQueryVectors(ctx, counted)
    const began = performance.now()
    for (const q of ['a', 'b', 'c', 'd', 'e']) assert.equal(await vectors.of(q), null)
    assert.equal(asked, 3)
    assert.equal(vectors.isFailing(), true)
    assert.ok(performance.now() - began < slack(20_000))
  })

test('a failure between good answers does not count for long', async () => {
  let asked = 0
  const vectors = createQueryVectors(ctx, { model: 'm', many: async () => (asked++ % 3 === 0 ? [] : [[1, 0]]) })
  for (let one = 0; one < 12; one++) await vectors.of(`q${one}`)
  assert.deepEqual([asked, vectors.isFailing()], [12, false])
})

test('keeps a thousand meanings, those asked last', async () => {
  let asked = 0
  const vectors = createQueryVectors(ctx, { model: 'm', many: async () => (asked++, [[1, 0]]) })
  for (let one = 0; one < 1_000; one++) await vectors.of(`q${one}`)
  await vectors.of('q0')
  await vectors.of('another')
  assert.equal(asked, 1_001)
  assert.ok(vectors.of('q0') instanceof Int8Array)
  assert.ok(vectors.of('q1') instanceof Promise)
  const { rows } = await sql<{ calls: number }>`select calls from embedding_days where kind = 'queries'`.execute(ctx.db)
  assert.ok(rows[0]!.calls >= 1_001)
})
