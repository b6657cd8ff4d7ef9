import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { holdPresence } from './presence.ts'
import { checkConnectionBudget, ConnectionBudgetError } from './connection-budget.ts'

test('a process’s connection budget above the server limit is rejected, and a total above the limit causes a warning', async (t) => {
  const { connection, pools, drop } = await testDatabase()
  t.after(drop)
  const { rows } = await pools.jobs.query<{ most: number }>("select current_setting('max_connections')::int as most")
  const { most } = rows[0]!
  const warned: object[] = []
  const log = { warn: (fields: object) => void warned.push(fields) }
  const check = (requests: number, pooled = false, role = 'web') =>
    checkConnectionBudget(connection, { sizes: { requests, jobs: 10 }, role, pooled, log })

  await check(10)
  await assert.rejects(
    check(most),
    (error: Error) => error instanceof ConnectionBudgetError && error.message.includes(`may open ${most + 14} connections`),
  )
  // behind a pooler, requests need no direct connections, and neither do the jobs of a web process
  await check(most, true)
  await check(most, true, 'all')
  assert.deepEqual(warned, [])

  const half = Math.floor(most / 2)
  await check(half)
  assert.deepEqual(warned, [])
  const others = [await holdPresence(connection), await holdPresence(connection)]
  await check(half)
  assert.deepEqual(warned, [{ room: most - 3, processes: 2, each: half + 14 }])
  for (const other of others) await other.stop()
})
