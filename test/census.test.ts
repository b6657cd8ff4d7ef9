import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { censusOf, registrations, tooFew } from '#bin/census.ts'

const folder = mkdtempSync(join(tmpdir(), 'census-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = "import { describe, test } from 'node:test'\n"
const FILES = {
  'fine.test.ts': `${HEAD}test('one', async (t) => { await t.test('a step', () => {}) })\ndescribe('two', () => { test('a', () => {}); test('b', () => {}) })`,
  'exits.test.ts': `${HEAD}test('one', () => {})\ntest('two', () => process.exit(0))\ntest('three', () => {})`,
  'broken.test.ts': `${HEAD}import './nowhere.ts'\ntest('one', () => {})`,
  'empty.test.ts': HEAD,
  'skips.test.ts': `${HEAD}test('one', () => {})\ndescribe('two', { skip: 'no such program' }, () => { test('a', () => {}) })`,
}
const pathOf = (name: keyof typeof FILES): string => join(folder, name)

/** Runs test files like CI, but without the guard that CI loads into each process. */
async function run(names: readonly (keyof typeof FILES)[]) {
  const paths = names.map((name) => {
    writeFileSync(pathOf(name), FILES[name])
    return pathOf(name)
  })
  const lanes = spawnSync(process.execPath, ['bin/test-lanes.js', join(folder, 'lanes'), '1', ...paths], { encoding: 'utf8' }).stdout
  const counts = join(folder, 'counts.json')
  // oxlint-disable-next-line node/no-process-env -- the variable NODE_TEST_CONTEXT would make the new runner a child of this run
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--test', '--test-reporter=./bin/progress.js', ...lanes.split('\n')], {
    env: { ...env, TESTS_COUNTS: counts },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = await text(child.stdout)
  return { output, paths, counts: JSON.parse(readFileSync(counts, 'utf8')) as Record<string, number | null> }
}

test('the census counts the tests in each file, and does not count suites or steps', async () => {
  const { counts } = await run(['fine.test.ts', 'empty.test.ts'])
  assert.deepEqual(counts, { [pathOf('fine.test.ts')]: 3, [pathOf('empty.test.ts')]: 0 })
  assert.deepEqual(tooFew({ [pathOf('fine.test.ts')]: 3 }, counts, [pathOf('fine.test.ts'), pathOf('empty.test.ts')]), [
    `${pathOf('empty.test.ts')}: 0 of at least 1 tests ran`,
  ])
})

test('the census reports a test file that calls process.exit(0), although the test runner reports success', async () => {
  const { output, paths, counts } = await run(['exits.test.ts', 'fine.test.ts'])
  assert.match(output, /, 0 failed/)
  const census = { [pathOf('exits.test.ts')]: 3, [pathOf('fine.test.ts')]: 3 }
  assert.deepEqual(tooFew(census, counts, paths), [
    `${pathOf('exits.test.ts')}: 0 of at least 3 tests ran`,
    `${pathOf('fine.test.ts')}: 0 of at least 3 tests ran`,
  ])
})

test('the census accepts a skipped suite only on a machine where this suite may be skipped', async () => {
  const { paths, counts } = await run(['skips.test.ts', 'fine.test.ts'])
  const census = { [pathOf('skips.test.ts')]: 2, [pathOf('fine.test.ts')]: 3 }
  assert.deepEqual(tooFew(census, counts, paths, true), [])
  assert.deepEqual(tooFew(census, counts, paths), [`${pathOf('skips.test.ts')}: 0 of at least 2 tests ran`])
})

test('the reporter prints the error of a test file that fails to load', async () => {
  const { output } = await run(['broken.test.ts', 'fine.test.ts'])
  assert.match(output, /✖ .*broken\.test\.ts/)
  assert.match(output, /Cannot find module .*nowhere\.ts/)
})

test('the census records the number of tests in a new file, which later runs can raise but never lower', () => {
  const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
  const read = () => `test('x', () => {})\n  test(\n    'y', () => {})\n// test('z')\nconst test = 1`
  const before = { 'a.test.ts': 5, 'b.test.ts': 5, 'gone.test.ts': 1 }
  assert.deepEqual(censusOf(files, before, { 'a.test.ts': 4, 'b.test.ts': 6, 'c.test.ts': 9 }, read), {
    'a.test.ts': 5,
    'b.test.ts': 6,
    'c.test.ts': 9,
    'd.test.ts': 2,
  })
  assert.equal(registrations('for (const a of b) test(`${a} is`, () => {})'), 0)
})
