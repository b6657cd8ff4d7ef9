import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { send } from '#test/app.ts'
import { fillMarket, NOUN } from '#test/bench/market-data.ts'
import { makeHome, type Child, type Home } from '#test/child.ts'

/** Number of listings. Reading them takes longer than the rest of a startup. */
const LISTINGS = 40_000
/** A misspelled word that is in no listing. Only the complete index can correct it. */
const MISTYPED = 'lantren'

type Poll = { ready: boolean; reason: string | null; mistyped: number }

test('a starting process is not ready until its search index is complete, so its results are never partial', async (t) => {
  const { home, key, planted } = await market(t)
  const first = await home.start('web')
  assert.ok((await totalOf(first, NOUN)) >= planted)
  const writer = writing(first, key)

  // without a snapshot, the process must read every listing
  const elsewhere = await mkdtemp(join(tmpdir(), 'resale-rolling-'))
  t.after(() => rm(elsewhere, { recursive: true, force: true }))
  const second = await home.start('web', { DATA_DIR: elsewhere }, { ready: false })
  const polls = await untilReady(second, writer, planted)
  const waits = polls.filter(({ ready }) => !ready)
  assert.ok(waits.length > 0, 'the service was ready too soon: the test needs more listings')
  assert.deepEqual(new Set(waits.map(({ reason }) => reason)), new Set(['search index not complete']))
  assert.match(second.output(), /"from":"listings"/)

  // the second process starts from the snapshot of the first process, and then adds the later writes
  await writer.goOnWith(second)
  first.process.kill('SIGTERM')
  assert.equal(await first.exited, 0)
  const third = await home.start('web', {}, { ready: false })
  await untilReady(third, writer, planted)
  assert.match(third.output(), /"from":"snapshot"/)
  assert.ok((await writer.stop()) > 10, 'the test made too few writes')
  for (const one of [second, third])
    assert.equal(await totalOf(one, NOUN), planted + writer.acknowledged(), 'the search finds every acknowledged listing')
})

/**
 * Polls a starting process until shortly after it is ready. Each search must find all listings that were created beforehand or acknowledged
 * since.
 */
async function untilReady(child: Child, writer: Writer, planted: number): Promise<Poll[]> {
  const polls: Poll[] = []
  for (let after = 0, tries = 0; after < 5; tries++) {
    assert.ok(tries < 3_000 && child.process.exitCode === null, child.output())
    const readiness = await send(child.port, 'GET', '/readyz').catch(() => null)
    if (readiness === null) {
      await sleep(5)
      continue
    }
    const ready = readiness.status === 200
    const least = planted + writer.acknowledged()
    const found = await totalOf(child, NOUN)
    assert.ok(found >= least && found <= planted + writer.sent(), `${found} of ${least} were found, ${ready ? 'ready' : 'not ready'}`)
    const mistyped = await totalOf(child, MISTYPED)
    if (ready) assert.ok(mistyped >= least, `ready, and ${mistyped} of ${least} were found by a mistyped word`)
    polls.push({ ready, reason: readiness.body.reason ?? null, mistyped })
    if (ready) after++
  }
  return polls
}

async function totalOf(child: Child, q: string): Promise<number> {
  const { status, body } = await send(child.port, 'GET', `/v1/market/search?q=${q}&limit=1`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.total
}

type Writer = { acknowledged(): number; sent(): number; goOnWith(child: Child): Promise<void>; stop(): Promise<number> }

function writing(child: Child, key: string): Writer {
  let [at, sent, acknowledged, going] = [child, 0, 0, true]
  const one = async () => {
    sent++
    const json = { title: `Oil ${NOUN} ${sent}`, price: 20, publish: true }
    const { status, body } = await send(at.port, 'POST', '/v1/listings', { key, json })
    assert.equal(status, 201, JSON.stringify(body))
    acknowledged++
  }
  const run = async () => {
    for (; going; await sleep(20)) await one()
  }
  const running = run()
  running.catch(() => {})
  return {
    acknowledged: () => acknowledged,
    sent: () => sent,
    async goOnWith(next) {
      at = next
      // Waits until the current request has ended.
      for (const before = acknowledged; going && acknowledged === before;) await Promise.race([sleep(5), running])
    },
    async stop() {
      going = false
      await running
      return acknowledged
    },
  }
}

async function market(t: TestContext): Promise<{ home: Home; key: string; planted: number }> {
  const home = await makeHome(t)
  const before = await home.start('web')
  const signUp = async (name: string): Promise<string> => {
    const json = { name, email: `${name}@example.test`, password: 'a long enough password' }
    return (await send(before.port, 'POST', '/v1/accounts', { json })).body.api_key.secret
  }
  // Ana owns the listings that exist at the start, and has reached her quota. Bob creates more listings during the test.
  await signUp('ana')
  const key = await signUp('bob')
  assert.equal((await send(before.port, 'POST', '/v1/shops', { key, json: { name: 'Lamps', slug: 'lamps' } })).status, 201)
  before.process.kill('SIGTERM')
  await before.exited
  const client = new Client({ connectionString: home.databaseUrl })
  await client.connect()
  try {
    await fillMarket(client, LISTINGS)
    const { rows } = await client.query(`select count(*)::int as n from listings where in_market and title like '%${NOUN}%'`)
    return { home, key, planted: rows[0].n }
  } finally {
    await client.end()
  }
}
