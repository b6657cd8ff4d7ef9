import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningServer } from '#platform/database/process-status.ts'
import { send } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { Ledger, waitingEvents } from '#test/chaos/ledger.ts'
import { killableService, type Victim } from '#test/chaos/service.ts'
import { senderTo, Writer } from '#test/chaos/writer.ts'
import { slack } from '#test/machine.ts'

const WRITERS = 4
const ROUNDS: readonly Victim[] = [...Array.from({ length: 10 }, () => 'service' as const), 'database', 'both', 'database', 'both']

test('if the service is killed with kill -9, it loses no acknowledged write, and restarts without manual steps', async (t) => {
  const service = await killableService({ TEST_CLOCK: 'on' })
  t.after(() => service.end())
  const key = await service.key()
  const opened = await send(service.port, 'POST', '/v1/shops', { key, json: { name: 'Killed often', slug: 'killed-often' } })
  assert.equal(opened.status, 201)

  const ledger = new Ledger()
  const writers = Array.from({ length: WRITERS }, () => new Writer({ send: senderTo(service.port, key), shop: 'killed-often', ledger }))
  const waitsMs: Record<Victim, number[]> = { service: [], database: [], both: [] }
  let retried = 0

  for (const victim of ROUNDS) {
    const writing = Promise.all(writers.map((writer) => writer.run()))
    await untilWritten(ledger, Math.random() * 50)
    await service.kill(victim)
    if (victim !== 'database') service.start()
    waitsMs[victim].push(await service.until(writers[0]!.create))
    for (const writer of writers) writer.stop()
    await writing

    retried += writers.reduce((sum, { unconfirmed }) => sum + unconfirmed.length, 0)
    await settle(service.port, writers, victim)
    const running = runningServer(service.dataDir)
    assert.ok(running, 'the database is up')
    await ledger.verify(running)
    assert.deepEqual(await audit(running), [], `bin/audit.sql finds no fault after killing ${victim}`)
  }

  const handedOut = async () => (await waitingEvents(runningServer(service.dataDir)!)) === 0
  t.diagnostic(`every event is handed out ${Math.round(await service.until(handedOut))} ms later`)
  t.diagnostic(`${ledger.acknowledged} acknowledged writes are all there; ${retried} that were cut off were sent again`)
  for (const [victim, waits] of Object.entries(waitsMs)) {
    const sorted = waits.map(Math.round).sort((a, b) => a - b)
    t.diagnostic(
      `kill -9 of ${victim}, ${waits.length} times: first good answer after ${sorted[sorted.length >> 1]} ms (median), ${sorted.at(-1)} ms at most`,
    )
  }
})

/** Waits until the service has acknowledged `count` more writes, and then for a random time. */
async function untilWritten(ledger: Ledger, count: number): Promise<void> {
  const before = ledger.acknowledged
  const deadline = performance.now() + slack(1_000)
  while (ledger.acknowledged - before < count && performance.now() < deadline) await sleep(1)
  await sleep(Math.random() * 10)
}

/**
 * Repeats the interrupted writes with their idempotency keys. A restarted service must respond immediately. If only the database was
 * killed, the service could not release the keys, so their leases must expire first.
 */
async function settle(port: number, writers: readonly Writer[], victim: Victim): Promise<void> {
  const send_ = async () => (await Promise.all(writers.map((writer) => writer.settle()))).flat()
  const refused = await send_()
  if (refused.length === 0) return
  assert.deepEqual([victim, new Set(refused)], ['database', new Set([409])], 'a repeated write gets a response')
  const advanced = await send(port, 'POST', '/v1/test/clock', { json: { advance_seconds: 61 } })
  assert.equal(advanced.status, 200)
  assert.deepEqual(await send_(), [], 'a write repeated after its lease gets a response')
}
