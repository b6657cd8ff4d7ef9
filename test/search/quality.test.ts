import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORPUS } from './corpus.ts'
import { HELD_OUT } from './held-out.ts'
import { outcomes, quality } from './quality.ts'
import { KINDS, QUERIES, type Kind } from './queries.ts'

/** Minimum values, slightly below the measured values: recall among the first 20 results, and mean reciprocal rank. */
const LEAST: Record<Kind, [recall: number, reciprocalRank: number]> = {
  exact: [0.99, 0.97],
  stem: [0.97, 0.93],
  'typing error': [0.9, 0.86],
  synonym: [0.95, 0.9],
  meaning: [0.93, 0.78],
}

test('the recall and reciprocal rank of search stay above the recorded minimum for each kind of query', () => {
  assert.ok(CORPUS.length >= 100 && QUERIES.length >= 60)
  for (const { kind, recall, reciprocalRank } of quality(outcomes(QUERIES))) {
    if (kind === 'all') continue
    const [leastRecall, leastRank] = LEAST[kind]
    assert.ok(recall >= leastRecall, `${kind}: recall ${recall}`)
    assert.ok(reciprocalRank >= leastRank, `${kind}: reciprocal rank ${reciprocalRank}`)
  }
})

test('the expected search results contain only listings from the corpus', () => {
  const keys = new Set(CORPUS.map(({ key }) => key))
  assert.equal(keys.size, CORPUS.length)
  for (const { q, expected } of [...QUERIES, ...HELD_OUT]) for (const key of expected) assert.ok(keys.has(key), `${q}: ${key}`)
  assert.deepEqual([...new Set(QUERIES.map(({ kind }) => kind))], [...KINDS])
})
