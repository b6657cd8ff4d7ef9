import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'

const TABLES = [
  'shops',
  'shop_slugs',
  'listings',
  'photos',
  'listing_questions',
  'likes',
  'follows',
  'saved_searches',
  'addresses',
  'saved_replies',
  'reports',
  'daily_counts',
  'approvals',
  'offers',
  'negotiations',
]

/**
 * Hashes everything that a rejected write must leave unchanged. Tests compare the hashes before and after the write (spec: reliability
 * I19).
 */
export async function traceOf({ service: { ctx } }: TestApp): Promise<string> {
  const hash = createHash('sha256')
  for (const table of TABLES) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(ctx.db)
    hash.update(JSON.stringify(rows))
  }
  const { rows } = await sql<{ id: string }>`select id from events order by id`.execute(ctx.db)
  hash.update(JSON.stringify(rows))
  return hash.digest('hex')
}
