// npm run search:quality: recall and reciprocal rank by kind of query. With --misses, also lists each query with missing results.
import { QUERIES } from './queries.ts'
import { FIRST_HELD_OUT, HELD_OUT } from './held-out.ts'
import { outcomes, quality, type Outcome } from './quality.ts'
import { answerHelp } from '#bin/help.ts'

answerHelp(import.meta.filename)

print('Queries written with the corpus', outcomes(QUERIES))
print('Queries held back at first', outcomes(FIRST_HELD_OUT))
print('Queries held back until the search was finished', outcomes(HELD_OUT))

function print(title: string, all: readonly Outcome[]): void {
  console.log(`\n${title}\n${'kind'.padEnd(14)}queries  recall@20  reciprocal rank`)
  for (const { kind, queries, recall, reciprocalRank } of quality(all)) {
    console.log(
      `${kind.padEnd(14)}${String(queries).padStart(7)}  ${recall.toFixed(3).padStart(9)}  ${reciprocalRank.toFixed(3).padStart(15)}`,
    )
  }
  if (!process.argv.includes('--misses')) return
  for (const one of all.filter((one) => one.recall < 1 || one.reciprocalRank < 1)) {
    console.log(`  ${one.kind}: "${one.q}" misses ${one.missed.join(' ') || 'nothing'}; begins with ${one.first.join(' ') || 'nothing'}`)
  }
}
