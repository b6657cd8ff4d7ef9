import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Context } from '#platform/context.ts'
import { kyselyOn, openPools } from '#platform/db/index.ts'
import { recordAll } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import { send } from '#test/app.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'
import { cpuMs } from './cpu.ts'
import { atLeast, atMost, type Goal } from './goals.ts'
import { signUp } from './requests.ts'
import { openStage, startService, type Running, type Stage } from './stage.ts'

type Seller = { id: string; key: string }

const QUIET_S = 10

/** How soon and how many events reach webhooks, and what an idle worker asks. The receivers live in this process. */
export async function benchDeliveries(tree = new URL('../..', import.meta.url).pathname): Promise<Goal[]> {
  const stage = await openStage()
  const database = String(stage.connection.database)
  const service = await startService(stage, tree, { database, role: 'all', env: { SEARCH_INDEX: 'off' } })
  const pools = openPools(stage.connection, { sizes: { requests: 4, jobs: 1 } })
  const ctx = { db: kyselyOn(pools.requests), now: () => new Date(), newId } as unknown as Context
  try {
    const quiet = await statementsOfIdle(stage, database)
    const good = await startReceiver()
    const sellers: Seller[] = []
    for (let n = 0; n < 11; n++) sellers.push(await open(service.port, n, n < 10 ? good.url : null))
    const idleMs = await idle(ctx, sellers[0]!, good)
    await throughput(service, ctx, sellers.slice(0, 1), good, 500)
    const one = await throughput(service, ctx, sellers.slice(0, 1), good, 2_000)
    const ten = await throughput(service, ctx, sellers.slice(0, 10), good, 5_000)
    const behindMs = await behind(ctx, sellers[0]!, sellers[10]!, good, service.port)
    return [
      atMost('P8 event to first byte, idle, median', idleMs, 50, ' ms'),
      atMost('P8 the same behind 10 000 of another account', behindMs, 1_000, ' ms'),
      atLeast('P8 deliveries a second, one account', one, 400),
      atLeast('P8 deliveries a second, ten accounts', ten, 1_000),
      atMost('P8 statements a second of an idle process', quiet, 2),
    ]
  } finally {
    await pools.end()
    await service.stop()
    await stage.end()
  }
}

/** Whatever a process with web server and worker asks of the database while nobody asks it anything. */
async function statementsOfIdle(stage: Stage, database: string): Promise<number> {
  const db = await stage.client()
  const transactions = async () => {
    await sleep(1_500)
    const { rows } = await db.query<{ n: string }>('select xact_commit + xact_rollback as n from pg_stat_database where datname = $1', [
      database,
    ])
    return Number(rows[0]!.n)
  }
  await sleep(2_000)
  const before = await transactions()
  await sleep(QUIET_S * 1_000)
  const each = ((await transactions()) - before - 1) / (QUIET_S + 1.5)
  await db.end()
  console.log(`an idle process asks ${each.toFixed(1)} statements a second`)
  return each
}

async function idle(ctx: Context, seller: Seller, receiver: Receiver): Promise<number> {
  const ms: number[] = []
  for (let n = 0; n < 60; n++) {
    const count = receiver.received.length
    const began = performance.now()
    await happen(ctx, [seller], 1)
    ms.push((await receiver.until(count + 1))[count]!.at - began)
    await sleep(20)
  }
  return told('idle, from the commit', ms.slice(10))
}

async function throughput(service: Running, ctx: Context, sellers: readonly Seller[], receiver: Receiver, events: number): Promise<number> {
  const before = receiver.received.length
  const [began, web, db] = [performance.now(), cpuMs(service.web), cpuMs(service.db!)]
  await happen(ctx, sellers, events)
  await receiver.until(before + events, 120_000)
  const rate = (events * 1000) / (performance.now() - began)
  const each = (now: number, then: number) => (((now - then) * 1000) / events).toFixed(0)
  console.log(
    `${sellers.length} account(s): ${events} events at ${rate.toFixed(0)} a second, ${each(cpuMs(service.web), web)} + ${each(cpuMs(service.db!), db)} µs each`,
  )
  return rate
}

/** Somebody's event behind ten thousand of another. */
async function behind(ctx: Context, many: Seller, one: Seller, receiver: Receiver, port: number): Promise<number> {
  const own = await startReceiver()
  await setWebhook(port, one, own.url)
  const before = receiver.received.length
  await happen(ctx, [many], 10_000)
  const ms: number[] = []
  for (let n = 0; n < 10; n++) {
    const began = performance.now()
    await happen(ctx, [one], 1)
    ms.push((await own.until(n + 1, 120_000))[n]!.at - began)
  }
  await receiver.until(before + 10_000, 120_000)
  return told('behind 10 000 of another', ms)
}

let turn = 0
async function happen(ctx: Context, sellers: readonly Seller[], count: number): Promise<void> {
  for (let done = 0; done < count; done += 1_000) {
    const events = Array.from({ length: Math.min(1_000, count - done) }, () => ({
      accountId: sellers[turn++ % sellers.length]!.id,
      type: 'order.completed' as const,
      object: { object: 'order', id: `ord_${turn}`, note: 'As long as an order is. '.repeat(30) },
    }))
    await inTransaction(ctx, (tx) => recordAll(tx, events))
  }
}

async function open(port: number, n: number, url: string | null): Promise<Seller> {
  const key = await signUp(port, `Seller ${n}`)
  const { body } = await send(port, 'GET', '/v1/me', { key })
  const seller = { id: body.id as string, key }
  if (url !== null) await setWebhook(port, seller, url)
  return seller
}

async function setWebhook(port: number, { key }: Seller, url: string): Promise<void> {
  const { status } = await send(port, 'PUT', '/v1/webhooks', { key, json: { url, events: ['order.completed'] } })
  if (status >= 300) throw new Error(`no webhook: ${status}`)
}

function told(what: string, ms: readonly number[]): number {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  console.log(`${what}: median ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms`)
  return at(0.5)
}
