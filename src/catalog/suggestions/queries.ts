import type { Tenant } from '#core/tenant.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/index.ts'

/** Returns a tenant's public open stores whose names start with `start`, in upper or lower case. */
export async function storesNamed(db: Db, tenant: Tenant, start: string, limit: number): Promise<{ slug: string; name: string }[]> {
  const pattern = `${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from shops
    where visibility = 'public' and not paused and world = ${tenant} and lower(name) like lower(${pattern})
    order by lower(name), id limit ${limit}`.execute(db)
  return rows
}
