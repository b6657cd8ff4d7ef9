import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listOf, platesOf } from './art/pictures.ts'
import { SHOPS } from './cast/index.ts'

const FOLDER = join(import.meta.dirname, 'pictures')

test('the committed demo pictures match the demo data (if not, run bin/demo-pictures.ts)', () => {
  assert.deepEqual(JSON.parse(readFileSync(join(FOLDER, 'list.json'), 'utf8')), listOf(SHOPS))
  const files = readdirSync(FOLDER).filter((name) => name !== 'list.json')
  const expected = SHOPS.map(platesOf).flatMap(({ sign, items }) => [sign, ...items.flat()])
  assert.ok(expected.length > 130)
  assert.deepEqual(files.toSorted(), expected.map(({ file }) => file).toSorted())
  const bytes = files.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0)
  assert.ok(bytes < 1_700_000, `${bytes} bytes of pictures`)
})
