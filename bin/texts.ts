// Prints the interface text of each file, for editors and translators: text between tags, and strings of three words or more.
//   npm run texts                       the text of the service, its pages and the command line
//   npm run texts -- src/web/buyer      only the text in files in a folder
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerHelp } from '#bin/help.ts'
import { isTest } from '#test/house/imports.ts'
import { proseOf } from '#test/house/prose.ts'

answerHelp(import.meta.filename)
const root = join(import.meta.dirname, '..')
const folders = process.argv.slice(2)
const paths = globSync('{src,packages/cli/src}/**/*.{ts,tsx}', { cwd: root }).toSorted()
const selected = paths.filter((path) => !isTest(path) && (folders.length === 0 || folders.some((folder) => path.startsWith(folder))))
if (selected.length === 0) throw new Error(`No source file is below ${folders.join(', ')}.`)
for (const path of selected) {
  const { texts } = proseOf(path, readFileSync(join(root, path), 'utf8'))
  if (texts.length > 0) console.log(`\n${path}\n${texts.map((text) => `  ${text.replaceAll(/\s+/g, ' ')}`).join('\n')}`)
}
