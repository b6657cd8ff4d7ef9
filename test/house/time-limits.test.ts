import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { slack } from '#test/machine.ts'
import { ROOT } from './root.ts'

const { SLOW_TESTS, TEST_LIMIT_MS } = (await import(new URL('../../bin/time-limits.js', import.meta.url).href)) as {
  SLOW_TESTS: Record<string, { minutes: number; why: string }>
  TEST_LIMIT_MS: number
}
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('tests have a time limit of two minutes, or eight on a busy machine, and every exception states its reason', () => {
  assert.equal(TEST_LIMIT_MS, slack(120_000))
  for (const [file, { minutes, why }] of Object.entries(SLOW_TESTS)) {
    assert.ok(existsSync(join(ROOT, file)), `bin/time-limits.js: ${file} is gone`)
    assert.ok(
      minutes * 60_000 > TEST_LIMIT_MS && why.length > 20,
      `bin/time-limits.js: ${file} needs a limit above the common one, and a reason`,
    )
  }
  const longer = globSync('{src,demo,test}/**/*.test.{ts,tsx}', { cwd: ROOT }).filter(
    (path) =>
      !(path in SLOW_TESTS) &&
      [...read(path).matchAll(/\btimeout: ([\d_]+)/g)].some(([, ms]) => Number(ms!.replaceAll('_', '')) > TEST_LIMIT_MS),
  )
  assert.deepEqual(longer, [], 'these set a longer limit than bin/time-limits.js allows')
})

test('each command in .ci/run has a time limit', () => {
  const lines = read('.ci/run').split('\n')
  const runs = lines.filter((line) => /^\s*(?:limited \d+ )?npm (?:ci|run|test)\b/.test(line))
  assert.equal(runs.length, 4)
  for (const line of runs) assert.match(line, /^\s*limited [1-9]\d+ npm /, `.ci/run: ${line}`)
})

test('if a CI step hangs, the script kills the step and its child processes, and continues', () => {
  const script = `sh -c 'trap "" TERM; sleep 60 & echo started; wait; sleep 60' & child=$!
    node bin/limit.js 1 $$ 'A step' 1 & watch=$!
    wait $child; echo "ended $?"; kill $watch; wait $watch
    ps -A -o ppid=,args= | grep -c "^ *$child .*sleep" || echo none`
  const began = performance.now()
  const { stdout } = spawnSync('bash', ['-c', script], { cwd: ROOT, encoding: 'utf8', timeout: 55_000 })
  assert.match(stdout, /A step: stopped after its limit of 1 s/)
  assert.match(stdout, /ended 137/)
  assert.ok(performance.now() - began < 50_000)
})
