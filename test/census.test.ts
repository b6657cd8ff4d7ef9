import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { lostTests } from '#bin/census.ts'
import { slack } from '#test/machine.ts'

const folder = await mkdtemp(join(tmpdir(), 'census-'))
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a group of two test files as CI does. Returns the exit code, the counts and what the progress reporter printed. */
async function runGroup(name: string, files: Readonly<Record<string, string>>) {
  const place = join(folder, name)
  await mkdir(place)
  for (const [file, code] of Object.entries(files)) await writeFile(join(place, file), `import { test } from 'node:test'\n${code}`)
  const suites = Object.keys(files).map((file) => `describe('${file}', async () => { await import('./${file}') })\n`)
  const group = join(place, 'group-01.test.mjs')
  await writeFile(group, `import { describe } from 'node:test'\n${suites.join('')}`)
  const counts = join(place, 'counts.json')
  const reporters = ['progress.js', 'census.ts'].flatMap((reporter, index) => [
    `--test-reporter=${pathToFileURL(`bin/${reporter}`).href}`,
    `--test-reporter-destination=${index === 0 ? 'stdout' : join(place, 'census.txt')}`,
  ])
  // oxlint-disable-next-line node/no-process-env -- the runner's own variables would make it a child of this run
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--test', ...reporters, group], {
    env: { ...env, CENSUS: counts },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: slack(30_000),
  })
  const [printed, , [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, printed, counts: JSON.parse(await readFile(counts, 'utf8')) as Record<string, number> }
}

const LEAST = { 'a.mjs': 2, 'b.mjs': 1 }
const FILES = Object.keys(LEAST)

test('the tests of each file of a group are counted by the name of the file', async () => {
  const { counts } = await runGroup('whole', { 'a.mjs': "test('one', () => {})\ntest('two', () => {})", 'b.mjs': "test('one', () => {})" })
  assert.deepEqual(counts, LEAST)
  assert.deepEqual(lostTests(counts, LEAST, FILES), [])
})

test('a test that ends its process is green for the runner, and its file is named by the census', async () => {
  const { code, counts } = await runGroup('ended', { 'a.mjs': "test('one', () => {})\ntest('two', () => process.exit(0))", 'b.mjs': '' })
  assert.equal(code, 0)
  assert.deepEqual(lostTests(counts, LEAST, FILES), ['a.mjs ran 0 of at least 2 tests', 'b.mjs ran 0 of at least 1 tests'])
})

test('a file without a line in the census has at least one test', () => {
  assert.deepEqual(lostTests({}, {}, ['c.mjs']), ['c.mjs ran 0 of at least 1 tests'])
})

test('a file of a group that cannot be loaded prints its error', async () => {
  const { code, printed } = await runGroup('broken', { 'a.mjs': "throw new Error('no such table')", 'b.mjs': "test('one', () => {})" })
  assert.equal(code, 1)
  assert.match(printed, /a\.mjs[^]*no such table/)
})
