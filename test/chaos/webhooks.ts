import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningServer } from '#platform/database/process-status.ts'
import { send, type Reply } from '#test/app.ts'
import { killableService, type Victim } from '#test/chaos/service.ts'
import { startReceiver, type Received } from '#test/fakes/receiver.ts'
import { slack } from '#test/machine.ts'
import { isReady } from '#test/program.ts'
import { read } from '#test/cluster.ts'

export type Plan = {
  /** The run ends after `events` acknowledged events and `kills` kills, or after `limitMs`. */
  events: number
  kills: number
  limitMs: number
  /** Probability that a receiver refuses a delivery, from 0 to 1. */
  refuses: number
}

export type Report = {
  kills: number
  acknowledged: number
  /** Requests without a response, which the service may have processed nevertheless. */
  unanswered: number
  /** `committed`: number of events in the database. `taken`: number of events that the receivers accepted. */
  committed: number
  taken: number
  posts: number
  refused: number
  /** Share of deliveries that repeat an event that the receiver had already accepted. */
  repeats: number
  faults: string[]
}

const VICTIMS: readonly Victim[] = ['service', 'database', 'service', 'both']
const SELLERS = 2
const WRITERS_EACH = 3
const RETRIES_S = [300, 1_800, 7_200, 21_600, 86_400]

type Seller = { id: string; key: string; slug: string; secret: string; path: string }
type Seen = { body: string; path: string; taken: number; posts: number }

/**
 * Kills the service and its database while buyers write to sellers and a receiver records deliveries. Then advances the clock, and checks
 * that the recorded deliveries fulfil the guarantees (spec: reliability G2).
 */
export async function storm({ events, kills, limitMs, refuses }: Plan, say: (line: string) => void = () => {}): Promise<Report> {
  const service = await killableService({
    TEST_CLOCK: 'on',
    DEMO: 'off',
    SEARCH_INDEX: 'off',
    USAGE_LIMIT: '1000000000',
    LOG_LEVEL: 'fatal',
  })
  const receiver = await startReceiver()
  const seen = new Map<string, Seen>()
  const faults: string[] = []
  const sent = { acknowledged: new Set<string>(), unanswered: new Set<string>() }
  const report = { kills: 0, posts: 0, refused: 0, again: 0 }
  let sellers: Seller[] = []

  const api = (method: string, path: string, key: string | null, json?: unknown): Promise<Reply> =>
    send(service.port, method, path, { ...(json === undefined ? {} : { json }), ...(key === null ? {} : { key }) })
  const answers = () => isReady(service.port)

  receiver.answer = (response, got) => {
    receiver.received.length = 0
    report.posts++
    const fault = faultOf(got, sellers, seen)
    if (fault) faults.push(fault)
    const { id } = JSON.parse(got.body) as { id: string }
    const known = seen.get(id) ?? { body: got.body, path: got.path, taken: 0, posts: 0 }
    seen.set(id, known)
    known.posts++
    if (known.taken > 0) report.again++
    if (Math.random() < refuses) {
      report.refused++
      response.writeHead(500).end()
    } else {
      known.taken++
      response.end()
    }
  }

  try {
    await service.until(answers)
    sellers = await Promise.all(Array.from({ length: SELLERS }, (_, index) => openSeller(index)))
    const threads = await Promise.all(
      sellers.flatMap((seller) => Array.from({ length: WRITERS_EACH }, (_, index) => openThread(seller, index))),
    )
    let writing = true
    const writers = threads.map((thread, index) => write(thread, index, () => writing))
    const killing = killOften()
    await killing
    writing = false
    await Promise.all(writers)
    await service.until(answers)
    say(`${report.kills} kills, ${sent.acknowledged.size} acknowledged; advancing the clock`)
    await pass()
    return await judge()
  } finally {
    await service.end()
    await receiver.stop()
  }

  async function killOften(): Promise<void> {
    const deadline = performance.now() + slack(limitMs)
    while ((sent.acknowledged.size < events || report.kills < kills) && performance.now() < deadline) {
      await workedOn()
      const victim = VICTIMS[report.kills % VICTIMS.length]!
      await service.kill(victim)
      if (victim !== 'database') service.start()
      report.kills++
      await service.until(answers)
      if (report.kills % 10 === 0) say(`${report.kills} kills, ${sent.acknowledged.size} acknowledged, ${report.posts} posts`)
    }
  }

  /** Waits one to two seconds. On a slow machine, continues to wait until 50 more events are acknowledged, for up to 15 seconds. */
  async function workedOn(): Promise<void> {
    const before = sent.acknowledged.size
    const began = performance.now()
    const leastMs = 1_000 + Math.random() * 1_000
    const since = () => performance.now() - began
    while (since() < leastMs || (sent.acknowledged.size - before < 50 && since() < 15_000)) await sleep(20)
  }

  async function openSeller(index: number): Promise<Seller> {
    const { id, key, session } = await signUp(`seller${index}`)
    // disables emails: each message would cause one, and this test does not cover them
    const quiet = await send(service.port, 'PATCH', '/v1/notices', { cookie: session, json: { question: false } })
    if (quiet.status !== 200) throw new Error(JSON.stringify(quiet.body))
    const slug = `stormy-${index}`
    await api('POST', '/v1/shops', key, { name: 'Stormy', slug })
    const path = `/hooks/${index}`
    const webhook = await api('PUT', '/v1/webhooks', key, { url: receiver.url.replace('/hooks', path), events: ['question.asked'] })
    return { id, key, slug, path, secret: webhook.body.secret }
  }

  async function openThread(seller: Seller, index: number): Promise<{ id: string; key: string }> {
    const buyer = await signUp(`buyer${index}of${seller.slug}`)
    const text = `first of ${index} to ${seller.slug}`
    const thread = await api('POST', '/v1/threads', buyer.key, { shop: seller.slug, text })
    if (thread.status !== 201) throw new Error(JSON.stringify(thread.body))
    sent.acknowledged.add(text)
    return { id: thread.body.id, key: buyer.key }
  }

  async function signUp(name: string): Promise<{ id: string; key: string; session: string }> {
    const json = { name, email: `${name}@example.test`, password: 'a long enough password' }
    const account = await api('POST', '/v1/accounts', null, json)
    if (account.status !== 201) throw new Error(JSON.stringify(account.body))
    const signedIn = await api('POST', '/v1/sessions', null, json)
    return { id: account.body.id, key: account.body.api_key.secret, session: signedIn.headers['set-cookie']!.split(';')[0]! }
  }

  /** Sends messages as one buyer, each as soon as the service has responded. */
  async function write(thread: { id: string; key: string }, writer: number, goesOn: () => boolean): Promise<void> {
    for (let number = 0; goesOn(); number++) {
      const text = `${writer}-${number}`
      const reply = await api('POST', `/v1/threads/${thread.id}/messages`, thread.key, { text }).catch(() => null)
      if (reply?.status === 201) sent.acknowledged.add(text)
      else {
        sent.unanswered.add(text)
        if (reply && reply.status < 500) faults.push(`a message was rejected with ${reply.status}`)
        await sleep(100)
      }
    }
  }

  async function pass(): Promise<void> {
    for (const seconds of [0, ...RETRIES_S, 0]) {
      await api('POST', '/v1/test/clock', null, { advance_seconds: seconds })
      const deadline = performance.now() + slack(120_000)
      while ((await dueAfter()) > 0 && performance.now() < deadline) await api('POST', '/v1/test/clock', null, { advance_seconds: 0 })
    }
  }

  async function dueAfter(): Promise<number> {
    const [row] = await read<{ due: number }>(
      runningServer(service.dataDir)!,
      `select (select count(*) from events where dispatched_at is null)::int
            + (select count(*) from webhook_deliveries d, clock c
               where d.status = 'waiting' and d.next_try_at <= now() + c.offset_ms * interval '1 millisecond')::int as due`,
    )
    return row!.due
  }

  async function judge(): Promise<Report> {
    const rows = await read<{ id: string; account_id: string; text: string; object: string; status: string | null; tries: number | null }>(
      runningServer(service.dataDir)!,
      `select e.id, e.account_id, e.data::jsonb #>> '{object,text}' as text, e.data as object, d.status, d.tries
       from events e left join webhook_deliveries d on d.event_id = e.id where e.type = 'question.asked'`,
    )
    const committed = new Map(rows.map((row) => [row.id, row]))
    const texts = new Set(rows.map(({ text }) => text))
    if (texts.size !== rows.length) faults.push(`${rows.length - texts.size} messages have several events`)
    for (const text of sent.acknowledged) if (!texts.has(text)) faults.push(`acknowledged but missing: ${text}`)
    for (const { id, account_id, text, object, status, tries } of rows) {
      const got = seen.get(id)
      if (!sent.acknowledged.has(text) && !sent.unanswered.has(text)) faults.push(`unexpected message: ${text}`)
      if (!got || got.taken === 0) faults.push(`lost: ${id} ${text}, ${status} after ${tries} tries`)
      else if (status !== 'delivered') faults.push(`accepted, but still ${status}: ${id}`)
      if (tries === null || tries > 6) faults.push(`${tries} attempts for ${id}`)
      if (got && got.path !== sellers.find((seller) => seller.id === account_id)?.path) faults.push(`${id} went to another account`)
      if (got && JSON.stringify((JSON.parse(got.body) as { data: unknown }).data) !== object) faults.push(`${id} has different data`)
    }
    for (const id of seen.keys()) if (!committed.has(id)) faults.push(`unexpected event: ${id}`)
    return {
      kills: report.kills,
      acknowledged: sent.acknowledged.size,
      unanswered: sent.unanswered.size,
      committed: rows.length,
      taken: [...seen.values()].filter(({ taken }) => taken > 0).length,
      posts: report.posts,
      refused: report.refused,
      repeats: report.again / Math.max(1, report.posts),
      faults,
    }
  }
}

/** Returns a description of the fault in a delivery, or null. Also compares the delivery with earlier deliveries of the same event. */
function faultOf({ headers, body, path }: Received, sellers: readonly Seller[], seen: ReadonlyMap<string, Seen>): string | null {
  const seller = sellers.find((one) => one.path === path)
  if (!seller) return `an unexpected request to ${path}`
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['service-signature'] ?? '') ?? []
  if (v1 !== createHmac('sha256', seller.secret).update(`${t}.${body}`).digest('hex'))
    return `a wrong signature: ${headers['service-signature']}`
  const event = JSON.parse(body) as { id: string; type: string }
  if (headers['service-event'] !== event.type || headers['service-event-id'] !== event.id) return `headers of another event: ${event.id}`
  if (Number(headers['service-attempt']) > 6) return `attempt ${headers['service-attempt']} for ${event.id}`
  const before = seen.get(event.id)
  return before && before.body !== body ? `a retry with different bytes: ${event.id}` : null
}
