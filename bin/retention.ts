// Writes docs/retention.md from src/platform/retention/rules.ts. With --check, only reports whether the page is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '#core/format/count.ts'
import { RETENTION, type Ends } from '#platform/retention/rules.ts'

const PAGE = resolve(import.meta.dirname, '../docs/retention.md')

function wordsOf(ends: Ends): string {
  if (ends.by === 'age')
    return `${counted(ends.days, 'day')} after \`${ends.column}\`${ends.where ? `, where ${ends.where}` : ''}${ends.per ? `, or with its record in \`${ends.per}\`` : ''}`
  if (ends.by === 'record') return `with their record in \`${ends.of}\``
  if (ends.by === 'count') return `at most ${ends.most} for each of \`${ends.of}\`, and with it`
  if (ends.by === 'own sweep') return ends.how
  if (ends.by === 'fixed') return ends.rows === 1 ? 'one row, always' : `${ends.rows} rows, always`
  return `never: ${ends.why}`
}

const lines = Object.entries(RETENTION).map(([table, { holds, ends }]) => `| \`${table}\` | ${holds} | ${wordsOf(ends)} |`)
const kept = Object.entries(RETENTION).flatMap(([table, { outlivesAccount = {} }]) =>
  Object.entries(outlivesAccount).map(([column, why]) => `| \`${table}.${column}\` | ${why} |`),
)
const page = `<!-- Drawn by bin/retention.ts from src/platform/retention/rules.ts: change that, then run node bin/retention.ts -->

# Retention

What every table holds, and what ends its rows. The sweep reads the same table; a test lets a year go by and finds each of them bounded.

| Table | A row is | It ends |
| --- | --- | --- |
${lines.join('\n')}

## Test worlds

What is of a [test world](sandbox.md) goes when its owner empties it, when no browser shows it and no key has used it for six weeks, and with its account, whatever stands above.

## After an account is closed

Name, address, keys, sessions, chats with helpers, exports, mails, events, likes, searches and what was never sold are gone at once. Records
of sales stay without the name: the account reads "Closed account" and its shops "Closed shop". Words of it may stay in these columns alone:

| Column | Why |
| --- | --- |
${kept.join('\n')}
`

if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readPage() !== page) {
  console.error('docs/retention.md tells of another retention than src/platform/retention/rules.ts: run node bin/retention.ts')
  process.exit(1)
}

function readPage(): string | null {
  try {
    return readFileSync(PAGE, 'utf8')
  } catch {
    return null
  }
}
