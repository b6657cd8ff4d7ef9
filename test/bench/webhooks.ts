// Prints how fast events reach webhooks: `npm run bench:webhooks`, with a part of its size after `--` on a slow machine. The service and its
// database are processes of their own; the receivers live in this one. What was seen: docs/performance.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { runningServer } from '#platform/database/running.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { kyselyOn, openPools } from '#platform/db/index.ts'
import { recordAll } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import { send } from '#test/app.ts'
import { cpuSeconds } from '#test/bench/cpu.ts'
import { killableService } from '#test/chaos/service.ts'
import { startReceiver, type Receiver } from '#test/fakes/receiver.ts'

const SIZE = Number(process.argv[2] ?? 1)

type Seller = { id: string; key: string }

async function bench(): Promise<void> {
  await service.until(async () => (await send(service.port, 'GET', '/readyz').catch(() => null))?.status === 200)
  const buyer = await signUp('Buyer')
  const sellers: Seller[] = []
  for (let i = 0; i < 30; i++) sellers.push(await signUp(`Seller ${i}`))
  const [good, hanging] = [await startReceiver(), await startReceiver()]
  hanging.answer = () => {}
  const pools = openPools(runningServer(service.dataDir)!, { sizes: { requests: 4, jobs: 1 } })
  const ctx = { db: kyselyOn(pools.requests), now: () => new Date(), newId } as unknown as Context

  const [first] = sellers
  await setWebhook(first!, good.url)
  await idle(first!, good, buyer.key)
  await throughput(ctx, [first!], good, 2_000 * SIZE)
  const ten = sellers.slice(0, 10)
  for (const seller of ten) await setWebhook(seller, good.url)
  await throughput(ctx, ten, good, 5_000 * SIZE)

  await behind(ctx, ten[0]!, sellers[11]!, good, await startReceiver())
  await amongHanging(ctx, sellers, good, hanging)
  await pools.end()
}

/** One event at a time, made through the API while nothing else goes on. */
async function idle(seller: Seller, receiver: Receiver, buyerKey: string): Promise<void> {
  await api('POST', '/v1/shops', seller.key, { name: 'Bench', slug: 'bench-shop' })
  const sentMs: number[] = []
  const answeredMs: number[] = []
  for (let i = 0; i < 100; i++) {
    const count = receiver.received.length
    const began = performance.now()
    await api('POST', '/v1/threads', buyerKey, { shop: 'bench-shop', text: `Question ${i}` })
    const answered = performance.now()
    const { at } = (await receiver.until(count + 1))[count]!
    sentMs.push(at - began)
    answeredMs.push(at - answered)
    await sleep(20)
  }
  print('idle: from sending the API request', sentMs)
  print('idle: from its answer', answeredMs)
}

async function throughput(ctx: Context, sellers: readonly Seller[], receiver: Receiver, events: number): Promise<void> {
  const before = receiver.received.length
  const [began, cpuBefore, ownBefore] = [performance.now(), cpu(), process.cpuUsage()]
  await happen(ctx, sellers, events)
  await receiver.until(before + events, 120_000)
  const seconds = (performance.now() - began) / 1000
  const own = process.cpuUsage(ownBefore)
  const perEvent = (cpuSeconds_: number) => `${((1000 * cpuSeconds_) / events).toFixed(2)} ms`
  console.log(`${sellers.length} account(s): ${events} events delivered at ${Math.round(events / seconds)} a second`)
  console.log(
    `  processor time for one: ${perEvent(cpu() - cpuBefore)}; of this process, receivers and all: ${perEvent((own.user + own.system) / 1e6)}`,
  )
}

/** Somebody's event behind ten thousand of another. */
async function behind(ctx: Context, many: Seller, one: Seller, receiver: Receiver, own: Receiver): Promise<void> {
  await setWebhook(one, own.url)
  const before = receiver.received.length
  const queued = 10_000 * SIZE
  await happen(ctx, [many], queued)
  const lags: number[] = []
  for (let i = 0; i < 10; i++) {
    const began = performance.now()
    await happen(ctx, [one], 1)
    lags.push((await own.until(i + 1, 120_000))[i]!.at - began)
  }
  const left = before + queued - receiver.received.length
  print(`behind ${queued} of another account (${left} of them still left at the end)`, lags)
  await receiver.until(before + queued, 120_000)
}

/** A fifth of the receivers never answer. */
async function amongHanging(ctx: Context, sellers: readonly Seller[], good: Receiver, hanging: Receiver): Promise<void> {
  for (const [index, seller] of sellers.entries()) await setWebhook(seller, (index % 5 === 0 ? hanging : good).url)
  good.received.length = 0
  const recordedAt = new Map<string, number>()
  for (let round = 0; round < 200; round++) {
    const began = performance.now()
    for (const id of await happen(ctx, sellers, 10)) recordedAt.set(id, began)
    await sleep(Math.max(0, 100 - (performance.now() - began)))
  }
  await sleep(3_000)
  const lags = good.received.map(({ headers, at }) => at - recordedAt.get(headers['service-event-id']!)!)
  console.log(`hanging receivers were sent ${hanging.received.length}; good ones ${good.received.length} of ${200 * 8}`)
  print('good receivers, while a fifth of the others hang', lags)
}

const cpu = (): number => cpuSeconds(service.pid(), runningServer(service.dataDir)!.pid) ?? Number.NaN

let turn = 0
async function happen(ctx: Context, sellers: readonly Seller[], count: number): Promise<string[]> {
  const ids: string[] = []
  const keeping: Context = { ...ctx, newId: (prefix) => (ids.push(newId(prefix)), ids.at(-1)!) }
  for (let done = 0; done < count; done += 1_000) {
    const events = Array.from({ length: Math.min(1_000, count - done) }, () => ({
      accountId: sellers[turn++ % sellers.length]!.id,
      type: 'order.completed' as const,
      object: { object: 'order', id: `ord_${turn}`, note: 'As long as an order is. '.repeat(30) },
    }))
    await inTransaction(keeping, (tx) => recordAll(tx, events))
  }
  return ids
}

async function api(method: string, path: string, key: string | null, json: unknown) {
  const reply = await send(service.port, method, path, { json, ...(key === null ? {} : { key }) })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

async function signUp(name: string): Promise<Seller> {
  const email = `${name.toLowerCase().replaceAll(' ', '')}@example.test`
  const account = await api('POST', '/v1/accounts', null, { name, email, password: 'a long enough password' })
  return { id: account.id, key: account.api_key.secret }
}

const setWebhook = (seller: Seller, url: string) =>
  api('PUT', '/v1/webhooks', seller.key, { url, events: ['order.completed', 'question.asked'] })

function print(what: string, ms: readonly number[]): void {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  console.log(`${what}: median ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms (${sorted.length})`)
}

const service = await killableService({ USAGE_LIMIT: '1000000000', DEMO: 'off', SEARCH_INDEX: 'off' })
try {
  await bench()
} finally {
  await service.end()
}
process.exit()
