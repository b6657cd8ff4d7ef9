// npm run bench [-- --listings 200000] [-- --only listing,market] [-- --against ../other-tree]: how dear the service is, in
// processor time of the web process and of the database, beside the bare thing in the same run. docs/performance.md tells more.
import { benchDeliveries } from './deliveries.ts'
import { printGoals, type Goal } from './goals.ts'
import { lineOf, measureMarket } from './market.ts'
import { marketGoals } from './market-goals.ts'
import { benchPhotos } from './photos.ts'
import { compareWith } from './same.ts'
import { hasWrk } from './wrk.ts'

const after = (flag: string): string | null => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? null : (process.argv[at + 1] ?? null)
}
const parts = (after('--parts') ?? 'market,deliveries,photos').split(',')
const listings = Number(after('--listings') ?? 10_000)
const seconds = Number(after('--seconds') ?? 3)
const only = new RegExp(after('--only') ?? '')
const against = after('--against')

const same = after('--same')
if (same !== null) {
  const { compared, different } = await compareWith(same)
  for (const each of different) console.log(each)
  console.log(`${compared - different.length} of ${compared} answers are the same, byte for byte`)
  process.exit(different.length === 0 ? 0 : 1)
}

const goals: Goal[] = []
if (!hasWrk()) {
  console.log(
    'wrk is not here (Debian: apt-get install wrk), and a loader in JavaScript would measure itself: only deliveries are measured.',
  )
  parts.splice(0, parts.length, 'deliveries')
}
if (parts.includes('market')) {
  const seen = await measureMarket({ listings, seconds, only, against })
  const { readyMs, indexMs, memory, rows, bare } = seen
  const mb = ({ own, all }: { own: number; all: number }) => `${own.toFixed(0)} MB (${all.toFixed(0)} with what is shared)`
  console.log(
    `\n${listings} listings: ready after ${readyMs.toFixed(0)} ms, search ${indexMs.toFixed(0)} ms later; ${mb(memory.rest)}, loaded ${mb(memory.loaded)}`,
  )
  console.log(`${''.padEnd(28)}    web + database    a second     p50     p99`)
  for (const row of rows) console.log(lineOf(row))
  for (const [name, own] of bare) console.log(lineOf({ name: `bare: ${name}`, own, other: null }))
  goals.push(...marketGoals(seen))
}
if (parts.includes('deliveries')) goals.push(...(await benchDeliveries()))
if (parts.includes('photos')) goals.push(...(await benchPhotos()))
if (goals.length > 0) printGoals(goals)
process.exit()
