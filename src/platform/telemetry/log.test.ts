import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { DatabaseAway } from '#platform/errors/database.ts'
import { createLog, redact, requestLine, type RequestLine } from './log.ts'

const KEY = 'rsk_0123456789abcdef'

function collecting() {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) }
}

test('the log redacts secrets by field name, at any depth, and in text', () => {
  const { lines, log } = collecting()
  const names = ['authorization', 'Cookie', 'password', 'secret', 'lowest_price', 'lowest_percent']
  for (const name of names) {
    log.info({ [name]: 'hidden-1' }, 'flat')
    log.info({ a: { b: { c: [{ [name]: { d: 'hidden-2' } }] } } }, 'deep')
  }
  log.info({ path: `/x/${KEY}`, list: [`whsec_${'a'.repeat(12)}`] }, `with ${KEY} in words`)
  log.warn({ err: new Error(`refused ${KEY}`) }, 'error')
  const all = lines.join('')
  assert.equal(lines.length, 2 * names.length + 2)
  assert.doesNotMatch(all, /hidden|0123456789abcdef|aaaaaaaaaaaa/)
  assert.match(all, /rsk_····/)
  assert.match(all, /"password":"\[redacted\]"/)
  for (const line of lines) assert.equal(typeof JSON.parse(line).level, 'number')
})

test('the log contains non-secret fields and error stacks', () => {
  const { lines, log } = collecting()
  log.info({ status: 200, at: new Date(0), none: null, deep: { list: [1, 'two'] } }, 'request')
  log.error({ err: new TypeError('broken') }, 'failed')
  const [first, second] = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    { ...first, time: 0 },
    { level: 30, time: 0, status: 200, at: '1970-01-01T00:00:00.000Z', none: null, deep: { list: [1, 'two'] }, msg: 'request' },
  )
  assert.equal(second.err.type, 'TypeError')
  assert.match(second.err.stack, /broken[\s\S]*log\.test/)
  assert.equal(redact(`a ${KEY} b`), 'a rsk_···· b')
  assert.equal(redact(`a rsk_test_${'0'.repeat(36)} b`), 'a rsk_···· b')
  assert.equal(redact(`a rrt_${'0'.repeat(52)} b`), 'a rrt_···· b')
})

test('repeated errors, except request errors, are combined into one line per minute with a count', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { lines, log } = collecting()
  const away = () => new DatabaseAway('connect ECONNREFUSED')
  for (let n = 0; n < 120; n++) log.error({ err: away(), job: `job ${n % 7}` }, 'a job failed')
  assert.equal(lines.length, 1)
  for (const line of [{ err: new Error('broken') }, { err: away(), request_id: 'req_1' }, { err: away(), request_id: 'req_2' }])
    log.error(line, 'a job failed')
  assert.equal(lines.length, 4)
  t.mock.timers.tick(60_000)
  assert.equal(lines.length, 5)
  const last = JSON.parse(lines.at(-1)!)
  assert.deepEqual([last.msg, last.repeated, last.job], ['a job failed', 119, 'job 0'])
  // a minute later, a repeated line is written to the log again
  t.mock.timers.tick(60_000)
  log.error({ err: away() }, 'a job failed')
  assert.equal(lines.length, 6)
})

const writtenBy = (end: string) =>
  spawnSync(
    process.execPath,
    [
      '--import',
      './bin/tsx.js',
      '--input-type=module',
      '-e',
      `import { createLog } from '#platform/telemetry/log.ts'
       const log = createLog('info')
       process.on('uncaughtException', (error) => { log.fatal({ err: error }, 'fatal'); process.exit(1) })
       for (let n = 0; n < 50; n++) log.info({ n }, 'line')
       ${end}`,
    ],
    { encoding: 'utf8', cwd: new URL('../../..', import.meta.url) },
  ).stdout

test('the log writes every line before the process ends, except after kill -9', () => {
  for (const end of ['', 'process.exit(0)', "throw new Error('x')", 'setTimeout(() => process.exit(0), 20)']) {
    const lines = writtenBy(end).trim().split('\n')
    assert.equal(lines.filter((line) => JSON.parse(line).msg === 'line').length, 50, end)
    assert.equal(
      lines.some((line) => JSON.parse(line).msg === 'fatal'),
      end.startsWith('throw'),
    )
  }
})

test('lines in the request log have the same format, field order and redaction as other log lines', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  const { lines, log } = collecting()
  const write = requestLine(log)
  const line: RequestLine = { request_id: 'req_1', method: 'GET', path: `/a"b\\${KEY}/é`, status: 200, ms: 3, address: '::1' }
  log.info(line, 'request')
  write(line)
  write(line)
  log.warn('after')
  const [usual, both, after] = lines
  assert.equal(both, `${usual}${usual}`)
  assert.match(usual!, /rsk_····/)
  assert.equal(JSON.parse(after!).msg, 'after')
  write(line)
  assert.equal(lines.length, 3)
  await new Promise(setImmediate)
  assert.equal(lines[3], usual)
  const quiet = createLog('warn', { write: () => assert.fail('must not write below the log level') })
  requestLine(quiet)(line)
  await new Promise(setImmediate)
})
