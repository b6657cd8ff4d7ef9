import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '#test/cluster.ts'
import { startReceiver } from '#test/fakes/receiver.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { openSellers, type Sellers } from './delivery-sellers.ts'
import { atLeast, atMost, numberOf, type Report } from './goals.ts'
import { idleStatements } from './idle.ts'
import { cpuMs } from './cpu.ts'
import { openStage, startService, type Running } from './stage.ts'
import { median } from './turns.ts'

type DeliveryOptions = { rounds: number; quick: boolean }

const TREE = new URL('../..', import.meta.url).pathname
/** Number of accounts for which the benchmark records events. An additional account has its own receiver. */
const MANY = 10

/** Measures the speed and latency of webhook deliveries, and the queries of an idle worker (goal P8). The receivers run in this process. */
export async function benchDeliveries({ rounds, quick }: DeliveryOptions): Promise<Report> {
  const stage = await openStage()
  const folder = testFolder('resale-bench-tls-')
  const tls = selfSigned('localhost')
  writeFileSync(join(folder, 'cert.pem'), tls.cert)
  const env = { SEARCH_INDEX: 'off', NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
  const service = await startService(stage, TREE, { database: String(stage.connection.database), role: 'all', env })
  const sellers = await openSellers(stage, service.port, MANY + 1)
  try {
    // measures for almost a minute, so that every periodic job runs as often as usual
    const quiet = await idleStatements(stage, quick ? 2 : 49)
    const receivers = { 'plain HTTP': await startReceiver(), TLS: await startReceiver(undefined, '/hooks', tls) }
    const rates = await throughput(service, sellers, receivers, { rounds: Math.min(rounds, 3), events: quick ? 300 : 2_000 })
    const idle = await idleMs(sellers, receivers.TLS, quick ? 20 : 60)
    const queued = quick ? 1_000 : 10_000
    const behind = await behindMs(sellers, receivers.TLS, await startReceiver(undefined, '/hooks', tls), queued)
    return {
      rows: [],
      notes: [
        ...rates.notes,
        `Time from commit to first byte, TLS: ${summary(idle)} idle; ${summary(behind)} behind ${numberOf(queued)} of another account.`,
      ],
      goals: [
        atMost('P8 time from event to first byte, idle', median(idle), 50, ' ms'),
        atMost(`P8 time from event to first byte behind ${numberOf(queued)} of another account`, median(behind), 1_000, ' ms'),
        atLeast('P8 deliveries per second over TLS, one account', rates.seen.get('TLS 1')!, 400),
        atLeast(`P8 deliveries per second over TLS, ${MANY} accounts`, rates.seen.get(`TLS ${MANY}`)!, 1_000),
        atMost('P8 SQL statements per second of an idle process', quiet, 2),
      ],
    }
  } finally {
    await sellers.end()
    await service.stop()
    await stage.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Receiving = Awaited<ReturnType<typeof startReceiver>>

/** Measures deliveries over plain HTTP and TLS, to one account and to ten accounts, in turns. */
async function throughput(
  service: Running,
  sellers: Sellers,
  receivers: Record<string, Receiving>,
  { rounds, events }: { rounds: number; events: number },
) {
  const rates = new Map<string, number[]>()
  const costs = new Map<string, [web: number, db: number][]>()
  // the first round is a warm-up and is not recorded
  for (let round = 0; round <= rounds; round++)
    for (const [mode, receiver] of Object.entries(receivers))
      for (const accounts of [1, MANY]) {
        const name = `${mode} ${accounts}`
        await sellers.listen(receiver.url, accounts)
        const before = { received: receiver.received.length, web: cpuMs(service.web), db: cpuMs(service.db!), at: performance.now() }
        await sellers.happen(events, accounts)
        await receiver.until(before.received + events, 120_000)
        if (round === 0) continue
        const each = (now: number, then: number) => ((now - then) * 1000) / events
        rates.set(name, [...(rates.get(name) ?? []), (events * 1000) / (performance.now() - before.at)])
        costs.set(name, [...(costs.get(name) ?? []), [each(cpuMs(service.web), before.web), each(cpuMs(service.db!), before.db)]])
      }
  const seen = new Map([...rates].map(([name, all]) => [name, median(all)]))
  const notes = [...seen].map(([name, rate]) => {
    const used = [0, 1].map((at) => median(costs.get(name)!.map((each) => each[at]!)).toFixed(0)).join(' + ')
    const spread = rates
      .get(name)!
      .map((each) => each.toFixed(0))
      .join(', ')
    return `Deliveries, ${name.replace(/ (\d+)$/, ', $1 account(s)')}: ${numberOf(rate)} a second (${spread}), ${used} µs each.`
  })
  return { seen, notes }
}

async function idleMs(sellers: Sellers, receiver: Receiving, events: number): Promise<number[]> {
  await sellers.listen(receiver.url, 1)
  const ms: number[] = []
  for (let n = 0; n < events; n++) ms.push(await oneEvent(sellers, receiver, 0))
  // drops the first ten measurements, which include opening the connections
  return ms.slice(10)
}

/** Measures the delivery delay of one account's events in milliseconds, while a different account has many queued events. */
async function behindMs(sellers: Sellers, many: Receiving, own: Receiving, events: number): Promise<number[]> {
  await sellers.listen(many.url, 1)
  await sellers.listen(own.url, 1, MANY)
  const before = many.received.length
  await sellers.happen(events, 1)
  const ms: number[] = []
  for (let n = 0; n < 10; n++) ms.push(await oneEvent(sellers, own, MANY))
  await many.until(before + events, 120_000)
  return ms
}

async function oneEvent(sellers: Sellers, receiver: Receiving, from: number): Promise<number> {
  const count = receiver.received.length
  const began = performance.now()
  await sellers.happen(1, 1, from)
  return (await receiver.until(count + 1, 120_000))[count]!.at - began
}

const summary = (ms: readonly number[]): string => `median ${numberOf(median(ms))} ms, at most ${numberOf(Math.max(...ms))} ms`
