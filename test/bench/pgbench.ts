import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuMs } from './cpu.ts'
import type { Stage } from './stage.ts'
import type { Measure } from './wrk.ts'

const DEBIAN = '/usr/lib/postgresql'
const CONNECTIONS = 8

const CARD =
  'l.id, l.title, l.one_liner, l.category, l.price_cents, l.shipping_cents, l.take_offers, l.published_at, l.link, l.status, s.slug, a.name'
const JOINED = 'join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id'

/** The least that a read costs in SQL: what its answer shows, by an index. */
const SCRIPTS = {
  listing: `select ${CARD}, l.description, l.fields, (select json_agg(p.variants order by p.position) from photos p where p.listing_id = l.id)
    from listings l ${JOINED} where l.id = 'lst_' || lpad((:n)::text, 26, '0')`,
  browse: `with page as (select id from listings where in_market order by published_at desc, id desc limit 20)
    select ${CARD}, p.variants from page join listings l using (id) ${JOINED}
    left join lateral (select variants from photos where listing_id = l.id and not is_video order by source = 'own' desc, position limit 1) p on true`,
}

/** The same reads in pgbench, prepared. `web` is pgbench's own processor time. Null where this machine has none (Debian: postgresql). */
export async function bareSql(stage: Stage, database: string, listings: number, seconds: number): Promise<Map<string, Measure> | null> {
  const program = findPgbench()
  if (program === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'resale-pgbench-'))
  const seen = new Map<string, Measure>()
  for (const [name, sql] of Object.entries(SCRIPTS)) {
    const script = join(folder, 'script.sql')
    writeFileSync(script, `\\set n random(1, ${listings})\n${sql.replaceAll(/\s+/g, ' ')};\n`)
    const before = [cpuMs(process.pid), cpuMs(stage.pid)] as const
    const { user, host } = stage.connection
    const { stdout } = await promisify(execFile)(
      program,
      [
        ...['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '1', '-T', String(seconds), '-f', script],
        ...['-h', String(host), '-p', '5432', '-U', String(user), database],
      ],
      { cwd: '/' },
    )
    const count = Number(/processed: (\d+)/.exec(stdout)?.[1])
    const each = (now: number, then: number) => ((now - then) * 1000) / count
    const p50 = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1])
    const used = { web: each(cpuMs(process.pid), before[0]), db: each(cpuMs(stage.pid), before[1]) }
    seen.set(name, { ...used, rate: count / seconds, p50, p99: Number.NaN })
  }
  rmSync(folder, { recursive: true, force: true })
  return seen
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
