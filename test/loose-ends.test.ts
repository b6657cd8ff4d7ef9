import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { slack } from '#test/machine.ts'

const folder = await mkdtemp(join(tmpdir(), 'loose-ends-'))
after(() => rm(folder, { recursive: true, force: true }))
const GUARD = pathToFileURL('bin/loose-ends.js').href
const SUITE_HOOK = pathToFileURL('bin/suite-hook.js').href

async function run(
  name: string,
  code: string,
  graceMs: number,
  limits: Record<string, string> = {},
): Promise<{ status: number; output: string; ms: number }> {
  const file = join(folder, `${name}.test.mjs`)
  await writeFile(file, `import { describe, test } from 'node:test'\nimport assert from 'node:assert/strict'\n${code}`)
  // oxlint-disable-next-line node/no-process-env -- the variable NODE_TEST_CONTEXT would make the new runner a child of this run
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', SUITE_HOOK, '--import', GUARD, '--test', '--test-reporter=spec', file], {
    env: { ...env, LOOSE_ENDS_MS: String(graceMs), ...limits },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: slack(30_000),
  })
  const [output, , [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { status: status as number, output, ms: performance.now() - began }
}

const count = (output: string, what: string): number => Number(new RegExp(`ℹ ${what} (\\d+)`).exec(output)?.[1])

const LEAVES = `
describe('a file of a group', () => {
  test('fails, and leaves a loop', () => { setInterval(() => {}, 10); assert.equal('${'x'.repeat(20_000)}', 'y') })
  for (let n = 0; n < 500; n++) test('a later one ' + n + '${'.'.repeat(200)}', () => {})
})
describe('the next file of the group', () => test('runs too', () => {}))
`

test('a test file with a failed test and an active timer exits promptly, and reports the results of all tests', async () => {
  const { status, output, ms } = await run('leaves', LEAVES, 3_000)
  assert.equal(status, 1)
  assert.ok(ms < slack(20_000), `${ms} ms`)
  // the first test failed, but the 500 tests after it passed, and so did the test in the next group
  assert.deepEqual([count(output, 'pass'), count(output, 'fail')], [501, 1])
  assert.match(output, /✔ a later one 499/)
  assert.match(output, /✔ runs too/)
  assert.match(output, /Stopped 3 s after the last test: resources were still open \(.*Timeout.*\)/)
})

test('a test file fails if a timer is still active after its tests have passed', async () => {
  const { status, output } = await run('passes', "test('passes', () => { setInterval(() => {}, 10) })", 1_000)
  assert.equal(status, 1)
  assert.equal(count(output, 'fail'), 1)
})

test('a test file that leaves no open handles exits immediately', async () => {
  const { status, ms } = await run('tidy', "test('passes', () => {})", 25_000)
  assert.equal(status, 0)
  assert.ok(ms < slack(15_000), `${ms} ms`)
})

test('a test fails if an error is not caught while it runs, even without the hook that node:test uses to find the test', async () => {
  const late = "setTimeout(() => { throw new Error('late') }, 1); await new Promise((done) => setTimeout(done, 50))"
  const { status, output } = await run(
    'uncaught',
    `import { toggleSuiteHook } from '${SUITE_HOOK}'
describe('all', () => {
  test('fails', async () => { toggleSuiteHook(false); ${late} })
  test('passes', () => {})
})`,
    1_000,
  )
  assert.equal(status, 1)
  assert.deepEqual([count(output, 'pass'), count(output, 'fail')], [1, 1])
  assert.match(output, /✖ fails[\s\S]*Error: late/)
})

test('a test file fails if one of its tests calls process.exit(0), and the output names that test', async () => {
  const { status, output } = await run(
    'exits',
    "test('fine', () => {})\ntest('leaves', () => process.exit(0))\ntest('later', () => {})",
    25_000,
  )
  assert.equal(status, 1)
  assert.match(output, /The process ended before its tests did, during "leaves": process\.exit was called/)
})

test('the runner stops and reports a test that exceeds its time limit, but accepts a file whose tests exceed the limit only in total', async () => {
  const wait = 'await new Promise((resolve) => setTimeout(resolve, 700))'
  const { status, output } = await run(
    'hangs',
    `test('in time', async () => { ${wait} })\ntest('as well', async () => { ${wait} })\ntest('hangs', () => new Promise(() => setInterval(() => {}, 10)))`,
    25_000,
    { TEST_LIMIT_MS: '1000' },
  )
  assert.equal(status, 1)
  assert.match(output, /"hangs" took longer than its 1 s/)
})
