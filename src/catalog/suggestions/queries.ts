import type { Tenant } from '#core/tenant.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

/** Returns the public open stores of a tenant whose names start with `start`, ignoring case. */
export async function storesNamed(db: Db, tenant: Tenant, start: string, limit: number): Promise<{ slug: string; name: string }[]> {
  const pattern = `${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from shops
    where visibility = 'public' and not paused and world = ${tenant} and lower(name) like lower(${pattern})
    order by lower(name), id limit ${limit}`.execute(db)
  return rows
}
