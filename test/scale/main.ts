/*
 * `npm run scale`: the fleet of deploy/ on this machine, under load, and each part of it killed in turn (with names behind the
 * command, only those). Prints a line for each:
 * what came of the calls while it was away, and when all was well again. In the end the ledger of what was acknowledged is
 * held against the database. Ends with 1 where a write is lost, a thing was sold twice, an event never reached its receiver,
 * or a process gave a 5xx without having lost what it stands on.
 */
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { EVENT_TYPES } from '#domain/scopes.ts'
import { audit } from '#test/audit.ts'
import { startFleet, type Fleet } from './fleet.ts'
import { newTally, startLoad, type Load, type Tally } from './load.ts'
import { until, type Part } from './part.ts'

const QUIET_MS = 3_000
const AWAY_MS = 3_000
/** Without these a write, or a picture, has nowhere to go while they are away: the service says 503 then. */
const STOOD_ON = new Set(['primary', 'PgBouncer', 'object store'])

const only = process.argv.slice(2)
const stops: (() => Promise<void>)[] = []
const faults: string[] = []
const LOG = join(tmpdir(), `market-scale-${process.pid}.log`)
const log = createWriteStream(LOG)
const say = (line: string) => console.log(line)
try {
  const fleet = await startFleet({ after: (stop) => void stops.push(stop) }, say, (bytes) => log.write(bytes))
  const load = await startLoad(fleet)
  await sleep(QUIET_MS)
  const quiet = newTally()
  load.countIn(quiet)
  await sleep(QUIET_MS)
  say('\n| killed | good answers | cut | 5xx of the service | well again after |\n|---|---|---|---|---|')
  row('nothing', quiet, null)
  for (const part of fleet.parts) if (only.length === 0 || only.includes(part.name)) await lose(part, fleet, load)
  await load.end()
  await judge(fleet, load)
} catch (error) {
  faults.push(String(error instanceof Error ? error.stack : error))
} finally {
  for (const stop of stops.toReversed()) await stop()
}
for (const fault of faults) console.error(`FAULT ${fault}`)
say(faults.length === 0 ? '\nnothing was lost' : `\n${faults.length} faults; what the processes said: ${LOG}`)
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
    () => `after ${part.name} came back, nothing answers well`,
  )
  const againMs = performance.now() - back
  await sleep(QUIET_MS)
  row(part.name, tally, againMs)
  if (tally.failed.size > 0 && !STOOD_ON.has(part.name)) faults.push(`5xx while ${part.name} was away: ${words(tally)}`)
}

/** Ten good answers in a row, which reach both web processes. */
async function wellAgain({ call }: Fleet): Promise<boolean> {
  for (let asked = 0; asked < 10; asked++)
    if ((await call('GET', `/v1/market/search?q=well${asked}${Date.now()}`)).status !== 200) return false
  return true
}

function row(name: string, tally: Tally, againMs: number | null): void {
  say(`| ${name} | ${tally.good} | ${tally.cut} | ${words(tally) || 0} | ${againMs === null ? '' : `${(againMs / 1_000).toFixed(1)} s`} |`)
}

function words({ failed }: Tally): string {
  return [...failed].map(([what, times]) => `${times} × ${what}`).join(', ')
}

async function judge({ databaseUrl, received }: Fleet, { ledger, sales, photos }: Load): Promise<void> {
  const connection = { connectionString: databaseUrl }
  await ledger.verify(connection).catch((error: unknown) => faults.push(`lost: ${String(error)}`))
  for (const [listing, times] of sales) if (times > 1) faults.push(`${listing} was sold ${times} times`)
  faults.push(...(await audit(connection)).map(({ promise, rows }) => `${promise}: ${rows.length} rows`))
  const client = new Client(connection)
  await client.connect()
  try {
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
      faults.push(`${(await undelivered()).length} events never reached their receiver: ${rows[0]?.last_error}`)
    })
  } finally {
    await client.end()
  }
  say(
    `\n${ledger.acknowledged} acknowledged writes, ${sales.size} things each wanted by three, ${[...sales.values()].filter((n) => n === 1).length} sold, ` +
      `${photos} photos, ${received.size} events delivered`,
  )
}
