import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cpuMs } from './cpu.ts'
import type { Stage } from './stage.ts'
import type { Subject } from './turns.ts'
import { CONNECTIONS, type Measure } from './wrk.ts'

const DEBIAN = '/usr/lib/postgresql'

const CARD =
  'l.id, l.title, l.one_liner, l.category, l.price_cents, l.shipping_cents, l.take_offers, l.published_at, l.link, l.status, s.slug, a.name'
const JOINED = 'join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id'

/** Returns the minimal SQL for each read, which selects the data in the response through an index. */
export const bareReads = (listings: number): Record<string, string> => ({
  listing: `\\set n random(1, ${listings})
    select ${CARD}, l.description, l.fields, (select json_agg(p.variants order by p.position) from photos p where p.listing_id = l.id)
    from listings l ${JOINED} where l.id = 'lst_' || lpad((:n)::text, 26, '0');`,
  browse: `with page as (select id from listings where in_market order by published_at desc, id desc limit 20)
    select ${CARD}, p.variants from page join listings l using (id) ${JOINED}
    left join lateral (select variants from photos where listing_id = l.id and not is_video order by source = 'own' desc, position limit 1) p on true;`,
})

/** Returns true if pgbench is installed (Debian: postgresql). */
export const hasPgbench = (): boolean => findPgbench() !== null

/** Measures a pgbench script that uses prepared statements. In the result, `web` is the CPU time of pgbench. */
export const pgbench = (stage: Stage, name: string, script: string, seconds: number): Subject => ({
  name,
  warm: () => run(stage, script, 1),
  measureOnce: () => run(stage, script, seconds),
})

type Progress = { count: number; at: number; latency: number; web: number; db: number }

/** Excludes the first second from the measurement, when pgbench opens connections and the server plans statements. */
async function run(stage: Stage, script: string, seconds: number): Promise<Measure> {
  const folder = mkdtempSync(join(tmpdir(), 'resale-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const { user, host, database } = stage.connection
    const words = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '1', '-P', '1', '-T', String(seconds + 1)]
    const child = spawn(findPgbench()!, [...words, '-f', file, '-h', String(host), '-p', '5432', '-U', String(user), String(database)], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const seen: Progress[] = []
    let output = ''
    for await (const line of createInterface(child.stderr)) {
      const [, tps, latency] = /^progress: [\d.]+ s, ([\d.]+) tps, lat ([\d.]+) ms/.exec(line)?.map(Number) ?? []
      if (tps === undefined) output += line
      else seen.push(progressOf(seen.at(-1), tps, latency!, { web: cpuMs(child.pid!), db: cpuMs(stage.pid) }))
    }
    const [first, last] = [seen[0], seen.at(-1)]
    if (!first || first === last) throw new Error(`pgbench said: ${output}`)
    return between(first, last!)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function progressOf(last: Progress | undefined, tps: number, latency: number, used: { web: number; db: number }): Progress {
  const at = performance.now()
  return { count: last ? last.count + (tps * (at - last.at)) / 1000 : 0, at, latency, ...used }
}

function between(first: Progress, last: Progress): Measure {
  const count = last.count - first.count
  const each = (now: number, then: number) => ((now - then) * 1000) / count
  const rate = (count * 1000) / (last.at - first.at)
  return { web: each(last.web, first.web), db: each(last.db, first.db), rate, p50: last.latency, p99: Number.NaN }
}

function findPgbench(): string | null {
  const versions = folders(DEBIAN).sort((a, b) => Number(b) - Number(a))
  return ['pgbench', ...versions.map((version) => join(DEBIAN, version, 'bin/pgbench'))].find(runs) ?? null
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
