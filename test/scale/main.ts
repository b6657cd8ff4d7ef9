/*
 * `npm run scale`: runs the fleet of deploy/ on this machine under load, and kills each part in turn. Arguments select parts. Prints for
 * each part the results of calls while it was down, and how long it took until all calls succeeded and search was current again. At the
 * end, compares acknowledged writes with the database, the object store and the search. Exits with 1 when a write is lost, an item was sold
 * twice, an event never reached its receiver, or a process returned a 5xx although its dependencies were available. `--search memory` and
 * `--store stand-in` run without the real search server and object store; `--search opensearch` and `--store versitygw` require them.
 */
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { EVENT_TYPES } from '#core/scopes.ts'
import { createS3Storage } from '#platform/storage/s3.ts'
import { audit } from '#test/audit.ts'
import { auditFiles } from '#test/audit-files.ts'
import { startFleet, type Fleet } from './fleet.ts'
import { newTally, startLoad, type Load, type Tally } from './load.ts'
import { until, type Part } from './part.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const QUIET_MS = 3_000
const AWAY_MS = 3_000
/** Waiting time in ms. Exceeds the time that the search server needs to make a change searchable. */
const LATE_MS = 10_000

const { values: kinds, positionals: only } = parseArgs({
  options: { search: { type: 'string' }, store: { type: 'string' } },
  allowPositionals: true,
})
const stops: (() => Promise<void>)[] = []
const faults: string[] = []
const LOG = join(tmpdir(), `market-scale-${process.pid}.log`)
const log = createWriteStream(LOG)
const say = (line: string) => console.log(line)
try {
  const fleet = await startFleet(
    { after: (stop) => void stops.push(stop), say, log: (bytes) => void log.write(bytes), fault: (words) => void faults.push(words) },
    kinds,
  )
  const load = await startLoad(fleet)
  await sleep(QUIET_MS)
  const quiet = newTally()
  load.countIn(quiet)
  await sleep(QUIET_MS)
  say(
    '\n| killed | successful responses | cut | 5xx of the service | recovered after | search recovered after |\n|---|---|---|---|---|---|',
  )
  row('nothing', quiet, [])
  for (const part of fleet.parts) if (only.length === 0 || only.includes(part.name)) await lose(part, fleet, load)
  await load.end()
  await judge(fleet, load)
} catch (error) {
  faults.push(String(error instanceof Error ? error.stack : error))
} finally {
  for (const stop of stops.toReversed()) await stop()
}
for (const fault of faults) console.error(`FAULT ${fault}`)
say(faults.length === 0 ? '\nno data was lost' : `\n${faults.length} faults; process output: ${LOG}`)
process.exit(faults.length === 0 ? 0 : 1)

async function lose(part: Part, fleet: Fleet, load: Load): Promise<void> {
  const tally = newTally()
  load.countIn(tally)
  await part.kill()
  await sleep(AWAY_MS)
  const back = performance.now()
  await part.start()
  await until(
    () => wellAgain(fleet),
    () => `after ${part.name} came back, requests still fail`,
  )
  const againMs = performance.now() - back
  if (!(await load.isFound())) faults.push(`after ${part.name} came back, search does not find new listings`)
  const foundMs = performance.now() - back
  await sleep(QUIET_MS)
  row(part.name, tally, [againMs, foundMs])
  if ([...tally.failed.keys()].some((what) => !part.refused?.test(what))) faults.push(`5xx while ${part.name} was down: ${words(tally)}`)
}

/** Returns true after ten successful responses in a row. That many requests are enough to reach both web processes. */
async function wellAgain({ call }: Fleet): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++)
    if ((await call('GET', `/v1/market/search?q=well${attempt}${Date.now()}`)).status !== 200) return false
  return true
}

function row(name: string, tally: Tally, took: readonly number[]): void {
  const seconds = [0, 1].map((at) => (took[at] === undefined ? '' : `${(took[at] / 1_000).toFixed(1)} s`))
  say(`| ${[name, tally.good, tally.cut, words(tally) || 0, ...seconds].join(' | ')} |`)
}

function words({ failed }: Tally): string {
  return [...failed].map(([what, times]) => `${times} × ${what}`).join(', ')
}

async function judge(fleet: Fleet, { ledger, sales, photos }: Load): Promise<void> {
  const { databaseUrl, received } = fleet
  const connection = { connectionString: databaseUrl }
  await ledger.verify(connection).catch((error: unknown) => faults.push(`lost: ${String(error)}`))
  for (const [listing, times] of sales) if (times > 1) faults.push(`${listing} was sold ${times} times`)
  const storage = createS3Storage(fleet.store)
  const broken = [...(await audit(connection)), ...(await auditFiles(connection, storage))]
  await storage.close()
  faults.push(...broken.map(({ invariant: rule, rows }) => `${rule}: ${rows.length} rows`))
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows: there } = await client.query<{ id: string }>('select id from listings where in_market')
    const found = await allFound(fleet)
    const unfound = there.filter(({ id }) => !found.has(id)).length
    if (unfound > 0 || found.size > there.length)
      faults.push(
        `${unfound} of ${there.length} listings are not found, and ${found.size - there.length + unfound} results do not exist; ${await later(fleet, there)}`,
      )
    say(`\n${found.size} listings found of ${there.length} in the market`)
    const undelivered = async () => {
      const { rows } = await client.query<{ id: string }>(
        `select e.id from events e join webhooks w on w.account_id = e.account_id where e.created_at >= w.created_at and e.type = any($1)`,
        [[...EVENT_TYPES]],
      )
      return rows.filter(({ id }) => !received.has(id))
    }
    await until(
      async () => (await undelivered()).length === 0,
      () => 'events did not reach their receiver',
      90_000,
    ).catch(async () => {
      const { rows } = await client.query<{ last_error: string | null }>('select last_error from webhooks')
      faults.push(`${(await undelivered()).length} events were never delivered: ${rows[0]?.last_error}`)
    })
  } finally {
    await client.end()
  }
  say(
    `${ledger.acknowledged} acknowledged writes, ${sales.size} items with three buyers each, ${[...sales.values()].filter((n) => n === 1).length} sold, ` +
      `${photos} photos, ${received.size} events delivered`,
  )
}

/** Waits and checks again. Then reports if the missing search results have appeared or are lost. */
async function later(fleet: Fleet, there: readonly { id: string }[]): Promise<string> {
  await sleep(LATE_MS)
  const found = await allFound(fleet)
  const lost = there.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  const pages = await Promise.all(
    lost.slice(0, 5).map(async (id) => `${id} ${(await fleet.call('GET', `/v1/market/listings/${id}`)).text.slice(0, 200)}`),
  )
  return `${lost.length} after ${LATE_MS / 1_000} s more, of ${found.size} found: ${pages.join('; ')}`
}

async function allFound({ call }: Fleet): Promise<Set<string>> {
  const found = new Set<string>()
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { status, body, text } = await call('GET', `/v1/market/search?q=thing&sort=newest&limit=100&offset=${offset}`)
    if (status !== 200) throw new Error(`search: ${status} ${text}`)
    const page = body as { data: { id: string }[]; total: number }
    total = page.total
    for (const { id } of page.data) found.add(id)
  }
  return found
}
