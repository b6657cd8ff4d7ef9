import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ROOT } from './root.ts'

/** Names of variables whose text comes from a user, a model or a web page. */
const TEXT = 'text|title|words|note|body|prompt|description|said|label|message|subject|summary|name'

test('text limits count code points and never split a character', () => {
  const cut = new RegExp(String.raw`\b(?:${TEXT})\??\.(?:slice|substring)\(0, (?!end|open|last|Math|at\b)[^)]*\)`)
  const found = globSync('src/{core,identity,messaging,developers,catalog,commerce,helpers,admin,ucp,mcp}/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(`${ROOT}/${file}`, 'utf8')
        .split('\n')
        .flatMap((line) => (cut.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )
    .filter((one) => !ALLOWED.some((known) => one.includes(known)))
  assert.deepEqual(found, [])
})

/** Calls that may shorten text. This call shortens a library's error message for the log, not a user's text. */
const ALLOWED: readonly string[] = ['error.message.slice(0, 200)']
