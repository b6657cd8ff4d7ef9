import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { coalesce } from './coalesce.ts'
import { transact } from '#platform/db/transaction.ts'

test('callers during a run share the next run, and runs never overlap', async () => {
  let running = 0
  let runs = 0
  const ended = Promise.withResolvers<void>()
  const ask = coalesce(async () => {
    assert.equal(running++, 0)
    runs++
    await ended.promise
    running--
  })
  const first = ask()
  while (runs === 0) await turn()
  const later = [ask(), ask(), ask()]
  assert.equal(runs, 1)
  ended.resolve()
  await first
  await Promise.all(later)
  assert.equal(runs, 2)
})

test('combines all calls of one event loop turn into one run', async () => {
  let runs = 0
  const ask = coalesce(async () => void runs++)
  const asked = [ask()]
  // calls from separate callbacks, as requests on several connections would
  for (let n = 0; n < 3; n++) process.nextTick(() => asked.push(ask()))
  await Promise.resolve()
  queueMicrotask(() => asked.push(ask()))
  await turn()
  await Promise.all(asked)
  assert.deepEqual([asked.length, runs], [5, 1])
})

test('a failed run rejects its callers, and the next call starts a new run', async () => {
  let fails = true
  const ask = coalesce(async () => {
    if (fails) throw new Error('away')
  })
  await assert.rejects(ask(), /away/)
  fails = false
  await ask()
})

test('rejects calls inside a transaction, because waiting there could exhaust the connections', async () => {
  let runs = 0
  const ask = coalesce(async () => void runs++)
  const db = { transaction: () => ({ execute: (work: (tx: object) => Promise<unknown>) => work({}) }) }
  await assert.rejects(
    transact(db as never, async () => ask()),
    /inside a transaction and requested a second connection/,
  )
  assert.equal(runs, 0)
  await ask()
  assert.equal(runs, 1)
})

test('a run waits one event loop turn for further callers', async () => {
  let runs = 0
  const ask = coalesce(async () => void runs++)
  const first = ask()
  for (let n = 0; n < 2; n++) await turn()
  assert.equal(runs, 0)
  await Promise.all([first, ask()])
  assert.equal(runs, 1)
})
