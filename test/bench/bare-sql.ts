import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningServer } from '#platform/database/running.ts'
import { cpuSeconds } from '#test/bench/cpu.ts'
import { COMMON } from '#test/bench/market-data.ts'
import { findPgbench, pgbench } from '#test/bench/pgbench.ts'

export type SqlMeasure = { rate: number; cpuMs: number }

/** The least that a page costs in SQL: its ids by an index, its rows, its covers. */
const page = (where: string) => `
  with page as (select id from listings where in_market ${where} order by published_at desc, id desc limit 20)
  select l.id, l.title, l.one_liner, l.category, l.price_cents, l.shipping_cents, l.take_offers, l.published_at, l.link, l.status, s.slug, a.name, p.variants
  from page join listings l using (id) join shops s on s.id = l.shop_id join accounts a on a.id = l.owner_id
  left join lateral (select variants from photos where listing_id = l.id and not is_video order by source = 'own' desc, position limit 1) p on true`

const SCRIPTS = {
  browse: page(''),
  filter: page("and lower(category) = 'home' and price_cents between 2500 and 10000"),
  'common word': page(`and search @@ to_tsquery('english', '${COMMON}')`),
  'common word, counted': `select count(*), count(distinct shop_id) from listings where in_market and search @@ to_tsquery('english', '${COMMON}')`,
}

/** Each page's bare SQL in pgbench; empty where there is none. */
export async function bareSql(
  service: number,
  dataDir: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Map<string, SqlMeasure>> {
  const program = findPgbench()
  const seen = new Map<string, SqlMeasure>()
  if (program === null) return seen
  const database = runningServer(dataDir)!
  const folder = mkdtempSync(join(tmpdir(), 'resale-bench-'))
  const cpu = () => cpuSeconds(service, database.pid) ?? Number.NaN
  for (const [name, sql] of Object.entries(SCRIPTS)) {
    const script = join(folder, 'script.sql')
    writeFileSync(script, `${sql.replaceAll(/\s+/g, ' ')};\n`)
    const before = cpu()
    const rate = await pgbench(program, database, script, { connections: clients, seconds })
    seen.set(name, { rate, cpuMs: ((cpu() - before) * 1000) / (rate * seconds) })
  }
  rmSync(folder, { recursive: true, force: true })
  return seen
}
