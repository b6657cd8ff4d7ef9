// Writes a few files that each import several test files of this project, and prints their paths. Node runs every test file in its own
// process, and loading the whole service takes longer than most tests: a dozen files in one process load it once. node bin/test-groups.js
// FOLDER FILE... Files that drive a browser, kill processes or count statements keep their own process. The folder is emptied first.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ALONE = /playwright-core|t\.mock\.timers|#test\/statements\.ts/
// test/chaos and test/browser kill processes or drive a browser; images/drawing prevents its whole process from reading images
const ALONE_PATHS = /^test\/(chaos|browser)\/|^test\/contract\/examples|\/images\/drawing/
const FILES_A_GROUP = 12

const [folder = '', ...files] = process.argv.slice(2)
const [alone, grouped] = [[], []]
for (const file of files) (ALONE_PATHS.test(file) || ALONE.test(readFileSync(file, 'utf8')) ? alone : grouped).push(file)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// Node runs files in the order of their names. The slow browser tests come first, so that at the end of the run no slow test runs alone.
const lone = alone.map((path, index) => write(numbered('alone', index), [path]))
const groups = groupsOf(grouped, Math.ceil(grouped.length / FILES_A_GROUP)).map((paths, index) => write(numbered('group', index), paths))
process.stdout.write([...lone, ...groups].join('\n'))

function numbered(name, index) {
  return `${name}-${String(index + 1).padStart(2, '0')}.test.mjs`
}

/** Splits the files into `count` groups of similar size in bytes. Bytes predict run time better than the number of files. */
function groupsOf(paths, count) {
  const groups = Array.from({ length: count }, () => ({ bytes: 0, paths: [] }))
  const sized = paths.map((path) => ({ path, bytes: statSync(path).size })).sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
  for (const { path, bytes } of sized) {
    const smallest = groups.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    smallest.bytes += bytes
    smallest.paths.push(path)
  }
  return groups.map((group) => group.paths.toSorted((a, b) => (a < b ? -1 : 1)))
}

/**
 * Writes a test file that imports each of `paths` as a suite named by its path. Each suite's hooks stay local to the suite, and failures
 * name the imported file. Returns the path of the test file.
 */
function write(name, paths) {
  const suites = paths.map(
    (path) => `describe(${JSON.stringify(path)}, async () => { await import(${JSON.stringify(pathToFileURL(resolve(path)).href)}) })\n`,
  )
  const path = join(folder, name)
  writeFileSync(path, `import { describe } from 'node:test'\n${suites.join('')}`)
  return path
}
