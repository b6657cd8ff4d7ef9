import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { SUPERSEDED } from '#platform/db/superseded.ts'

/** A migration as a state had it. */
export type Text = { name: string; sha256: string; sql: string }

/** The migrations of an earlier commit, in their order. */
export type PastState = { name: string; isTag: boolean; texts: readonly Text[] }

type Written = { texts: string[]; states: { commit: string; at: string; texts: number[] }[] }

const HERE = import.meta.dirname

/** Every set of migrations that main has had (bin/past-states.ts), and those of the tags that are known here. */
export function pastStates(): PastState[] {
  const { texts, states } = JSON.parse(readFileSync(join(HERE, 'states.json'), 'utf8')) as Written
  const read = texts.map((line) => textOf(...(line.split(' ') as [string, string])))
  const written = states.map(({ commit, at, texts: mine }) => ({
    name: `${commit} of ${at.slice(0, 16)}`,
    isTag: false,
    texts: inOrder(mine.map((index) => read[index]!)),
  }))
  const known = new Set(written.map(keyOf))
  return [...written, ...taggedStates().filter((state) => !known.has(keyOf(state)))]
}

/** Texts that have an entry in `SUPERSEDED`, or that this release still has. */
export const isKnown = ({ name, sha256 }: Omit<Text, 'sql'>): boolean =>
  SUPERSEDED.some((one) => one.name === name && one.sha256 === sha256) || hashOfNow(name) === sha256

function textOf(name: string, sha256: string): Text {
  const kept = join(HERE, 'texts', `${sha256}.sql`)
  const sql = readFileSync(existsSync(kept) ? kept : join(MIGRATIONS, name), 'utf8')
  return { name, sha256, sql }
}

function hashOfNow(name: string): string | null {
  const path = join(MIGRATIONS, name)
  return existsSync(path) ? sha256Of(readFileSync(path, 'utf8')) : null
}

/** None where git or the tags are not there, as in a shallow clone. */
function taggedStates(): PastState[] {
  try {
    return git('tag', '--list')
      .split('\n')
      .filter(Boolean)
      .map((tag) => ({ name: tag, isTag: true, texts: inOrder(textsAt(tag)) }))
  } catch {
    return []
  }
}

const textsAt = (commit: string): Text[] =>
  git('ls-tree', '--name-only', commit, 'db/migrations/')
    .split('\n')
    .filter((path) => path.endsWith('.sql'))
    .map((path) => {
      const sql = git('show', `${commit}:${path}`)
      return { name: path.slice('db/migrations/'.length), sha256: sha256Of(sql), sql }
    })

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: resolve(HERE, '../..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const sha256Of = (sql: string): string => createHash('sha256').update(sql).digest('hex')
const inOrder = (texts: readonly Text[]): Text[] => texts.toSorted((one, other) => (one.name < other.name ? -1 : 1))
const keyOf = ({ texts }: PastState): string => texts.map(({ sha256 }) => sha256).join()
