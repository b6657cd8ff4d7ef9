import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SCRIPT_TEXTS, type Script } from './scripts.ts'

const KB = 1024
const packed = (...names: Script[]): number => names.reduce((sum, name) => sum + gzipSync(SCRIPT_TEXTS[name]).length, 0)

test('gzipped scripts are at most 15 KB on public pages, 60 KB in the app and 90 KB in the editor', () => {
  const sizes = {
    public: packed('public'),
    docs: packed('public', 'docs'),
    you: packed('public', 'live'),
    app: packed('public', 'live', 'app'),
    editor: packed('public', 'live', 'app', 'editor'),
  }
  const json = JSON.stringify(sizes)
  assert.ok(sizes.public <= 15 * KB, json)
  assert.ok(sizes.docs <= 15 * KB, json)
  assert.ok(sizes.you <= 15 * KB, json)
  assert.ok(sizes.app <= 60 * KB, json)
  assert.ok(sizes.editor <= 90 * KB, json)
})
