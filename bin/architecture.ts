// Writes the import table of ARCHITECTURE.md from test/house/rules.ts. With --check it only reports a difference.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { MODULES, RULES, type Rule } from '#test/house/rules.ts'

const PAGE = resolve(import.meta.dirname, '../ARCHITECTURE.md')
const BEGIN = '<!-- imports: written by bin/architecture.ts -->'
const END = '<!-- end of imports -->'

const page = readFileSync(PAGE, 'utf8')
const wanted = withTable(page)
if (process.argv.includes('--check')) {
  if (page !== wanted) fail('ARCHITECTURE.md does not match test/house/rules.ts: run node bin/architecture.ts')
} else writeFileSync(PAGE, wanted)

function withTable(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin === -1 || end < begin) fail(`ARCHITECTURE.md lacks the markers ${BEGIN} … ${END}`)
  return `${text.slice(0, begin)}${BEGIN}\n\n${table()}\n\n${text.slice(end)}`
}

function table(): string {
  return ['| Files | may import | |', '|---|---|---|', ...RULES.map(row)].join('\n')
}

function row({ kind, files, may, note }: Rule): string {
  return `| **${kind}** ${codes(files)} | ${may.join(', ') || 'no file of this project'} | ${note ?? ''} |`
}

/** Returns a list of code spans. `<module>` replaces the list of all modules. */
function codes(texts: readonly string[]): string {
  return texts.map((text) => `\`${text.replace(`{${MODULES.join(',')}}`, '<module>')}\``).join(', ')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
