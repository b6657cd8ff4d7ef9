// npm run bench [-- --million] [-- --only statements,market,photos] [-- --sizes 10000]: how fast the service is, each
// figure beside the bare thing in the same run, and at the end the goals of performance.md. docs/performance.md says
// what is measured and what was seen. BENCH_SECONDS: how long each figure is measured.
import { printGoals, type Goal } from '#test/bench/goals.ts'
import { measureMarket, type Seen } from '#test/bench/market.ts'
import { marketGoals, printMarket } from '#test/bench/market-report.ts'
import { benchPhotos } from '#test/bench/photos.ts'
import { benchStatements } from '#test/bench/statements.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

const after = (flag: string): string | undefined => {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : process.argv[at + 1]
}
const parts = (after('--only') ?? 'statements,market,photos').split(',')
/** The million takes several minutes to fill, and 3 GB of disk. */
const sizes = after('--sizes')?.split(',').map(Number) ?? [10_000, 200_000, ...(process.argv.includes('--million') ? [1_000_000] : [])]

const goals: Goal[] = []
if (parts.includes('statements')) goals.push(...(await benchStatements()))
if (parts.includes('market')) {
  const runs: Seen[] = []
  for (const listings of sizes) {
    runs.push(await measureMarket(listings, SECONDS))
    printMarket(runs.at(-1)!, runs[0]!)
  }
  goals.push(...marketGoals(runs))
}
if (parts.includes('photos')) goals.push(...(await benchPhotos(SECONDS)))
printGoals(goals)
