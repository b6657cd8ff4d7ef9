import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClientConfig } from 'pg'

const DEBIAN = '/usr/lib/postgresql'

/** Where pgbench is; null when this machine has none. */
export function findPgbench(): string | null {
  const versions = folders(DEBIAN).sort((a, b) => Number(b) - Number(a))
  return ['pgbench', ...versions.map((version) => join(DEBIAN, version, 'bin/pgbench'))].find(runs) ?? null
}

/** Transactions a second of a script, on `connections` connections, its statements prepared. */
export async function pgbench(
  program: string,
  { host, user, database }: ClientConfig,
  script: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    script,
    '-h',
    String(host),
    '-p',
    '5432',
    '-U',
    String(user),
    String(database),
  ]
  const { stdout } = await promisify(execFile)(program, args, { cwd: '/' })
  const found = /tps = ([\d.]+)/.exec(stdout)
  if (found === null) throw new Error(`pgbench said nothing of tps: ${stdout}`)
  return Number(found[1])
}

export type Statement = { sql: string; parameters: readonly unknown[] }

/**
 * Writes statements as they went to the database into a script: `given` says what stands for a parameter's value, any
 * other becomes a literal.
 */
export function writeScript(
  path: string,
  head: string,
  statements: readonly Statement[],
  given: (value: unknown) => string | undefined,
): string {
  const lines = statements.map(
    ({ sql, parameters }) =>
      `${sql
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll(/\$(\d+)/g, (_, n) => given(parameters[Number(n) - 1]) ?? literal(parameters[Number(n) - 1]))};`,
  )
  writeFileSync(path, `${[head, ...lines].join('\n')}\n`)
  return path
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // pgbench takes a colon before a letter for a variable, within quotes too
  return `'${textOf(value)
    .replaceAll("'", "''")
    .replaceAll(/:(?=[A-Za-z_])/g, ': ')}'`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(item)).join(',')}}`
  throw new TypeError(`no literal for ${JSON.stringify(value)}`)
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function folders(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
