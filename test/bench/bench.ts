// npm run bench [-- --listings 200000] [-- --only listing,market] [-- --against ../other-tree]: measures the CPU time of the web process
// and the database, compared in the same run with the minimum that any server needs for the same responses. docs/performance.md explains
// the results.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchDeliveries } from './deliveries.ts'
import { goalsTable, type Report } from './goals.ts'
import { benchInstall } from './install.ts'
import { benchMarket } from './market.ts'
import { SMALL } from './market-stage.ts'
import { benchPeers } from './peers.ts'
import { benchPhotos } from './photos.ts'
import { seenTable } from './rows.ts'
import { compareWith } from './same.ts'
import { benchFirstStart } from './start.ts'
import { hasWrk } from './wrk.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '10000' },
    million: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'market,deliveries,photos,start' },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    peers: { type: 'boolean', default: false },
    same: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})

if (values.same !== undefined) {
  const { compared, different } = await compareWith(values.same)
  for (const each of different) console.log(each)
  console.log(`${compared - different.length} of ${compared} responses are identical`)
  process.exit(different.length === 0 ? 0 : 1)
}

const listings = values.million ? 1_000_000 : Number(values.listings)
const rounds = values.quick ? { seconds: 1, rounds: 1, starts: 1 } : { seconds: 1, rounds: 5, starts: 3 }
const options = {
  ...rounds,
  listings,
  only: new RegExp(values.only),
  against: values.against ?? null,
  grows: values.against === undefined && listings > SMALL,
  quick: values.quick,
}
const PARTS: Record<string, () => Promise<Report>> = {
  market: () => benchMarket(options),
  deliveries: () => benchDeliveries(options),
  photos: () => benchPhotos(options),
  start: () => benchFirstStart(options),
  install: () => benchInstall(),
  peers: () => benchPeers(options),
}

const selected = [...values.parts.split(','), ...(values.peers ? ['peers'] : [])].filter((part) => {
  const runs = hasWrk() || !['market', 'photos', 'peers'].includes(part)
  if (!runs)
    console.log(
      `${part}: skipped, because wrk is not installed (Debian: apt-get install wrk). A load generator in JavaScript would measure itself.`,
    )
  return runs
})
const unknown = selected.filter((part) => !(part in PARTS))
if (unknown.length > 0) throw new Error(`--parts: unknown ${unknown.join(', ')}. Known parts: ${Object.keys(PARTS).join(', ')}`)
const before = loadavg()
const reports: Report[] = []
for (const part of selected) {
  process.stderr.write(`\n== ${part}\n`)
  reports.push(await PARTS[part]!())
}
const all = <T>(of: (report: Report) => readonly T[]): T[] => reports.flatMap(of)
const minute = (load: readonly number[]) => load[0]!.toFixed(1)
console.log(`\nLoad average: ${minute(before)} before, ${minute(loadavg())} after (the benchmark itself adds about 2).`)
const rows = all((report) => report.rows)
console.log(`\n## Measurements\n${rows.length === 0 ? '' : `\n${seenTable(rows)}\n`}`)
for (const note of all(({ notes }) => notes)) console.log(`- ${note}`)
console.log(`\n## Goals\n\n${goalsTable(all(({ goals }) => goals))}`)
process.exit()
