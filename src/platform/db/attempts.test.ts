import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import timers from 'node:timers/promises'
import { NoResultError, type SelectQueryNode } from 'kysely'
import type { Pool } from 'pg'
import { limitTransactions } from './semaphore.ts'
import { afterCommit, holdsConnection, transact } from './transaction.ts'
import type { Db } from './types.ts'

/** A database whose transactions only call their function. */
const fakeDb = () => ({ transaction: () => ({ execute: (work: (tx: object) => Promise<unknown>) => work({}) }) }) as unknown as Db
const limited = (max: number) => {
  const db = fakeDb()
  limitTransactions(db, { options: { max } } as Pool)
  return db
}
const raise = (code: string) => Object.assign(new Error(`an error with the code ${code}`), { code })
const gone = () => new NoResultError({} as SelectQueryNode)

/** Runs a transaction that fails `failures` times. Returns the number of attempts and whether the last one succeeded. */
async function attemptsWith(failure: () => unknown, failures = Infinity): Promise<[attempts: number, result: 'committed' | 'failed']> {
  let attempts = 0
  const work = async () => {
    if (++attempts <= failures) throw failure()
  }
  const result = await transact(fakeDb(), work).then(
    () => 'committed' as const,
    () => 'failed' as const,
  )
  return [attempts, result]
}

test('a transaction has three attempts after an error that the next attempt may avoid, and one attempt after any other error', async () => {
  for (const code of ['40001', '40P01', '55P03', '23503']) assert.deepEqual(await attemptsWith(() => raise(code)), [3, 'failed'], code)
  assert.deepEqual(await attemptsWith(gone), [3, 'failed'])
  assert.deepEqual(await attemptsWith(() => raise('40001'), 2), [3, 'committed'])
  assert.deepEqual(await attemptsWith(() => raise('40001'), 1), [2, 'committed'])
  for (const error of [raise('23505'), new Error('no code'), null]) assert.deepEqual(await attemptsWith(() => error), [1, 'failed'])
})

test('after a lock timeout, no attempt starts later than 3 s after the first; after other errors, time does not matter', async (t) => {
  const startedAt = performance.now()
  for (const [code, ms, attempts] of [
    ['55P03', 2_999, 3],
    ['55P03', 3_000, 1],
    ['40P01', 3_000, 3],
  ] as const) {
    // prettier-ignore
    const times = [startedAt, ...Array.from({ length: 9 }, () => startedAt + ms)]
    const clock = t.mock.method(performance, 'now', () => times.shift() ?? startedAt + ms)
    const [count] = await attemptsWith(() => raise(code))
    clock.mock.restore()
    assert.equal(count, attempts, `${code} after ${ms} ms`)
  }
})

test('only the effects of the successful attempt run after the commit, once and in order', async () => {
  const done: string[] = []
  let attempt = 0
  await transact(fakeDb(), async () => {
    attempt++
    for (const name of ['a', 'b']) afterCommit(() => done.push(`${name}${attempt}`))
    assert.deepEqual(done, [], 'nothing runs before the commit')
    if (attempt === 1) throw raise('40001')
  })
  assert.deepEqual(done, ['a2', 'b2'])
  afterCommit(() => done.push('outside'))
  assert.equal(done.at(-1), 'outside')
})

test('a task that outlasts its transaction no longer belongs to it, whether the transaction succeeded or failed', async () => {
  for (const fails of [false, true]) {
    const ended = Promise.withResolvers<void>()
    const seen: boolean[] = []
    let task = Promise.resolve()
    await transact(fakeDb(), async () => {
      seen.push(holdsConnection())
      task = ended.promise.then(() => {
        seen.push(holdsConnection())
        afterCommit(() => seen.push(true))
      })
      if (fails) throw new Error('a failure')
    }).catch(() => {})
    assert.equal(holdsConnection(), false)
    ended.resolve()
    await task
    assert.deepEqual(seen, [true, false, true], `fails: ${fails}`)
  }
})

test('an effect after the commit no longer belongs to the transaction', async () => {
  let inside: boolean | undefined
  await transact(fakeDb(), async () => afterCommit(() => (inside = holdsConnection())))
  assert.equal(inside, false)
})

test('transactions wait for a slot, and one account cannot use all slots', async () => {
  const open = Promise.withResolvers<void>()
  const begun: string[] = []
  const begin = (db: Db, name: string, account: string | null) =>
    transact(
      db,
      async () => {
        begun.push(name)
        await open.promise
      },
      account,
    )
  const [one, two] = [limited(2), limited(4)]
  const all = [
    ...['a', 'b'].map((name) => begin(one, name, null)),
    ...['c', 'd'].map((name) => begin(two, name, 'ana')),
    begin(two, 'e', 'ben'),
  ]
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['a', 'c', 'e'])
  open.resolve()
  await Promise.all(all)
  assert.deepEqual(begun.toSorted((x, y) => (x < y ? -1 : 1)), ['a', 'b', 'c', 'd', 'e']) // prettier-ignore
})

test('a transaction inside a transaction does not wait for a slot, because the pool rejects it at once', async () => {
  const db = limited(2)
  assert.equal(await transact(db, () => transact(db, async () => 'inner')), 'inner')
})

test('the pause before the third attempt is twice as long as before the second, and both have a random part', async (t) => {
  t.after(syncBuiltinESMExports)
  const pausesWith = async (random: number) => {
    const pause = t.mock.method(timers, 'setTimeout', async () => {})
    const randomInt = t.mock.method(crypto, 'randomInt', () => random)
    syncBuiltinESMExports()
    await attemptsWith(() => raise('40001'))
    pause.mock.restore()
    randomInt.mock.restore()
    return pause.mock.calls.map(({ arguments: [ms] }: { arguments: unknown[] }) => Number(ms))
  }
  const [least, more] = [await pausesWith(0), await pausesWith(7)]
  assert.ok(least[0]! > 0)
  assert.deepEqual(least, [least[0], 2 * least[0]!])
  assert.deepEqual(more, least.map((ms) => ms + 7)) // prettier-ignore
})
