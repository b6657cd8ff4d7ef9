// Prepares a run of many test files: node bin/test-lanes.js FOLDER LANES FILE... Node runs every test file in its own process, and loading
// the whole service takes longer than most tests. This program therefore writes `LANES` files and prints their paths. Each of them runs
// in one process and takes the next test file from a common queue until the queue is empty. The folder is emptied first.
// Files that drive a browser, kill processes or count statements run in a process of their own.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { toggleSuiteHook } from './suite-hook.js'

const ALONE = /playwright-core|t\.mock\.timers|#test\/statements\.ts/
// test/chaos and test/browser kill processes or drive a browser; images/drawing prevents its whole process from reading images
const ALONE_PATHS = /^test\/(chaos|browser)\/|^test\/contract\/examples|\/images\/drawing/

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare(...process.argv.slice(2))

function prepare(folder, lanes, ...files) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const isAlone = (file) => ALONE_PATHS.test(file) || ALONE.test(readFileSync(file, 'utf8'))
  const { alone = [], shared = [] } = Object.groupBy(files, (file) => (isAlone(file) ? 'alone' : 'shared'))
  // the largest files come first, so that no slow file runs last while the other lanes are idle
  const queue = shared.toSorted((a, b) => statSync(b).size - statSync(a).size || (a < b ? -1 : 1))
  writeFileSync(join(folder, 'queue.json'), JSON.stringify(queue))
  const runs = [
    ...alone.map((path) => `runFile(${JSON.stringify(path)})`),
    ...Array.from({ length: Math.min(Number(lanes), queue.length) }, () => `takeFiles(${JSON.stringify(folder)})`),
  ]
  // Node starts files in the order of their names
  const names = runs.map((run, index) => {
    const name = join(folder, `${String(index + 1).padStart(3, '0')}.test.mjs`)
    writeFileSync(name, `import { runFile, takeFiles } from ${JSON.stringify(import.meta.url)}\nawait ${run}\n`)
    return name
  })
  process.stdout.write(names.join('\n'))
}

/** Runs the files of the queue in `folder` that no other process has taken. */
export async function takeFiles(folder) {
  const queue = JSON.parse(readFileSync(join(folder, 'queue.json'), 'utf8'))
  for (const [index, path] of queue.entries()) if (isMine(join(folder, `${index}.taken`))) await runFile(path)
}

/** Creates a file, and returns false if another process has created it. */
function isMine(path) {
  try {
    closeSync(openSync(path, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/**
 * Imports a test file as a suite that is named by its path. Its hooks stay local to the suite, and failures name the imported file.
 * Resolves when its tests have ended.
 */
export function runFile(path) {
  return new Promise((done) => {
    toggleSuiteHook(true)
    describe(path, async () => {
      after(done)
      try {
        await import(pathToFileURL(resolve(path)).href)
      } catch (error) {
        done()
        throw error
      } finally {
        toggleSuiteHook(false)
      }
    })
  })
}
