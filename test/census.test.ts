import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { censusOf, exactRegistrations, registrations, tooFew, tooMany } from '#bin/census.ts'

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
  const [counts, failures] = [join(folder, 'counts.json'), join(folder, 'failures.txt')]
  rmSync(failures, { force: true })
  // oxlint-disable-next-line node/no-process-env -- the variable NODE_TEST_CONTEXT would make the new runner a child of this run
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(process.execPath, ['--test', '--test-reporter=./bin/progress.js', ...lanes.split('\n')], {
    env: { ...env, TESTS_COUNTS: counts, FAILURES: failures },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = await text(child.stdout)
  return {
    output,
    paths,
    failures: existsSync(failures) ? readFileSync(failures, 'utf8') : '',
    counts: JSON.parse(readFileSync(counts, 'utf8')) as Record<string, number | null>,
  }
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

test('the reporter prints the error of a test file that fails to load, and adds it to the list of failures', async () => {
  const { output, failures } = await run(['broken.test.ts', 'fine.test.ts'])
  for (const text of [output, failures]) {
    assert.match(text, /✖ .*broken\.test\.ts/)
    assert.match(text, /Cannot find module .*nowhere\.ts/)
  }
  assert.equal((await run(['fine.test.ts'])).failures, '')
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

test('the check finds a census number above the number of tests, unless a loop, a suite or a function may register more', () => {
  const source =
    "after(() => {})\ntest('a', () => {})\n// test('b', () => {})\nfunction run() {\n  list('x')\n}\ntest('c', async () => {})\n"
  assert.equal(exactRegistrations(source), 2)
  for (const more of ['for (const a of b) test(a, () => {})', "describe('d', () => {})", "await cases('e')", "it('f', () => {})"])
    assert.equal(exactRegistrations(`${source}${more}`), null)
  assert.equal(exactRegistrations("import './generated.ts'"), null)
  assert.deepEqual(
    censusOf(['a.test.ts'], { 'a.test.ts': 1 }, {}, () => source),
    { 'a.test.ts': 2 },
  )
  assert.deepEqual(
    tooMany({ 'a.test.ts': 3, 'b.test.ts': 2 }, ['a.test.ts', 'b.test.ts', 'new.test.ts'], () => source),
    ['a.test.ts has 2 tests, and the census requires 3'],
  )
})
