// `npm run test:changed`: runs the tests of uncommitted changes; with `-- main`, of all changes since main. It runs changed test files, and
// the test files that are next to a changed file or import it by name.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { answerHelp } from './help.ts'

answerHelp(import.meta.filename)

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const since = process.argv[2] ?? 'HEAD'
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [...git('diff', '--name-only', '--diff-filter=d', since), ...git('ls-files', '--others', '--exclude-standard')]
const isCode = (path) => /^(?:src|demo|test)\/.*\.tsx?$/.test(path)
const tests = globSync('{src,demo,test}/**/*.test.{ts,tsx}').filter((path) => !path.startsWith('test/house/'))
const names = changed.filter(isCode).map((path) => `#${path.replace(/^src\//, '')}'`)
const folders = new Set(changed.filter((path) => isCode(path) && /^(?:src|demo)\//.test(path)).map(dirname))

const selected = tests.filter((test) => {
  if (changed.includes(test) || folders.has(dirname(test))) return true
  const text = readFileSync(test, 'utf8')
  return names.some((name) => text.includes(name))
})
if (selected.length === 0) {
  console.log(`No test is next to a file that changed since ${since}, and no test names such a file.`)
  process.exit(0)
}
console.log(selected.join('\n'))
const run = [
  '--enable-source-maps',
  '--import',
  './bin/tsx.js',
  '--test',
  '--test-global-setup=test/global-setup.ts',
  '--test-concurrency=2',
]
process.exit(spawnSync(process.execPath, [...run, ...selected], { stdio: 'inherit' }).status ?? 1)
