// Runs test files on a separate database: node bin/tests.js [OPTION OF NODE]... FILE... With --help, only prints the first comment of each
// file and the names of its tests.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const words = process.argv.slice(2)
const given = words.filter((word) => word !== '--help')
if (given.length < words.length) await list(globSync(given.filter((word) => !word.startsWith('-'))).toSorted())
else runTests()

function runTests() {
  const runner = ['--enable-source-maps', '--import', './bin/tsx.js', '--import', './bin/loose-ends.js', '--test']
  const reporter = given.some((word) => word.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec']
  const tests = spawn(process.execPath, [...runner, '--test-global-setup=test/global-setup.ts', ...reporter, ...given], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal))
  tests.on('exit', (code) => process.exit(code ?? 1))
}

/**
 * Loads each file with a runner that only registers test names, which proves that all imports load. No test runs. Everyday test
 * files (`*.test.ts`) start services on load, so only their head comments are printed.
 */
async function list(files) {
  await import('./tsx.js')
  const { helpOf } = await import('./help.ts')
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' ? { url: import.meta.resolve('./empty-runner.js'), shortCircuit: true } : next(specifier, context),
  })
  const { registered } = await import('./empty-runner.js')
  if (files.length === 0) console.log('Name the test files to run: npm run test:one -- src/core/money.test.ts')
  for (const file of files) {
    const before = registered.length
    const everyday = /\.test\.tsx?$/.test(file)
    if (!everyday) await import(pathToFileURL(resolve(file)).href)
    console.log(
      [file, helpOf(readFileSync(file, 'utf8')), ...registered.slice(before).map((name) => `  ${name}`)].filter(Boolean).join('\n'),
    )
    if (!everyday && registered.length === before) process.exitCode = 1
  }
  process.exit()
}
