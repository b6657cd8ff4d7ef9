// `npm run generate`: writes every generated file. With --check, only reports which files are out of date.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

/** Maps each generated file to the script in bin that writes it. */
const MADE = {
  'db/schema.sql': 'schema',
  'docs/api/openapi.json': 'openapi',
  'docs/states.md': 'states',
  'docs/retention.md': 'retention',
  'test/house/page-doors.ts': 'page-doors',
  'test/census.json': 'census',
  'packages/sdk/src': '../packages/sdk/generate',
  'docs/api/{postman,bruno,arazzo}.json': 'collections',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const failed = Object.entries(MADE).filter(([file, script]) => {
  const { status } = spawnSync(process.execPath, [`bin/${script}.ts`, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  console.log(`${status === 0 ? '✓' : '✗'} ${file}`)
  return status !== 0
})
if (failed.length > 0) process.exit(1)
