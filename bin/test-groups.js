// Writes a few test files that each import several of ours, and prints their paths. Node gives every test file a process of
// its own, and loading the whole service takes longer than most files' tests: a dozen files in one process load it once.
//   node bin/test-groups.js FOLDER FILE...
// What drives a browser, kills processes or counts the statements of its process keeps a process of its own. The folder is emptied first.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ALONE = /playwright-core|t\.mock\.timers|#test\/statements\.ts/
// what draws forbids its process to read pictures
const ALONE_PATHS = /^test\/(chaos|browser)\/|^test\/contract\/examples|\/images\/drawing/
const FILES_A_GROUP = 12

const [folder = '', ...files] = process.argv.slice(2)
const [alone, together] = [[], []]
for (const file of files) (ALONE_PATHS.test(file) || ALONE.test(readFileSync(file, 'utf8')) ? alone : together).push(file)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const groups = groupsOf(together, Math.ceil(together.length / FILES_A_GROUP))
const written = groups.map((group, index) => write(`group-${String(index + 1).padStart(2, '0')}.test.mjs`, group))
// the long ones first, so that none of them runs by itself at the end
process.stdout.write([...alone, ...written].join('\n'))

/** Groups of about the same size in bytes, which goes with how long tests take better than their number does. */
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

/** Each file is a suite by its path: its hooks run around its own tests, and a failure says where it is. */
function write(name, paths) {
  const suites = paths.map(
    (path) => `describe(${JSON.stringify(path)}, async () => { await import(${JSON.stringify(pathToFileURL(resolve(path)).href)}) })\n`,
  )
  const path = join(folder, name)
  writeFileSync(path, `import { describe } from 'node:test'\n${suites.join('')}`)
  return path
}
