// Writes docs/api/examples.json, the examples in the API reference. They are recorded by running the tour against a service and then
// calling each remaining operation once. With --check, fails when the file on disk differs.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

const { recordExamples } = await import('#test/recording/record.ts')

const FILE = fileURLToPath(new URL('../docs/api/examples.json', import.meta.url))
const stops: (() => Promise<void>)[] = []
const text = `${JSON.stringify(await recordExamples({ after: (stop) => stops.push(stop) }), null, 1)}\n`
for (const stop of stops.toReversed()) await stop()

if (process.argv.includes('--check')) {
  if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
    console.error('docs/api/examples.json does not match the responses. Run: npm run examples')
    process.exitCode = 1
  }
} else await writeFile(FILE, text)
