// Writes the import table of ARCHITECTURE.md from test/house/rules.ts. With --check, only reports whether it is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { RULES, VENDORS, type Rule } from '#test/house/rules.ts'

const PAGE = resolve(import.meta.dirname, '../ARCHITECTURE.md')
const BEGIN = '<!-- imports: written by bin/architecture.ts -->'
const END = '<!-- end of imports -->'

const page = readFileSync(PAGE, 'utf8')
const wanted = withTable(page)
if (process.argv.includes('--check')) {
  if (page !== wanted) fail('ARCHITECTURE.md tells other import rules than test/house/rules.ts: run node bin/architecture.ts')
} else writeFileSync(PAGE, wanted)

function withTable(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin === -1 || end < begin) fail(`ARCHITECTURE.md has lost its marks: ${BEGIN} … ${END}`)
  return `${text.slice(0, begin)}${BEGIN}\n\n${table()}\n\n${vendors()}\n\n${text.slice(end)}`
}

function table(): string {
  return ['| Files | may import | |', '|---|---|---|', ...RULES.map(row)].join('\n')
}

function row({ kind, files, may, note }: Rule): string {
  return `| **${kind}** ${files.map((file) => `\`${file}\``).join(', ')} | ${may.join(', ') || 'nothing of ours'} | ${note ?? ''} |`
}

function vendors(): string {
  const lines = Object.entries(VENDORS).map(
    ([name, files]) => `| \`${name}\` | ${files.map((file) => `\`${file}\``).join(', ') || '`bin/`'} |`,
  )
  return ['| Package | may be imported by |', '|---|---|', ...lines].join('\n')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
