import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { coalesce } from './coalesce.ts'
import { transact } from '#platform/db/transaction.ts'

test('calls that arrive during a run share the next run, and runs never overlap', async () => {
  let running = 0
  let runs = 0
  const ended = Promise.withResolvers<void>()
  const run = coalesce(async () => {
    assert.equal(running++, 0)
    runs++
    await ended.promise
    running--
  })
  const first = run()
  while (runs === 0) await turn()
  const later = [run(), run(), run()]
  assert.equal(runs, 1)
  ended.resolve()
  await first
  await Promise.all(later)
  assert.equal(runs, 2)
})

test('all calls that are made in one turn of the event loop share one run', async () => {
  let runs = 0
  const run = coalesce(async () => void runs++)
  const calls = [run()]
  for (let n = 0; n < 3; n++) process.nextTick(() => calls.push(run()))
  await Promise.resolve()
  queueMicrotask(() => calls.push(run()))
  await turn()
  await Promise.all(calls)
  assert.deepEqual([calls.length, runs], [5, 1])
})

test('if a run fails, the calls that waited for it are rejected, and the next call starts a new run', async () => {
  let fails = true
  const run = coalesce(async () => {
    if (fails) throw new Error('away')
  })
  await assert.rejects(run(), /away/)
  fails = false
  await run()
})

test('a coalesced call inside a transaction is rejected, because waiting there could use up all database connections', async () => {
  let runs = 0
  const run = coalesce(async () => void runs++)
  const db = { transaction: () => ({ execute: (work: (tx: object) => Promise<unknown>) => work({}) }) }
  await assert.rejects(
    transact(db as never, async () => run()),
    /inside a transaction and requested a second connection/,
  )
  assert.equal(runs, 0)
  await run()
  assert.equal(runs, 1)
})

test('a run waits for one turn of the event loop, so that further callers can join', async () => {
  let runs = 0
  const run = coalesce(async () => void runs++)
  const first = run()
  for (let n = 0; n < 2; n++) await turn()
  assert.equal(runs, 0)
  await Promise.all([first, run()])
  assert.equal(runs, 1)
})
