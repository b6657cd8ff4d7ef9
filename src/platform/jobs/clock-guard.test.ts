import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/app.ts'
import { statementsOf } from '#test/statements.ts'
import { createClockGuard } from './clock-guard.ts'

const HOUR_MS = 3_600_000

test('the clock guard notices a jump immediately, and compares the clocks only once a minute otherwise', async (t) => {
  const { ctx } = (await startApp(t)).service
  let jumpedMs = 0
  const { agrees } = createClockGuard({ ...ctx, now: () => new Date(ctx.now().getTime() + jumpedMs) })
  assert.equal(await agrees(), true)
  for (const [jump, expected] of [
    [59_000, true],
    [61_000, false],
    [-61_000, false],
    [HOUR_MS, false],
    [0, true],
  ] as const) {
    jumpedMs = jump
    assert.equal(await agrees(), expected, `${jump}`)
  }
  const statements = await statementsOf(t, async () => {
    for (let again = 0; again < 100; again++) assert.equal(await agrees(), true)
  })
  assert.deepEqual(
    statements.filter((statement) => statement.includes('clock_timestamp')),
    [],
  )
})

test('the clock guard ignores changes to the test clock', async (t) => {
  const app = await startApp(t)
  await app.advance(30 * 24 * 3_600)
  assert.equal(await createClockGuard(app.service.ctx).agrees(), true)
})
