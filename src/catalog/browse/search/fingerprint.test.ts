import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fingerprinted, fingerprintOf } from './fingerprint.ts'

const SRC = join(import.meta.dirname, '../../..')

test('the fingerprint covers every source file that determines the contents of the index', async () => {
  const covered = new Set(await fingerprinted())
  const waiting = ['search/market-index.ts', 'search/score.ts', 'catalog/browse/search/text.ts'].map((path) => join(SRC, path))
  const reached = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const [, from = ''] of (await readFile(path, 'utf8')).matchAll(/^import (?!type )[^']*'([#.][^']+)'/gm))
      waiting.push(from.startsWith('#') ? join(SRC, from.slice(1)) : join(dirname(path), from))
  }
  assert.ok(reached.size > 25)
  assert.deepEqual(
    [...reached].filter((path) => !covered.has(path)),
    [],
  )
})

test('the fingerprint depends on the embedding model and the vector size', async () => {
  const plain = await fingerprintOf(null)
  assert.equal(await fingerprintOf(null), plain)
  const vectors = [
    plain,
    await fingerprintOf({ model: 'a', bytes: 5 }),
    await fingerprintOf({ model: 'b', bytes: 5 }),
    await fingerprintOf({ model: 'b', bytes: 6 }),
  ]
  assert.equal(new Set(vectors).size, 4)
})
