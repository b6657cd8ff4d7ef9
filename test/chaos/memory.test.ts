import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { runningServer } from '#platform/database/process-status.ts'
import { send } from '#test/app.ts'
import { audit } from '#test/audit.ts'
import { Ledger } from '#test/chaos/ledger.ts'
import { memoryGroup } from '#test/chaos/memory-group.ts'
import { memoryLoad, type Load } from '#test/chaos/memory-load.ts'
import { killableService, type KillableService } from '#test/chaos/service.ts'
import { senderTo, Writer } from '#test/chaos/writer.ts'
import { slack } from '#test/machine.ts'
import { until } from '#test/until.ts'
import { isReady } from '#test/program.ts'
import { read } from '#test/cluster.ts'

const WRITERS = 3
const LOAD_MS = 6_000
const MOST_MS = slack(30_000)
/** Limit of the JavaScript heap in MB. It is sufficient to start the service, but not to import several large files at the same time. */
const SMALL_HEAP_MB = 76
const PERSON = { name: 'Ana', email: 'ana@example.test', password: 'a long enough password' }

test('if the kernel kills a process for lack of memory, no acknowledged write is lost', async (t) => {
  const group = memoryGroup(`resale-${process.pid}`)
  if (!group) return t.skip('this machine permits no control group')
  const service = await killableService({ TEST_CLOCK: 'on', DEMO: 'off' }, [], { onSpawn: (pid) => group.add(pid) })
  t.after(async () => {
    await service.end()
    await until('the end of all processes', () => group.remove())
  })
  const shop = await openShop(service)
  await underLoad(shop, async () => {
    await until('answers to an upload and an import', () => hasAnswered(shop.load, 'photo') && hasAnswered(shop.load, 'import'), MOST_MS)
    group.squeeze()
    await until('a kill', () => group.kills() > 0, MOST_MS)
  })
  group.release()
  await recover(t, shop)
  t.diagnostic(`the kernel killed ${group.kills()} processes`)
})

test('with a small heap, the service responds, rejects a request with a reason, or exits without losing an acknowledged write', async (t) => {
  const flags = [`--max-old-space-size=${SMALL_HEAP_MB}`]
  const service = await killableService({ TEST_CLOCK: 'on', DEMO: 'off' }, [], { flags })
  t.after(() => service.end())
  const shop = await openShop(service)
  await underLoad(shop, () => sleep(LOAD_MS * 2))
  await recover(t, shop)
})

type Shop = { service: KillableService; load: Load; ledger: Ledger; writers: readonly Writer[]; key: string }

async function openShop(service: KillableService): Promise<Shop> {
  await service.until(() => isReady(service.port))
  const made = await send(service.port, 'POST', '/v1/accounts', { json: PERSON })
  const key: string = made.body.api_key.secret
  for (const slug of ['killed-often', 'loaded'])
    assert.equal((await send(service.port, 'POST', '/v1/shops', { key, json: { name: slug, slug } })).status, 201)
  const ledger = new Ledger()
  const writers = Array.from({ length: WRITERS }, () => new Writer({ send: senderTo(service.port, key), shop: 'killed-often', ledger }))
  return { service, load: await memoryLoad(service.port, key), ledger, writers, key }
}

async function underLoad({ load, writers }: Shop, work: () => Promise<void>): Promise<void> {
  const loading = load.run()
  const writing = Promise.all(writers.map((writer) => writer.run()))
  loading.catch(() => {})
  try {
    await work()
  } finally {
    load.stop()
    for (const writer of writers) writer.stop()
    await Promise.all([loading, writing])
  }
}

/** Restarts the service if it has ended, and checks that its data contains every acknowledged write. */
async function recover(t: TestContext, { service, load, ledger, writers, key }: Shop): Promise<void> {
  let starts = 0
  await until(
    'the service',
    async () => {
      if (!service.isRunning()) {
        starts++
        service.start()
      }
      return isReady(service.port)
    },
    MOST_MS,
  )
  // if its database was killed, the service could not release its idempotency keys, so their leases must expire
  await send(service.port, 'POST', '/v1/test/clock', { json: { advance_seconds: 61 } })
  await until('the repeated writes', async () => (await Promise.all(writers.map((writer) => writer.settle()))).flat().length === 0)

  const database = runningServer(service.dataDir)!
  await ledger.verify(database)
  assert.equal(await countListings(database, load.listings), load.listings.length, 'every acknowledged listing of the load exists')
  for (const path of load.photos) assert.equal((await send(service.port, 'GET', path, { key })).status, 200, path)
  assert.deepEqual(await audit(database), [], 'bin/audit.sql finds no fault')
  assert.ok(ledger.acknowledged > 0 && [...load.answers.keys()].some((one) => one.startsWith('list 200')), 'the service answered')
  t.diagnostic(
    `the service ${starts > 0 ? 'ended and started again' : 'continued'}; ${ledger.acknowledged} writes, ${load.listings.length} listings, ${load.photos.length} photos`,
  )
  t.diagnostic([...load.answers].map(([answer, count]) => `${count} × ${answer}`).join(', '))
}

const hasAnswered = ({ answers }: Load, name: string): boolean =>
  [...answers.keys()].some((one) => one.startsWith(`${name} `) && !one.endsWith(' 0'))

async function countListings(connection: ClientConfig, ids: readonly string[]): Promise<number> {
  const [row] = await read<{ count: number }>(connection, `select count(*)::int as count from listings where id = any('{${ids.join()}}')`)
  return row!.count
}
