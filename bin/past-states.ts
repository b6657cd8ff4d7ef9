// Writes test/past from the history of db/migrations: every set of migrations that a commit had, and the texts that no longer
// exist. Needs the full git history; its output does not. Run it before a release.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'test/past')

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })

type State = { commit: string; at: string; texts: number[] }

const texts: string[] = []
const states: State[] = []
const seen = new Set<string>()
rmSync(join(FOLDER, 'texts'), { recursive: true, force: true })
mkdirSync(join(FOLDER, 'texts'), { recursive: true })

for (const line of git('log', '--reverse', '--format=%H %cI').trim().split('\n')) {
  const [commit = '', at = ''] = line.split(' ')
  const blobs = git('ls-tree', commit, 'db/migrations/')
    .trim()
    .split('\n')
    .filter((row) => row.endsWith('.sql'))
  const key = blobs.join()
  if (blobs.length === 0 || seen.has(key)) continue
  seen.add(key)
  states.push({ commit: commit.slice(0, 12), at, texts: blobs.map(textOf) })
}
const lines = [texts.map((text) => `    ${JSON.stringify(text)}`), states.map((state) => `    ${JSON.stringify(state)}`)]
writeFileSync(
  join(FOLDER, 'states.json'),
  `{\n  "texts": [\n${lines[0]!.join(',\n')}\n  ],\n  "states": [\n${lines[1]!.join(',\n')}\n  ]\n}\n`,
)
console.log(`${states.length} states of ${texts.length} texts`)

/** Returns the number of a text in the list. Stores it as a file when db/migrations no longer has it. */
function textOf(row: string): number {
  const [, , blob = '', path = ''] = row.split(/\s+/)
  const name = path.slice('db/migrations/'.length)
  const sql = git('cat-file', 'blob', blob)
  const sha256 = createHash('sha256').update(sql).digest('hex')
  const text = `${name} ${sha256}`
  const known = texts.indexOf(text)
  if (known >= 0) return known
  const now = join(ROOT, 'db/migrations', name)
  if (!existsSync(now) || readFileSync(now, 'utf8') !== sql) writeFileSync(join(FOLDER, 'texts', `${sha256}.sql`), sql)
  return texts.push(text) - 1
}
